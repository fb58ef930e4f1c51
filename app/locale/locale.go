// Package locale keeps the toolkit from complaining about a locale that names no
// language, such as C.UTF-8, which is what servers and containers have.
//
// Fyne looks for its language while packages are initialised, so that nothing in
// main comes early enough. Go initialises packages by import path where their
// imports allow; this one imports little and comes before text/template, which
// Fyne's languages wait for.
package locale

import (
	"os"
	"strings"
)

var _ = settle(os.Getenv, os.Setenv)

// settle names a language where the locale has none and the user neither.
func settle(get func(string) string, set func(key, value string) error) error {
	locale := get("LANG")
	for _, stronger := range []string{"LC_MESSAGES", "LC_ALL"} {
		if v := get(stronger); v != "" {
			locale = v
		}
	}
	name, _, encoded := strings.Cut(locale, ".")
	if encoded && (name == "C" || name == "POSIX") && get("LANGUAGE") == "" {
		return set("LANGUAGE", "en")
	}
	return nil
}
