package signals_test

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/analysis/catalog"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
	"postflight/ui/signals"
	"postflight/ui/theme"
)

// bench is a panel whose work runs when the test says so.
type bench struct {
	*signals.Panel
	window     fyne.Window
	now        time.Time
	background []func()
	later      []func()
	toggled    []string
	added      []string
}

func newBench(t *testing.T, size fyne.Size, variant fyne.ThemeVariant) *bench {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(variant))
	b := &bench{now: time.Unix(100, 0)}
	b.Panel = signals.New(signals.Executor{
		Background: func(f func()) { b.background = append(b.background, f) },
		UI:         func(f func()) { f() },
		After:      func(_ time.Duration, f func()) { b.later = append(b.later, f) },
		Now:        func() time.Time { return b.now },
	})
	b.OnToggle = func(s catalog.Signal, on bool) {
		b.toggled = append(b.toggled, map[bool]string{true: "+", false: "-"}[on]+s.Name())
	}
	b.OnAdd = func(s catalog.Signal) { b.added = append(b.added, s.Name()) }
	b.window = test.NewTempWindow(t, b.Panel)
	b.window.SetPadded(false)
	b.window.Resize(size)
	return b
}

func (b *bench) run(work *[]func()) {
	all := *work
	*work = nil
	for _, f := range all {
		f()
	}
}

// demo is a NavLink recording and its ground truth.
func demo(t testing.TB) *catalog.Catalog {
	files, err := sim.Fly(sim.Config{Seed: 4, Length: 20 * time.Second}).Demo()
	if err != nil {
		t.Fatal(err)
	}
	var logs []*flight.Log
	for _, f := range files {
		if l, err := decode.Bytes(context.Background(), f.Name, f.Bytes, nil); err == nil && (l.Format == flight.VGT1 || l.Format == flight.VREC && len(logs) == 0) {
			logs = append(logs, l)
		}
	}
	return catalog.New(logs...)
}

// row is a visible row: its widget and texts, from left to right.
type row struct {
	o     fyne.CanvasObject
	texts []string
}

func (b *bench) visible() []row {
	var out []row
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		if _, ok := o.(interface{ DragEnd() }); ok {
			if _, ok := o.(fyne.Tappable); ok {
				r := row{o: o}
				for _, part := range test.WidgetRenderer(o.(fyne.Widget)).Objects() {
					if text, ok := part.(*canvas.Text); ok {
						r.texts = append(r.texts, text.Text)
					}
				}
				if len(r.texts) == 2 {
					out = append(out, r)
					return
				}
			}
		}
		switch o := o.(type) {
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
	walk(b.Panel)
	return out
}

func (b *bench) find(t *testing.T, name string) row {
	t.Helper()
	for _, r := range b.visible() {
		if r.texts[0] == name {
			return r
		}
	}
	t.Fatalf("no row %q among %v", name, b.visible())
	return row{}
}

func (r row) tap(x float32) {
	r.o.(fyne.Tappable).Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, 5)})
}

const (
	onTick = 40
	onName = 80
)

// opened is a bench that shows the fields of ATTITUDE_EULER.
func opened(t *testing.T) *bench {
	b := newBench(t, fyne.NewSize(360, 600), fynetheme.VariantDark)
	b.SetCatalog(demo(t))
	b.find(t, "ATTITUDE_EULER").tap(onName)
	return b
}

func TestAClickOpensAndShutsAMessage(t *testing.T) {
	b := opened(t)
	b.find(t, "roll")
	b.find(t, "ATTITUDE_EULER").tap(onName)
	for _, r := range b.visible() {
		if r.texts[0] == "roll" {
			t.Error("still open")
		}
	}
}

func TestATickIsReportedOnceEachWay(t *testing.T) {
	b := opened(t)
	b.find(t, "roll").tap(onTick)
	b.find(t, "pitch").tap(onTick)
	b.find(t, "roll").tap(onTick)
	if got := strings.Join(b.toggled, " "); got != "+ATTITUDE_EULER.roll +ATTITUDE_EULER.pitch -ATTITUDE_EULER.roll" {
		t.Errorf("got %q", got)
	}
}

func TestATickFromOutsideIsNotReported(t *testing.T) {
	b := opened(t)
	s := catalog.Signal{}
	b.OnAdd = func(signal catalog.Signal) { s = signal }
	b.find(t, "roll").tap(onName)
	b.find(t, "roll").tap(onName)
	b.SetTicked(s, true)
	if !b.Ticked(s) || len(b.toggled) > 0 {
		t.Errorf("ticked %v, reported %v", b.Ticked(s), b.toggled)
	}
}

func TestOnlyADoubleClickAsksForAPlot(t *testing.T) {
	b := opened(t)
	b.find(t, "roll").tap(onName)
	b.now = b.now.Add(time.Second)
	b.find(t, "roll").tap(onName)
	b.find(t, "pitch").tap(onName)
	if len(b.added) > 0 {
		t.Fatalf("single clicks added %v", b.added)
	}
	b.find(t, "pitch").tap(onName)
	if len(b.added) != 1 || b.added[0] != "ATTITUDE_EULER.pitch" {
		t.Errorf("added %v", b.added)
	}
}

func TestAFieldIsDraggedOutOfThePanel(t *testing.T) {
	b := opened(t)
	drag := b.find(t, "roll").o.(fyne.Draggable)
	pull := func(x float32) {
		drag.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(x, 300)}})
		drag.DragEnd()
	}
	if pull(100); len(b.added) > 0 {
		t.Errorf("inside of the panel: added %v", b.added)
	}
	if pull(700); len(b.added) != 1 {
		t.Errorf("outside: added %v", b.added)
	}
}

func TestValuesFollowThePlayheadAFewTimesASecond(t *testing.T) {
	b := opened(t)
	b.now = b.now.Add(time.Second)
	b.SetTime(5 * time.Second)
	first := b.find(t, "roll").texts[1]
	if !strings.HasSuffix(first, " rad") {
		t.Fatalf("got %q", first)
	}
	b.now = b.now.Add(20 * time.Millisecond)
	b.SetTime(15 * time.Second)
	b.SetTime(16 * time.Second)
	if got := b.find(t, "roll").texts[1]; got != first || len(b.later) != 1 {
		t.Errorf("%q after 20 ms, %d updates to come", got, len(b.later))
	}
	b.run(&b.later)
	if got := b.find(t, "roll").texts[1]; got == first {
		t.Error("the last time never shows")
	}
}

func TestWhatMustBeDecodedIsDecodedInTheBackground(t *testing.T) {
	b := newBench(t, fyne.NewSize(360, 1200), fynetheme.VariantDark)
	b.SetCatalog(demo(t))
	b.SetTime(10 * time.Second)
	b.Search("imu_compressed acc[0]")
	if got := b.find(t, "acc[0]").texts[1]; got != "…" || len(b.background) != 1 {
		t.Fatalf("shows %q, %d jobs", got, len(b.background))
	}
	b.run(&b.background)
	if got := b.find(t, "acc[0]").texts[1]; !strings.HasSuffix(got, "m/s²") {
		t.Errorf("shows %q", got)
	}
}

func TestWorkForACatalogThatIsGoneIsDropped(t *testing.T) {
	b := newBench(t, fyne.NewSize(360, 600), fynetheme.VariantDark)
	b.SetCatalog(demo(t))
	b.Search("imu_compressed acc[0]")
	b.visible()
	b.SetCatalog(nil)
	b.run(&b.background)
	if n := len(b.visible()); n > 0 {
		t.Errorf("%d rows", n)
	}
}

func TestKeysWalkTheTree(t *testing.T) {
	b := opened(t)
	b.find(t, "ATTITUDE_EULER").tap(onName) // shut, and the keyboard is here
	list := b.window.Canvas().Focused()
	if list == nil {
		t.Fatal("a click does not give the keyboard")
	}
	for _, k := range []fyne.KeyName{fyne.KeyRight, fyne.KeyDown, fyne.KeySpace, fyne.KeyDown, fyne.KeyReturn, fyne.KeyLeft, fyne.KeyLeft} {
		list.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if len(b.toggled) != 1 || b.toggled[0] != "+ATTITUDE_EULER.roll" || len(b.added) != 1 || b.added[0] != "ATTITUDE_EULER.pitch" {
		t.Errorf("toggled %v, added %v", b.toggled, b.added)
	}
	for _, r := range b.visible() {
		if r.texts[0] == "roll" {
			t.Error("Left did not shut the message")
		}
	}
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if b.window.Canvas().Focused() != nil {
		t.Error("Escape keeps the keyboard")
	}
}

func TestOnlyVisibleRowsHaveWidgets(t *testing.T) {
	wide := &flight.Message{Name: "WIDE", Fields: []flight.Field{{Name: "x", Type: flight.U8, Array: 250}}}
	l := &flight.Log{}
	for i := range 70 {
		l.Streams = append(l.Streams, &flight.Stream{Message: wide, Index: uint16(i), Count: 1, Bare: true})
		l.Frames.Append(0, 0, 0, uint16(i), 0, 0)
	}
	b := newBench(t, fyne.NewSize(360, 600), fynetheme.VariantDark)
	b.SetCatalog(catalog.New(l))
	b.Search("x[")
	if n := len(b.visible()); n < 10 || n > 60 {
		t.Errorf("%d widgets", n)
	}
}

func TestScreenshots(t *testing.T) {
	dir := os.Getenv("POSTFLIGHT_SCREENS")
	if dir == "" {
		t.Skip("POSTFLIGHT_SCREENS names no folder")
	}
	for name, v := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		b := newBench(t, fyne.NewSize(360, 560), v)
		b.SetCatalog(demo(t))
		b.SetTime(12 * time.Second)
		b.find(t, "ATTITUDE_EULER").tap(onName)
		b.find(t, "roll").tap(onTick)
		b.find(t, "pitch").tap(onName)
		f, err := os.Create(filepath.Join(dir, "signals-"+name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, b.window.Canvas().Capture()); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
}
