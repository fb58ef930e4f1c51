package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/attitude"
	"postflight/analysis/catalog"
	"postflight/ui/window"
)

func write(t *testing.T, folder, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAllFilesThatCannotBeOpenedAreNamedAndTheOthersOffered(t *testing.T) {
	demo, err := demoFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	good := file{path: write(t, folder, "good.bin", demo[0].data)}
	bad := file{path: write(t, folder, "notes.txt", []byte("bring the other battery"))}
	empty := file{path: write(t, folder, "empty.tlog", nil)}
	_, err = openFlight(t.Context(), []file{bad, good, empty}, func(string, float64) {})
	var some *someFailed
	if !errors.As(err, &some) {
		t.Fatalf("got %v", err)
	}
	for _, name := range []string{"notes.txt", "empty.tlog"} {
		if !strings.Contains(some.Error(), name) {
			t.Errorf("%s is not named in %q", name, some.Error())
		}
	}
	if len(some.good) != 1 || some.good[0].path != good.path || !strings.Contains(some.rest(), "good.bin") {
		t.Errorf("offers %v: %q", some.good, some.rest())
	}
	_, err = openFlight(t.Context(), []file{bad, empty}, func(string, float64) {})
	if err == nil || errors.As(err, &some) || !strings.Contains(err.Error(), "notes.txt") || !strings.Contains(err.Error(), "empty.tlog") {
		t.Errorf("with no file left: %v", err)
	}
}

func TestReadingGoesOnceFromNothingToAllAndNamesFileAndSize(t *testing.T) {
	demo, err := demoFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var files []file
	for _, f := range demo {
		files = append(files, file{path: write(t, folder, filepath.Base(f.path), f.data)})
	}
	before, last := 0.0, ""
	if _, err := readFiles(t.Context(), files, func(what string, done float64) {
		if done < before || done > 1 {
			t.Fatalf("%s: %v after %v", what, done, before)
		}
		before, last = done, what
	}); err != nil {
		t.Fatal(err)
	}
	if before < 0.5 || !strings.HasPrefix(last, "Reading ") || !strings.HasSuffix(last, "B)") {
		t.Errorf("ended with %q at %v", last, before)
	}
}

func TestALogByItselfFillsItsMeterOnce(t *testing.T) {
	demo, err := demoFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := 0.0
	if _, err := openFile(t.Context(), file{path: write(t, t.TempDir(), "rec.bin", demo[0].data)}, func(what string, done float64) {
		if done < before {
			t.Fatalf("%s: %v after %v", what, done, before)
		}
		before = done
	}); err != nil {
		t.Fatal(err)
	}
	if before < 0.5 {
		t.Errorf("ended at %v", before)
	}
}

func TestEachStageOfOpeningNamesItsFileAndClaimsNoMeasureItHasNot(t *testing.T) {
	files, err := demoFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var stages []string
	if _, err := openFlight(t.Context(), files, func(what string, done float64) {
		if done < 0 {
			stages = append(stages, what)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if len(stages) != 2 || !strings.Contains(stages[0], "trusted in "+files[0].named()) || !strings.Contains(stages[1], "ground truth "+files[1].named()) {
		t.Errorf("stages %q", stages)
	}
}

func TestSizesAreWrittenForPeople(t *testing.T) {
	for n, want := range map[int]string{0: "a (0 bytes)", 999: "a (999 bytes)", 1234: "a (1.2 kB)", 123_456: "a (123 kB)", 12_345_678: "a (12.3 MB)"} {
		if got := (file{path: "x/a", data: make([]byte, n)}).named(); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestTheSamePlotsAreThereWhenAFlightIsOpenedAgain(t *testing.T) {
	o := demoFlight(t)
	v, err := o.view()
	if err != nil {
		t.Fatal(err)
	}
	titles := func(v *window.Flight) (out []string) {
		for _, p := range v.Panes {
			out = append(out, p.Title)
		}
		return out
	}
	all := titles(v)
	signal := ""
	for _, r := range v.Catalog.Rows("pitch", func(catalog.Key) bool { return true }) {
		if r.Signal.Field != nil {
			signal = r.Signal.Stream.Source.String() + " " + r.Signal.Name()
			break
		}
	}
	if signal == "" {
		t.Fatal("the demo has no such signal")
	}
	o.keep(v, window.Arrangement{})
	if got := titles(v); !slices.Equal(got, all) {
		t.Errorf("without plots before: %q", got)
	}
	o.keep(v, window.Arrangement{Own: all[:2], Panes: []window.KeptPane{
		{Signals: []string{signal, "9:9 NOTHING.x"}}, {Own: all[1], Signals: []string{signal}}, {Signals: []string{"9:9 NOTHING.x"}},
	}})
	if got, want := titles(v), append([]string{"", all[1]}, all[2:]...); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if n := len(v.Panes[1].Signals); n != 1 || len(v.Panes[0].Signals) != 1 {
		t.Errorf("signals %+v", v.Panes[:2])
	}
}

func TestThePlayheadStandsWhereTheFirstAttitudeCame(t *testing.T) {
	for first, want := range map[time.Duration]time.Duration{0: 0, 70 * time.Millisecond: 70 * time.Millisecond, time.Minute: time.Minute} {
		o := &opened{estimate: &attitude.Series{Time: []time.Duration{first}}}
		if got := o.firstSight(); got != want {
			t.Errorf("first attitude at %v: playhead at %v", first, got)
		}
	}
	if got := (&opened{}).firstSight(); got != 0 {
		t.Errorf("without attitudes at %v", got)
	}
}

func TestTheVariableOfTheToolkitGoesBeforeItsSetting(t *testing.T) {
	for _, c := range []struct {
		env           string
		setting, want float32
	}{{"", 1, 1}, {"2", 1, 2}, {"", 1.5, 1.5}, {"1.5", 2, 1.5}, {"auto", 1, 1}} {
		if got := enlarged(func(string) string { return c.env }, c.setting); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
