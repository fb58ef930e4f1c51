package rules_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "postflight"

// layers lists the folders from the bottom up: a package imports its own folder
// and those before it.
var layers = []string{"assets", "decode", "analysis", "replay", "ui", "app"}

// goPackage is what go list says of one package.
type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	Deps                               []string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Dir                                string
}

func (p goPackage) layer() int { return layerOf(p.ImportPath) }

// layerOf gives the layer of an import path, -1 where it has none.
func layerOf(path string) int {
	inside, ok := strings.CutPrefix(path, module+"/")
	if !ok {
		return -1
	}
	folder, _, _ := strings.Cut(inside, "/")
	return slices.Index(layers, folder)
}

func isFyne(path string) bool { return strings.HasPrefix(path, "fyne.io/") }

func TestALayerImportsOnlyThoseBelow(t *testing.T) {
	for _, p := range packages(t) {
		for _, dep := range p.Deps {
			if p.layer() >= 0 && layerOf(dep) > p.layer() {
				t.Errorf("%s depends on %s, which lies above it", p.ImportPath, dep)
			}
		}
	}
}

func TestEveryPackageHasALayer(t *testing.T) {
	outside := []string{module, module + "/bench", module + "/e2e", module + "/internal/rules"}
	for _, p := range packages(t) {
		if p.layer() < 0 && !slices.Contains(outside, p.ImportPath) {
			t.Errorf("%s is in none of %v", p.ImportPath, layers)
		}
	}
}

func TestOnlyTheWindowKnowsFyne(t *testing.T) {
	window := slices.Index(layers, "ui")
	for _, p := range packages(t) {
		if p.layer() < 0 || p.layer() >= window {
			continue
		}
		for _, dep := range slices.Concat(p.Deps, p.TestImports, p.XTestImports) {
			if isFyne(dep) {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

func TestTheModelImportsNothingOfOurs(t *testing.T) {
	for _, p := range packages(t) {
		if p.ImportPath != module+"/decode/flight" && p.layer() != slices.Index(layers, "assets") {
			continue
		}
		for _, dep := range p.Deps {
			if strings.HasPrefix(dep, module+"/") {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

func TestTheWindowOpensNoFiles(t *testing.T) {
	window := slices.Index(layers, "ui")
	for _, p := range packages(t) {
		if p.layer() == window && slices.Contains(p.Imports, "os") {
			t.Errorf("%s imports os: files are opened by app", p.ImportPath)
		}
	}
}

// packages lists the packages of the module, less what was put among the build
// results.
func packages(t *testing.T) []goPackage {
	t.Helper()
	found, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	if len(found) < len(layers) {
		t.Fatalf("go list gave %d packages, expected one a layer at least", len(found))
	}
	return found
}

var listed = sync.OnceValues(func() ([]goPackage, error) {
	fields := "-json=ImportPath,Dir,Imports,TestImports,XTestImports,Deps,GoFiles,TestGoFiles,XTestGoFiles"
	out, err := exec.Command("go", "list", "-e", fields, module+"/...").Output()
	if err != nil {
		return nil, err
	}
	var found []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(p.ImportPath, module+"/build/") {
			found = append(found, p)
		}
	}
})
