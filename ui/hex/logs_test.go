package hex_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/hex"
)

func (b *bench) hover(x, y float32) {
	b.view().(desktop.Hoverable).MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}})
}

// told names the byte that the text below is about.
func (b *bench) told() string { return b.Said()[0] }

func TestTheTextTellsOfTheMarkWhereverItWasMovedFrom(t *testing.T) {
	for name, move := range map[string]func(*bench){
		"50000": func(b *bench) { b.ShowBytes(50_000, 33) },
		"99999": func(b *bench) { b.key(fyne.KeyEnd) },
	} {
		b, _ := shown(t, 100_000, 700)
		b.hover(90, 20)
		b.press(90, 20)
		b.hover(90, 20)
		move(b)
		if want := "byte " + name; len(b.told()) < len(want) || b.told()[:len(want)] != want {
			t.Errorf("the mark is on %d, the text tells of %q", b.Chosen(), b.told())
		}
	}
}

func TestTheTextTellsOfTheByteThatIsScrolledUnderTheMouse(t *testing.T) {
	b, _ := shown(t, 100_000, 700)
	b.hover(90, 20)
	before := b.told()
	b.view().(fyne.Scrollable).Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -500)})
	if b.told() == before {
		t.Errorf("scrolled, yet it says %q", b.told())
	}
}

func TestEachLogIsShownWhereItWasLeft(t *testing.T) {
	b := newBench(t, fyne.NewSize(700, 500), fynetheme.VariantDark)
	b.SetLogs(hex.Log{Name: "a.tlog", Data: make([]byte, 1000), Notes: &blocks{}}, hex.Log{Name: "b.BIN", Data: make([]byte, 9000), Notes: &blocks{}})
	b.window.Canvas().Capture()
	b.ShowBytes(500, 10)
	b.ShowLog(1)
	if b.Shown() != 1 || b.Chosen() != -1 {
		t.Errorf("log %d, byte %d", b.Shown(), b.Chosen())
	}
	b.ShowBytes(8000, 10)
	b.ShowLog(0)
	if b.Shown() != 0 || b.Chosen() != 500 {
		t.Errorf("log %d, byte %d", b.Shown(), b.Chosen())
	}
	b.ShowLog(7)
	if b.Shown() != 0 {
		t.Errorf("log %d of 2", b.Shown())
	}
	if b.ShowLog(1); b.Chosen() != 8000 {
		t.Errorf("byte %d", b.Chosen())
	}
}

func TestTheLineThatNamesTheLogLeavesTheReplayItsKeys(t *testing.T) {
	b := newBench(t, fyne.NewSize(700, 500), fynetheme.VariantDark)
	b.SetLogs(hex.Log{Name: "a.tlog", Data: make([]byte, 10), Notes: &blocks{}}, hex.Log{Name: "b.BIN", Data: make([]byte, 10), Notes: &blocks{}})
	canvas := b.window.Canvas()
	var keys []fyne.KeyName
	var runes []rune
	canvas.SetOnTypedKey(func(e *fyne.KeyEvent) { keys = append(keys, e.Name) })
	canvas.SetOnTypedRune(func(r rune) { runes = append(runes, r) })
	line := canvas.Focused()
	for range 5 {
		if _, ok := line.(interface{ SelectedIndex() int }); !ok {
			canvas.FocusNext()
			line = canvas.Focused()
		}
	}
	for _, name := range []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeySpace, fyne.KeyHome, fyne.KeyL} {
		line.TypedKey(&fyne.KeyEvent{Name: name})
	}
	line.TypedRune('l')
	if b.Shown() != 0 || len(keys) != 5 || len(runes) != 1 {
		t.Errorf("log %d is shown; the window heard %v and %q", b.Shown(), keys, runes)
	}
	if line.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}); len(keys) != 5 || canvas.Overlays().Top() == nil {
		t.Error("Down does not list the logs")
	}
	canvas.Overlays().Remove(canvas.Overlays().Top())
	if line.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}); canvas.Focused() != nil {
		t.Errorf("Escape leaves the keyboard with %v", canvas.Focused())
	}
}
