package panel_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/link"
	"postflight/decode/flight"
	"postflight/ui/panel"
	"postflight/ui/theme"
)

// kinds are all kinds of findings, read from where they are declared.
func kinds(t *testing.T) []flight.Kind {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../decode/flight/finding.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []flight.Kind
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Kind" {
			name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, flight.Kind(name))
		}
		return true
	})
	return out
}

func TestEveryKindOfFindingHasATitleForPeople(t *testing.T) {
	all := kinds(t)
	if len(all) < 25 {
		t.Fatalf("only %d kinds were found", len(all))
	}
	titles := map[string]flight.Kind{}
	for _, k := range all {
		row := panel.FindingRows([]flight.Finding{{Kind: k, Severity: flight.Info, Text: "Text."}})[0]
		if row.Title == "Finding" || strings.Contains(row.Title, "-") || strings.ToLower(row.Title) == row.Title {
			t.Errorf("%s is called %q", k, row.Title)
		}
		if strings.Contains(row.Detail, string(k)) {
			t.Errorf("%s is told as %q", k, row.Detail)
		}
		if titles[row.Title] != "" {
			t.Errorf("%s and %s are both called %q", k, titles[row.Title], row.Title)
		}
		titles[row.Title] = k
	}
}

// empty is what a list says in place of rows.
func empty(o fyne.CanvasObject) string {
	out := ""
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		switch o := o.(type) {
		case *widget.Label:
			if o.Importance == widget.LowImportance {
				out = o.Text
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child)
			}
		}
	}
	walk(o)
	return out
}

func TestASearchWithoutAHitSaysWhatWasSearchedFor(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	for name, f := range map[string]*panel.Filtered{"messages": panel.NewMessages(), "parameters": panel.NewParameters()} {
		rows := panel.NewRowSet([]panel.Row{{Title: "Frame"}}, []bool{false})
		none := empty(f)
		f.SetRows(rows)
		f.Search("batt")
		if got := empty(f); !strings.Contains(got, "“batt”") {
			t.Errorf("%s: says %q", name, got)
		}
		f.Search("")
		if got := empty(f); got != "" {
			t.Errorf("%s: with a row it says %q", name, got)
		}
		f.Only(true)
		ticked := empty(f)
		f.Search("fra")
		if got := empty(f); ticked == "" || ticked == none || !strings.Contains(got, "ticked") {
			t.Errorf("%s: the tick leaves nothing: %q, and with a search %q", name, ticked, got)
		}
		f.Only(false)
		f.Search("fra")
		f.SetRows(nil)
		if got := empty(f); got != none {
			t.Errorf("%s: without rows it says %q, want %q", name, got, none)
		}
	}
}

func TestABurstHasNoRate(t *testing.T) {
	rows := panel.LinkRows([]link.Source{
		{Frames: 1383, Reliable: true},
		{Frames: 1, Reliable: true},
		{Frames: 100, Last: 900 * time.Millisecond, Reliable: true},
		{Frames: 101, First: time.Second, Last: 11 * time.Second, Reliable: true},
	})
	for i, want := range []string{"1,383 frames", "1 frame", "100 frames", "101 frames, 10.0/s"} {
		if rows[i].When != want {
			t.Errorf("%q, want %q", rows[i].When, want)
		}
	}
}

func TestALossThatSilencesHideIsTheLeastThereWas(t *testing.T) {
	row := panel.LinkRows([]link.Source{{
		Frames: 1232, Lost: 132, Hidden: 768, Reliable: true, Last: 40 * time.Second, Ended: 79 * time.Second,
	}})[0]
	if !strings.Contains(row.Text, "lost 132 at least") {
		t.Errorf("the row says %q", row.Text)
	}
	for _, want := range []string{"About 768 more are missing", "in the last 79.0 s of the log"} {
		if !strings.Contains(row.Detail, want) {
			t.Errorf("%q is missing in %q", want, row.Detail)
		}
	}
}

func TestOneInstantIsWrittenAlikeEverywhere(t *testing.T) {
	at := 942_700 * time.Microsecond
	row := panel.FindingRows([]flight.Finding{{Kind: flight.Lost, Time: at}})[0]
	if row.When != "00:00.942" || !strings.Contains(row.Detail, row.When) || panel.Clock(time.Hour+at) != "1:00:00.942" {
		t.Errorf("%q, %q, %q", row.When, row.Detail, panel.Clock(time.Hour+at))
	}
}
