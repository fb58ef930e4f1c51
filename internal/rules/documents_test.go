package rules_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func TestLinksInDocumentsLeadSomewhere(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "build"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			target, err := url.Parse(match[1])
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			if target.IsAbs() || target.Path == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.FromSlash(target.Path))); err != nil {
				t.Errorf("%s: link to %s: %v", path, match[1], err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheDesktopEntryNamesTheProgramAsItsMetadataDoes(t *testing.T) {
	metadata := read(t, "FyneApp.toml")
	entry := read(t, "assets/app.postflight.viewer.desktop")
	for key, field := range map[string]string{"Name": "Name", "GenericName": "GenericName", "Comment": "Comment", "ID": "Icon"} {
		value := regexp.MustCompile(`(?m)^` + key + ` = "(.*)"$`).FindStringSubmatch(metadata)
		if value == nil {
			t.Fatalf("FyneApp.toml has no %s", key)
		}
		if !strings.Contains(entry, "\n"+field+"="+value[1]+"\n") {
			t.Errorf("desktop entry: expected %s=%s", field, value[1])
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestThePageOfKeysNamesEveryKeyAndNoOther(t *testing.T) {
	table, _, _ := strings.Cut(read(t, "docs/keys.md"), "## Mouse")
	page := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (.+?) \|`).FindAllStringSubmatch(table, -1) {
		for key := range strings.SplitSeq(row[1], ", ") {
			page[key] = true
		}
	}
	delete(page, "key") // the head
	bound := map[string]bool{}
	for _, key := range regexp.MustCompile(`\bkeys: +"([^"]+)"`).FindAllStringSubmatch(read(t, "ui/window/keys.go"), -1) {
		bound[key[1]] = true
		if !page[key[1]] {
			t.Errorf("docs/keys.md lacks %s", key[1])
		}
	}
	if len(bound) == 0 {
		t.Fatal("ui/window/keys.go binds no keys")
	}
	for _, key := range regexp.MustCompile(`(?m)^\t\{"([^"]+)", "`).FindAllStringSubmatch(read(t, "ui/window/keyspage.go"), -1) {
		bound[key[1]] = true
	}
	for key := range page {
		if !bound[key] {
			t.Errorf("docs/keys.md names %s, which the program's own page of keys does not", key)
		}
	}
}

func TestTheReadmeNamesEveryCommandAsTheHelpDoes(t *testing.T) {
	page := read(t, "README.md")
	commands := regexp.MustCompile(`\{"([a-z]+)", "([^"]+)", "[^"]+", run[A-Z]`).FindAllStringSubmatch(read(t, "app/app.go"), -1)
	if len(commands) == 0 {
		t.Fatal("app/app.go has no commands")
	}
	for _, c := range commands {
		if usage := "`postflight " + c[1] + " " + c[2] + "`"; !strings.Contains(page, usage) {
			t.Errorf("README.md lacks %s", usage)
		}
	}
}
