package locale

import "testing"

func TestALocaleWithoutALanguageGetsOne(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{}, ""},
		{map[string]string{"LANG": "C"}, ""},
		{map[string]string{"LANG": "C.UTF-8"}, "en"},
		{map[string]string{"LANG": "POSIX.UTF-8"}, "en"},
		{map[string]string{"LANG": "de_DE.UTF-8"}, ""},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"},
		{map[string]string{"LANG": "C.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, ""},
		{map[string]string{"LANG": "C.UTF-8", "LANGUAGE": "sv"}, "sv"},
	} {
		set := func(key, value string) error { c.env[key] = value; return nil }
		if err := settle(func(key string) string { return c.env[key] }, set); err != nil || c.env["LANGUAGE"] != c.want {
			t.Errorf("%v: language %q, want %q (%v)", c.env, c.env["LANGUAGE"], c.want, err)
		}
	}
}
