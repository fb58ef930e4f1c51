package hex_test

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/analysis/bytemap"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
	"postflight/ui/hex"
	"postflight/ui/theme"
)

// blocks makes each run of ten bytes a field, and remembers how many it was asked
// about.
type blocks struct{ asked int64 }

func (b *blocks) Annotate(from, to int64) []bytemap.Region {
	b.asked += to - from
	var out []bytemap.Region
	for at := from / 10 * 10; at < to; at += 10 {
		out = append(out, bytemap.Region{From: at, To: at + 10, Kind: bytemap.Field, Label: "block"})
	}
	return out
}

func (*blocks) At(offset int64) bytemap.Place {
	return bytemap.Place{
		Offset: offset, Kind: bytemap.Field, Label: "block", Record: -1, Frame: -1,
		Span: flight.Span{Offset: offset / 10 * 10, Length: 10},
	}
}

type bench struct {
	*hex.Panel
	window fyne.Window
	chosen []int64
}

func newBench(t *testing.T, size fyne.Size, variant fyne.ThemeVariant) *bench {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(variant))
	b := &bench{Panel: hex.New()}
	b.OnByte = func(at bytemap.Place) { b.chosen = append(b.chosen, at.Offset) }
	b.window = test.NewTempWindow(t, b.Panel)
	b.window.SetPadded(false)
	b.window.Resize(size)
	return b
}

// shown is a bench with a log of a size, drawn once.
func shown(t *testing.T, size int64, width float32) (*bench, *blocks) {
	t.Helper()
	b := newBench(t, fyne.NewSize(width, 500), fynetheme.VariantDark)
	notes := &blocks{}
	b.SetLogs(hex.Log{Data: make([]byte, size), Notes: notes})
	b.window.Canvas().Capture()
	return b, notes
}

// view is the widget that shows the bytes.
func (b *bench) view() fyne.CanvasObject {
	var found fyne.CanvasObject
	for _, o := range test.WidgetRenderer(b.Panel).Objects()[0].(*fyne.Container).Objects {
		if _, ok := o.(desktop.Hoverable); ok {
			if _, ok := o.(fyne.Scrollable); ok {
				found = o
			}
		}
	}
	return found
}

func (b *bench) press(x, y float32) {
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}, Button: desktop.MouseButtonPrimary}
	b.view().(desktop.Mouseable).MouseDown(e)
	b.view().(desktop.Mouseable).MouseUp(e)
}

func (b *bench) key(name fyne.KeyName) {
	b.view().(fyne.Focusable).TypedKey(&fyne.KeyEvent{Name: name})
}

func (b *bench) last() int64 {
	if len(b.chosen) == 0 {
		return -1
	}
	return b.chosen[len(b.chosen)-1]
}

// huge is a size that nothing can go through for each picture.
const huge = int64(1) << 28

func TestOnlyVisibleBytesAreLookedUp(t *testing.T) {
	b, notes := shown(t, huge, 700)
	b.ShowBytes(huge/2, 4)
	b.window.Canvas().Capture()
	b.key(fyne.KeyEnd)
	b.window.Canvas().Capture()
	if notes.asked > 3*16*60 {
		t.Errorf("three pictures asked about %d bytes", notes.asked)
	}
	if b.last() != huge-1 {
		t.Errorf("the end is at %d", b.last())
	}
}

func TestAClickChoosesTheByteAndItsField(t *testing.T) {
	b, _ := shown(t, 1000, 700)
	b.press(90, 20)
	first := b.last()
	if first < 0 || first > 40 {
		t.Fatalf("chose %d", first)
	}
	if from, length := b.Selected(); from != first/10*10 || length != 10 {
		t.Errorf("selected %d from %d", length, from)
	}
	if b.Said()[1] != "block" {
		t.Errorf("said %q", b.Said())
	}
}

func TestTheCharacterOfAByteChoosesItToo(t *testing.T) {
	b, _ := shown(t, 16, 700)
	seen := map[int64]bool{}
	for x := float32(0); x < 690; x += 2 {
		before := len(b.chosen)
		b.press(x, 5)
		if len(b.chosen) > before {
			seen[b.last()] = true
		}
	}
	if len(seen) != 16 {
		t.Errorf("%d of 16 bytes can be hit", len(seen))
	}
	b.press(5, 400)
	if n := len(b.chosen); b.chosen[n-1] >= 16 {
		t.Errorf("chose %d behind the end", b.last())
	}
}

func TestKeysMoveByBytesRowsAndPages(t *testing.T) {
	b, _ := shown(t, 100_000, 700)
	b.key(fyne.KeyHome)
	for _, c := range []struct {
		key  fyne.KeyName
		want int64
	}{
		{fyne.KeyRight, 1},
		{fyne.KeyDown, 17},
		{fyne.KeyLeft, 16},
		{fyne.KeyUp, 0},
		{fyne.KeyUp, 0},
		{fyne.KeyLeft, 0},
		{fyne.KeyEnd, 99_999},
		{fyne.KeyDown, 99_999},
		{fyne.KeyRight, 99_999},
		{fyne.KeyUp, 99_983},
		{fyne.KeyHome, 0},
	} {
		if b.key(c.key); b.last() != c.want {
			t.Fatalf("%s: at %d, want %d", c.key, b.last(), c.want)
		}
	}
	b.key(fyne.KeyPageDown)
	if down := b.last(); down < 16*10 || down%16 != 0 {
		t.Errorf("a page is %d bytes", down)
	}
	b.key(fyne.KeyPageUp)
	if b.last() != 0 {
		t.Errorf("and back at %d", b.last())
	}
}

func TestNarrowRowsHaveEightBytes(t *testing.T) {
	for width, want := range map[float32]int64{360: 8, 700: 16} {
		b, _ := shown(t, 1000, width)
		b.key(fyne.KeyHome)
		if b.key(fyne.KeyDown); b.last() != want {
			t.Errorf("%v wide: a row has %d bytes, want %d", width, b.last(), want)
		}
	}
}

func TestATypedOffsetIsGoneTo(t *testing.T) {
	b, _ := shown(t, 100_000, 700)
	submit := func(text string) {
		b.Focus()
		entry := b.window.Canvas().Focused()
		entry.(interface{ SetText(string) }).SetText(text)
		entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	for text, want := range map[string]int64{"1234": 1234, "0x4d2": 1234, "0X4D2": 1234, "12,345": 12345, "007": 7} {
		if submit(text); b.last() != want {
			t.Errorf("%q goes to %d, want %d", text, b.last(), want)
		}
	}
	before := len(b.chosen)
	for _, text := range []string{"", "-1", "x", "100000", "0xffffffffffffffff"} {
		submit(text)
		if len(b.chosen) != before || b.Said()[1] == "block" {
			t.Errorf("%q went to %d and said %q", text, b.last(), b.Said())
		}
	}
}

func TestWhatIsShownIsNotReportedAsChosen(t *testing.T) {
	b, _ := shown(t, 100_000, 700)
	b.ShowBytes(50_000, 33)
	if len(b.chosen) != 0 || b.Chosen() != 50_000 {
		t.Errorf("chose %v, at %d", b.chosen, b.Chosen())
	}
	if from, length := b.Selected(); from != 50_000 || length != 33 {
		t.Errorf("selected %d from %d", length, from)
	}
	b.ShowBytes(99_999, 1000)
	if _, length := b.Selected(); length != 1 {
		t.Errorf("selected %d bytes behind the end", length)
	}
}

func TestTheThumbReachesBothEnds(t *testing.T) {
	b, _ := shown(t, huge, 700)
	size := b.view().Size()
	drag := b.view().(fyne.Draggable)
	mouse := b.view().(desktop.Mouseable)
	at := func(y float32) fyne.PointEvent { return fyne.PointEvent{Position: fyne.NewPos(size.Width-3, y)} }
	mouse.MouseDown(&desktop.MouseEvent{PointEvent: at(2), Button: desktop.MouseButtonPrimary})
	drag.Dragged(&fyne.DragEvent{PointEvent: at(size.Height + 50)})
	drag.DragEnd()
	b.press(100, size.Height-20)
	if b.last() < huge-1000 {
		t.Errorf("dragged to the end, yet the last row is of byte %d", b.last())
	}
}

func TestAnEmptyLogCanBeShown(t *testing.T) {
	b, _ := shown(t, 0, 700)
	b.ShowBytes(0, 10)
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyEnd, fyne.KeyPageUp} {
		b.key(key)
	}
	b.window.Canvas().Capture()
	b.SetLogs()
	b.window.Canvas().Capture()
	if len(b.chosen) > 0 {
		t.Errorf("chose %v", b.chosen)
	}
}

// demo shows a damaged recording.
func demo(t testing.TB) *flight.Log {
	files, err := sim.Fly(sim.DemoConfig(7)).Demo()
	if err != nil {
		t.Fatal(err)
	}
	l, err := decode.Bytes(context.Background(), "demo", files[0].Bytes, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestScreenshots(t *testing.T) {
	dir := os.Getenv("POSTFLIGHT_SCREENS")
	if dir == "" {
		t.Skip("POSTFLIGHT_SCREENS names no folder")
	}
	l := demo(t)
	for name, v := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		for _, width := range []float32{360, 720} {
			b := newBench(t, fyne.NewSize(width, 420), v)
			if width == 720 {
				b.window.Canvas().(interface{ SetScale(float32) }).SetScale(2)
			}
			b.SetLogs(hex.Log{Data: l.Data, Notes: bytemap.New(l, nil)})
			b.window.Canvas().Capture()
			d := l.Damage[0]
			for _, o := range l.Damage {
				if o.Kind == flight.CRCFailed && o.Frame > 0 {
					d = o
					break
				}
			}
			b.ShowBytes(d.Offset-200, 1)
			b.window.Canvas().Capture()
			b.key(fyne.KeyRight)
			for range 12 {
				b.key(fyne.KeyRight)
			}
			save(t, b.window, filepath.Join(dir, "hex-"+name+"-"+map[float32]string{360: "narrow", 720: "wide"}[width]+".png"))
		}
	}
}

func save(t *testing.T, w fyne.Window, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, w.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
}

func TestKeysThatMeanNothingToBytesReachTheWindow(t *testing.T) {
	b, _ := shown(t, 100_000, 700)
	var got []string
	b.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { got = append(got, string(e.Name)) })
	b.window.Canvas().SetOnTypedRune(func(r rune) { got = append(got, string(r)) })
	for _, name := range []fyne.KeyName{fyne.KeySpace, fyne.KeyDown, fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyB} {
		b.key(name)
	}
	view := b.view().(fyne.Focusable)
	view.TypedRune(']')
	if want := []string{"Space", "B", "]"}; !slices.Equal(got, want) {
		t.Errorf("the window got %q, want %q", got, want)
	}
	view.TypedRune('g')
	if f := b.window.Canvas().Focused(); f == nil || f == view {
		t.Error("G does not lead to the line for an offset")
	}
}
