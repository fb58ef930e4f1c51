package window

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

func TestNoShortcutIsBoundByANameThatTheToolkitDoesNotUse(t *testing.T) {
	w, _ := newTestWindow(t)
	own := []fyne.KeyName{fyne.KeyZ, fyne.KeyY, fyne.KeyV, fyne.KeyC, fyne.KeyX, fyne.KeyA, fyne.KeyInsert}
	for _, b := range append(w.bindings(), w.bookmarkKeys()...) {
		if s, ok := b.shortcut.(*desktop.CustomShortcut); ok && s.Modifier == ctrl && slices.Contains(own, s.KeyName) {
			t.Errorf("%s comes as a shortcut of the toolkit's own", b.keys)
		}
	}
}

func TestUndoAndRedoComeAsTheToolkitMakesThem(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.stack.RemovePane(0)
	typed := w.Canvas().(fyne.Shortcutable)
	typed.TypedShortcut(&fyne.ShortcutUndo{})
	if len(w.stack.Panes()) != 1 {
		t.Error("Ctrl+Z does nothing")
	}
	typed.TypedShortcut(&fyne.ShortcutRedo{})
	if len(w.stack.Panes()) != 0 {
		t.Error("Ctrl+Y does nothing")
	}
	if want := []string{"Ctrl+Z", "Ctrl+Y"}; !slices.Equal(a.typed, want) {
		t.Errorf("typed %q, want %q", a.typed, want)
	}
}

func TestMenusWriteKeysInOneWayAndNeverTypeThem(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	entries := map[string]*fyne.MenuItem{}
	for _, m := range w.MainMenu().Items {
		for _, i := range m.Items {
			if strings.Contains(i.Label, "(") {
				t.Errorf("%s > %s has its keys in its name", m.Label, i.Label)
			}
			entries[m.Label+" > "+i.Label] = i
		}
	}
	for _, b := range w.bindings() {
		if b.in == "" {
			continue
		}
		i := entries[b.in+" > "+b.menu]
		if i == nil {
			t.Errorf("no entry %s > %s", b.in, b.menu)
			continue
		}
		s, ok := i.Shortcut.(fyne.KeyboardShortcut)
		if !ok || s.Key() == "" {
			t.Errorf("%s > %s shows no keys", b.in, b.menu)
		}
		if _, types := i.Shortcut.(*desktop.CustomShortcut); types != b.anywhere {
			t.Errorf("%s > %s would take its keys from text fields", b.in, b.menu)
		}
	}
	for keys, want := range map[shown]fyne.KeyName{"Ctrl+Shift+Z": fyne.KeyZ, "+": "+", "-": "-", "Alt+Left": fyne.KeyLeft, "Space": fyne.KeySpace} {
		if keys.Key() != want {
			t.Errorf("%s is shown as %s", keys, keys.Key())
		}
	}
	if shown("Ctrl+Shift+Z").Mod() != ctrlShift || shown("+").Mod() != 0 {
		t.Error("what is held is shown wrong")
	}
}

func TestPanelsAreReachedByKeysAndKeepTheKeyboard(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	if w.tabs.Selected() != w.findings.tab {
		t.Error("the findings are not the first to be seen")
	}
	w.nextPanel(1)
	if w.tabs.Selected() != w.epochs.tab {
		t.Error("not the next panel")
	}
	press(w, fyne.KeyDown)
	if !slices.Contains(a.calls, "chose Epochs") {
		t.Errorf("the arrow did not reach the rows: %v", a.calls)
	}
	press(w, fyne.KeySpace)
	if a.calls[len(a.calls)-1] != "toggle" {
		t.Errorf("Space did not reach the replay: %v", a.calls)
	}
	w.nextPanel(-1)
	w.nextPanel(-1)
	if w.tabs.Selected() != w.sides[len(w.sides)-1].tab {
		t.Error("before the first panel comes not the last")
	}
	w.ShowFlight(testFlight(t))
	if w.tabs.Selected() != w.findings.tab {
		t.Error("another flight does not begin with its findings")
	}
}

func TestTheMenuMarksTheVariantInForce(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowVariant(Dark)
	for _, i := range w.viewMenu().Items {
		if want := i.Label == "Dark"; i.Checked != want && i.Label != "Follow the Playhead" {
			t.Errorf("%s: marked %v", i.Label, i.Checked)
		}
	}
}

func TestTheWindowStartsNoLargerThanAScreen(t *testing.T) {
	for _, scale := range []float32{0.5, 1, 1.5, 2} {
		if got := startSize(scale); got.Width*scale > 1240 || got.Height*scale > 740 {
			t.Errorf("%v times larger: %v", scale, got)
		}
	}
}

func TestTheStartPageNamesWhatItOpensAsPeopleCallIt(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowStart([]Recent{{"/logs/rec.bin", "/logs/gt.bin"}, {"/a.bin", "/b.bin", "/c.bin"}})
	text := ""
	var buttons []*widget.Button
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		case *widget.Label:
			text += o.Text + "\n"
		case *widget.Button:
			text += o.Text + "\n"
			buttons = append(buttons, o)
		}
	}
	walk(w.Content())
	for _, want := range []string{"Mission Planner", "QGroundControl", ".tlog", "DataFlash", ".bin", ".log", "VREC", "VGT1", "Open Demo Flight", "rec.bin + gt.bin", "a.bin + 2 more"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for _, b := range buttons {
		if b.Text == "rec.bin + gt.bin" {
			test.Tap(b)
		}
	}
	if !slices.Contains(a.calls, "recent rec.bin + gt.bin") {
		t.Errorf("asked for %v", a.calls)
	}
}

func TestWorkWithoutAMeasureShowsNone(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowBusy("Looking", -1, func() {})
	if w.busy.bar.Visible() || !w.busy.unknown.Running() {
		t.Error("a bar from 0 to 100 for work that nobody can measure")
	}
	w.ShowBusy("Reading", 0.5, func() {})
	if !w.busy.bar.Visible() || w.busy.unknown.Running() || w.busy.bar.Value != 0.5 {
		t.Error("measured work shows no measure")
	}
	w.HideBusy()
}

func TestThePageOfKeysIsAsHighAsItNeeds(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.Resize(fyne.NewSize(1240, 900))
	w.showKeys()
	var scroll fyne.CanvasObject
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if _, ok := o.(interface{ ScrollToTop() }); ok {
			scroll = o
			return
		}
		switch o := o.(type) {
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		case fyne.Widget:
			for _, c := range test.WidgetRenderer(o).Objects() {
				walk(c)
			}
		}
	}
	walk(w.Canvas().Overlays().Top())
	if scroll == nil {
		t.Fatal("no page")
	}
	if s := scroll.(interface{ MinSize() fyne.Size }); s == nil || scroll.Size().Height < 400 {
		t.Errorf("the page is %v high in a window of 900", scroll.Size().Height)
	}
}

func TestAFlightFitsIntoALowWindow(t *testing.T) {
	w, _ := newTestWindow(t)
	f := testFlight(t)
	f.Verdict = strings.Repeat("What is shown can be trusted, but with care. ", 3)
	f.Placing = strings.Repeat("Another log laid by its clocks.\n", 12)
	w.ShowFlight(f)
	w.findings.Choose(0)
	if low := float32(480); w.content.MinSize().Height > low {
		t.Errorf("the view of a flight is at least %v, more than %v high", w.content.MinSize(), low)
	}
}

func TestKeysZoomTheWayTheySay(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.Resize(fyne.NewSize(1280, 800))
	press := func(keys string) {
		t.Helper()
		for _, b := range w.bindings() {
			if b.keys == keys {
				b.do()
				return
			}
		}
		t.Fatalf("nothing is bound to %s", keys)
	}
	span := func() time.Duration { from, to := w.stack.View(); return to - from }
	height := func() float64 { lo, hi := w.stack.Panes()[0].ValueRange(); return hi - lo }
	whole, high := span(), height()
	for _, c := range []struct {
		keys         string
		time, values int // -1 shorter than before all, 0 the same, 1 longer
	}{
		{"+", -1, 0}, {"-", 0, 0}, {"-", 1, 0}, {"A", 0, 0}, {"Ctrl+Up", 0, -1}, {"V", 0, 0}, {"Ctrl+Down", 0, 1}, {"+", -1, 1}, {"V", -1, 0}, {"A", 0, 0},
	} {
		press(c.keys)
		if got := cmp.Compare(span(), whole); got != c.time {
			t.Errorf("after %s %v are seen, of %v", c.keys, span(), whole)
		}
		if got := height() - high; got*float64(c.values) < 0 || c.values == 0 && math.Abs(got) > 0.3*high || c.values != 0 && math.Abs(got) < 0.2*high {
			t.Errorf("after %s the values span %v, at first %v", c.keys, height(), high)
		}
	}
}
