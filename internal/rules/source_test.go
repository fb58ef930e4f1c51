// Package rules_test checks what reviewers would otherwise have to: who imports
// whom, what is documented, and what may not stand in the source.
package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

const (
	longFile    = 400 // worth a look
	longestFile = 600
)

func TestExportedNamesAreDocumented(t *testing.T) {
	for _, p := range packages(t) {
		if !slices.Contains([]string{"decode", "analysis", "replay"}, folderOf(p)) {
			continue
		}
		set := token.NewFileSet()
		introduced := len(p.GoFiles) == 0
		for _, name := range p.GoFiles {
			file := parse(t, set, filepath.Join(p.Dir, name))
			introduced = introduced || file.Doc != nil
			for _, declaration := range file.Decls {
				for _, ident := range undocumented(declaration) {
					t.Errorf("%s: %s has no doc comment", set.Position(ident.Pos()), ident.Name)
				}
			}
		}
		if !introduced {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

// undocumented gives the exported names of a declaration that nothing is said
// of. The comment of a group of constants or variables speaks for all of them,
// and the comment of a type for its constants.
func undocumented(d ast.Decl) []*ast.Ident {
	var bare []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && !hiddenMethod(d) && !saysItself(d.Name.Name) {
			bare = append(bare, d.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if d.Doc == nil && spec.Doc == nil && spec.Comment == nil && spec.Name.IsExported() {
					bare = append(bare, spec.Name)
				}
			case *ast.ValueSpec:
				if d.Doc != nil || spec.Doc != nil || spec.Comment != nil || ofATypeOfOurs(d) {
					continue
				}
				for _, name := range spec.Names {
					if name.IsExported() {
						bare = append(bare, name)
					}
				}
			}
		}
	}
	return bare
}

// ofATypeOfOurs reports whether d is a group of constants of a type that the
// package itself declares, and so documents.
func ofATypeOfOurs(d *ast.GenDecl) bool {
	first := d.Specs[0].(*ast.ValueSpec)
	name, ok := first.Type.(*ast.Ident)
	return d.Tok == token.CONST && ok && types.Universe.Lookup(name.Name) == nil
}

// hiddenMethod reports whether d is a method of a type that is not exported.
func hiddenMethod(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return false
	}
	hidden := false
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		ident, ok := n.(*ast.Ident)
		hidden = hidden || ok && !ident.IsExported()
		return !ok
	})
	return hidden
}

// saysItself reports whether the standard library documents a method of this
// name.
func saysItself(name string) bool {
	return slices.Contains([]string{"String", "Error", "Unwrap", "Is", "Len", "Less", "Swap", "MarshalJSON", "MarshalText"}, name)
}

func TestNothingIsLeftToDo(t *testing.T) {
	unfinished := regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
	for _, p := range packages(t) {
		set := token.NewFileSet()
		for _, name := range allFiles(p) {
			file := parse(t, set, filepath.Join(p.Dir, name))
			for _, group := range file.Comments {
				if word := unfinished.FindString(group.Text()); word != "" {
					t.Errorf("%s: %s", set.Position(group.Pos()), word)
				}
			}
		}
	}
}

func TestFilesStayReadable(t *testing.T) {
	for _, p := range packages(t) {
		set := token.NewFileSet()
		for _, name := range allFiles(p) {
			path := filepath.Join(p.Dir, name)
			parse(t, set, path)
			set.Iterate(func(f *token.File) bool {
				switch lines := f.LineCount(); {
				case f.Name() != path:
				case lines > longestFile:
					t.Errorf("%s has %d lines: split it by subject", path, lines)
				case lines > longFile:
					t.Logf("%s has %d lines", path, lines)
				}
				return true
			})
		}
	}
}

func folderOf(p goPackage) string {
	if i := p.layer(); i >= 0 {
		return layers[i]
	}
	return ""
}

func allFiles(p goPackage) []string {
	return slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles)
}

func parse(t *testing.T, set *token.FileSet, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return file
}
