package plot_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot"
	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// curve is a sine of n samples over 100 s.
func curve(t testing.TB, name, unit string, n int) plot.Curve {
	t.Helper()
	times, values := make([]time.Duration, n), make([]float64, n)
	for i := range times {
		times[i] = time.Duration(i) * (100 * time.Second / time.Duration(n-1))
		values[i] = 30 * math.Sin(float64(i)/float64(n)*20)
	}
	s, err := raster.NewSeries(times, values, nil)
	if err != nil {
		t.Fatal(err)
	}
	return plot.Curve{Name: name, Unit: unit, Series: s}
}

// bench is a stack in a window of 1000 by 600.
type bench struct {
	*plot.Stack
	window fyne.Window
	seeks  []time.Duration
	views  [][2]time.Duration
}

func newBench(t *testing.T, panes ...*plot.Pane) *bench {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(fynetheme.VariantLight))
	b := &bench{Stack: plot.NewStack(panes...)}
	queued(b.Stack) // what a test does not wait for is not done
	b.OnSeek = func(at time.Duration) { b.seeks = append(b.seeks, at) }
	b.OnView = func(from, to time.Duration) { b.views = append(b.views, [2]time.Duration{from, to}) }
	b.window = test.NewTempWindow(t, b.Stack)
	b.window.SetPadded(false)
	b.window.Resize(fyne.NewSize(1000, 600))
	t.Cleanup(b.Close)
	return b
}

func twoPanes(t *testing.T) (*bench, *plot.Pane, *plot.Pane) {
	t.Helper()
	roll, alt := plot.NewPane("roll"), plot.NewPane("altitude")
	roll.SetCurves([]plot.Curve{curve(t, "estimate", "deg", 5001), curve(t, "truth", "deg", 301)})
	alt.SetCurves([]plot.Curve{curve(t, "height", "m", 1001)})
	return newBench(t, roll, alt), roll, alt
}

// at is the place in the pane at a fraction of its plot.
func at(p *plot.Pane, x, y float32) fyne.Position {
	pos, size := p.Plot()
	return pos.AddXY(size.Width*x, size.Height*y)
}

func press(p *plot.Pane, pos fyne.Position, button desktop.MouseButton) {
	p.MouseDown(&desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: pos, AbsolutePosition: p.Position().Add(pos)},
		Button:     button,
	})
}

func scroll(p *plot.Pane, pos fyne.Position, dx, dy float32) {
	p.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: pos}, Scrolled: fyne.Delta{DX: dx, DY: dy}})
}

func near(a, b, by time.Duration) bool { return max(a-b, b-a) <= by }

func TestTheViewFitsTheDataUntilSomebodyChooses(t *testing.T) {
	b, roll, _ := twoPanes(t)
	if from, to := b.View(); from != 0 || to != 100*time.Second {
		t.Errorf("view %v to %v, want all", from, to)
	}
	b.SetView(10*time.Second, 20*time.Second)
	roll.SetCurves([]plot.Curve{curve(t, "estimate", "deg", 11)})
	if from, to := b.View(); from != 10*time.Second || to != 20*time.Second {
		t.Errorf("view %v to %v after new curves, want what was set", from, to)
	}
	if len(b.views) != 0 {
		t.Error("the program's own changes were reported as the person's")
	}
}

func TestAClickSeeks(t *testing.T) {
	b, roll, alt := twoPanes(t)
	press(alt, at(alt, 0.25, 0.5), desktop.MouseButtonPrimary)
	if len(b.seeks) != 1 || !near(b.seeks[0], 25*time.Second, 100*time.Millisecond) {
		t.Fatalf("seeks %v, want one to 25 s", b.seeks)
	}
	want := at(roll, 0.25, 0).X
	if x, ok := roll.PlayheadX(); !ok || math.Abs(float64(x-want)) > 0.1 {
		t.Errorf("playhead of the other pane at %v, %v; want %v", x, ok, want)
	}
	press(alt, fyne.NewPos(2, 20), desktop.MouseButtonPrimary)
	if len(b.seeks) != 1 {
		t.Error("a click beside the plot seeks")
	}
}

func TestADragScrubsAndStaysInsideTheFlight(t *testing.T) {
	b, roll, _ := twoPanes(t)
	press(roll, at(roll, 0.5, 0.5), desktop.MouseButtonPrimary)
	for _, x := range []float32{0.6, 0.7, 3} {
		roll.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(roll, x, 0.5)}})
	}
	roll.DragEnd()
	if len(b.seeks) != 4 || b.Playhead() != 100*time.Second {
		t.Errorf("seeks %v, playhead %v; want four, the last to the end", b.seeks, b.Playhead())
	}
}

func TestTheWheelZoomsAtThePointer(t *testing.T) {
	b, roll, _ := twoPanes(t)
	scroll(roll, at(roll, 0.3, 0.5), 0, 50)
	from, to := b.View()
	if !near(to-from, 64*time.Second, time.Millisecond) {
		t.Errorf("two notches leave %v in view, want 64 s", to-from)
	}
	if under := from + time.Duration(0.3*float64(to-from)); !near(under, 30*time.Second, 10*time.Millisecond) {
		t.Errorf("%v is under the pointer, want 30 s", under)
	}
	if len(b.views) != 1 || b.views[0] != [2]time.Duration{from, to} {
		t.Errorf("reported %v", b.views)
	}
	place := at(roll, 0.3, 0.5)
	under := from + time.Duration(0.3*float64(to-from))
	for range 400 {
		scroll(roll, place, 0, 25)
	}
	if from, to := b.View(); to-from != 10*time.Microsecond || from > under+time.Microsecond || to < under-time.Microsecond {
		t.Errorf("closest view is %v to %v, the pointer was at %v", from, to, under)
	}
	for range 400 {
		scroll(roll, at(roll, 0.3, 0.5), 0, -25)
	}
	if from, to := b.View(); to-from > 200*time.Second {
		t.Errorf("farthest view is %v to %v", from, to)
	}
}

func TestShiftAndWheelZoomOnlyThatPanesValues(t *testing.T) {
	b, roll, alt := twoPanes(t)
	lo, hi := roll.ValueRange()
	altLo, altHi := alt.ValueRange()
	b.SetModifiers(func() fyne.KeyModifier { return fyne.KeyModifierShift })
	scroll(roll, at(roll, 0.5, 0.25), 25, 0)
	newLo, newHi := roll.ValueRange()
	if math.Abs((newHi-newLo)/(hi-lo)-0.8) > 1e-6 {
		t.Errorf("range %v to %v after %v to %v", newLo, newHi, lo, hi)
	}
	if a, b := hi-0.25*(hi-lo), newHi-0.25*(newHi-newLo); math.Abs(a-b) > 0.01 {
		t.Errorf("%v is under the pointer, want %v", b, a)
	}
	if a, c := alt.ValueRange(); a != altLo || c != altHi {
		t.Error("the other pane's values moved")
	}
	if from, to := b.View(); to-from != 100*time.Second {
		t.Errorf("time moved to %v to %v", from, to)
	}
}

func TestARightDragPans(t *testing.T) {
	b, roll, alt := twoPanes(t)
	b.SetView(40*time.Second, 60*time.Second)
	press(roll, at(roll, 0.5, 0.5), desktop.MouseButtonSecondary)
	to := at(alt, 0.25, 0.5) // leaving the pane on the way
	moved := &desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: to, AbsolutePosition: alt.Position().Add(to)},
		Button:     desktop.MouseButtonSecondary,
	}
	alt.MouseMoved(moved)
	if from, _ := b.View(); !near(from, 45*time.Second, 10*time.Millisecond) {
		t.Errorf("view starts at %v, want 45 s", from)
	}
	moved.Button = 0
	moved.AbsolutePosition.X += 50
	before, _ := b.View()
	alt.MouseMoved(moved)
	if after, _ := b.View(); after != before {
		t.Error("panning goes on after the button was let go")
	}
	if len(b.seeks) != 0 {
		t.Error("panning seeks")
	}
}

func TestADoubleClickFitsAll(t *testing.T) {
	b, roll, _ := twoPanes(t)
	lo, hi := roll.ValueRange()
	b.SetView(10*time.Second, 11*time.Second)
	roll.SetValueRange(-1, 1)
	test.DoubleTap(roll)
	if from, to := b.View(); from != 0 || to != 100*time.Second {
		t.Errorf("view %v to %v", from, to)
	}
	if a, c := roll.ValueRange(); a != lo || c != hi {
		t.Errorf("values %v to %v, want %v to %v", a, c, lo, hi)
	}
	if len(b.views) != 1 {
		t.Errorf("%d views reported, want 1", len(b.views))
	}
}

func TestAPictureIsDrawnOnlyWhenItChanges(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.window.Canvas().Capture()
	draws := func() int { b.window.Canvas().Capture(); return roll.Draws() }
	last, told := draws(), 0
	b.OnDrawn = func(took time.Duration) {
		if told++; took < 0 {
			t.Errorf("drawn in %v", took)
		}
	}
	same := func(what string, do func()) {
		t.Helper()
		do()
		if n := draws(); n != last {
			t.Errorf("%s redraws the picture", what)
			last = n
		}
	}
	once := func(what string, do func()) {
		t.Helper()
		told = 0
		do()
		if n := draws(); n != last+1 || told == 0 {
			t.Errorf("%s redraws the picture %d times, want once; %d were told of", what, n-last, told)
		}
		last = roll.Draws()
	}
	same("nothing", func() {})
	same("the playhead", func() { b.SetPlayhead(33 * time.Second) })
	same("the cursor", func() { test.MoveMouse(b.window.Canvas(), fyne.NewPos(400, 100)) })
	same("the crop range", func() { b.SetCrop(plot.Range{From: time.Second, To: 9 * time.Second}) })
	same("a refresh", b.Refresh)
	once("the view", func() { b.SetView(time.Second, 2*time.Second) })
	once("marks", func() { b.SetMarks([]plot.Mark{{At: time.Second}}) })
	once("curves", func() { roll.SetCurves([]plot.Curve{curve(t, "a", "deg", 9)}) })
	once("size", func() { b.window.Resize(fyne.NewSize(900, 500)) })
	once("theme", func() { fyne.CurrentApp().Settings().SetTheme(theme.Fixed(fynetheme.VariantDark)) })
}

func TestPlotsAreAlignedAndOfOneHeight(t *testing.T) {
	wide := plot.NewPane("pressure")
	big := curve(t, "p", "Pa", 11)
	values := make([]float64, 11)
	for i := range values {
		values[i] = 101325.25 + float64(i)/100
	}
	times := make([]time.Duration, 11)
	for i := range times {
		times[i] = time.Duration(i) * time.Second
	}
	big.Series, _ = raster.NewSeries(times, values, nil)
	wide.SetCurves([]plot.Curve{big})
	narrow := plot.NewPane("roll")
	narrow.SetCurves([]plot.Curve{curve(t, "estimate", "deg", 11)})
	newBench(t, wide, narrow)
	pos1, size1 := wide.Plot()
	pos2, size2 := narrow.Plot()
	if pos1.X != pos2.X || size1.Width != size2.Width || math.Abs(float64(size1.Height-size2.Height)) > 1 {
		t.Errorf("plots at %v %v and %v %v", pos1, size1, pos2, size2)
	}
}

func TestUnitsAndValuesStandInTheHeader(t *testing.T) {
	b, roll, alt := twoPanes(t)
	b.SetPlayhead(50 * time.Second)
	for p, want := range map[*plot.Pane]string{roll: "roll (deg)", alt: "altitude (m)"} {
		if !slices.Contains(p.Shown(), want) {
			t.Errorf("no %q in %q", want, p.Shown())
		}
	}
	v, _, _ := roll.Curves()[0].Latest(50 * time.Second)
	if got := strings.TrimSpace(roll.LegendValues()[0]); got != raster.FormatValue(v, 0.1) {
		t.Errorf("legend says %q, want %v", got, v)
	}
	b.SetPlayhead(-time.Second)
	if got := strings.TrimSpace(roll.LegendValues()[0]); got != "–" {
		t.Errorf("legend says %q before the first sample", got)
	}
}

func TestALongLegendIsShortenedNotSpilled(t *testing.T) {
	p := plot.NewPane("attitude of the vehicle against ground truth")
	var curves []plot.Curve
	for _, name := range []string{"short", "a rather long name of a signal", "another rather long name of a signal", "x", "y", "z", "v"} {
		curves = append(curves, curve(t, name, "deg", 11))
	}
	p.SetCurves(curves)
	b := newBench(t, p)
	for _, width := range []float32{1000, 600, 300} {
		b.window.Resize(fyne.NewSize(width, 300))
		for _, o := range test.WidgetRenderer(p).Objects() {
			if o.Visible() && (o.Position().X < 0 || o.Position().X+o.Size().Width > b.Size().Width+0.5) {
				t.Errorf("at %v: %T reaches from %v to %v", width, o, o.Position().X, o.Position().X+o.Size().Width)
			}
		}
	}
}

func TestALowPaneStillTellsItsScale(t *testing.T) {
	b, roll, _ := twoPanes(t)
	for _, height := range []float32{130, 180, 240, 320} {
		b.window.Resize(fyne.NewSize(600, height))
		numbers := 0
		for _, text := range roll.Shown() {
			if _, err := strconv.ParseFloat(text, 64); err == nil {
				numbers++
			}
		}
		if numbers < 2 {
			t.Errorf("at a height of %v: labels %q", height, roll.Shown())
		}
	}
}

func TestTheReadoutNamesRealSamples(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.SetMarks([]plot.Mark{{At: 50 * time.Second, Kind: plot.MarkEpoch, Label: "epoch 2: reboot"}})
	test.MoveMouse(b.window.Canvas(), roll.Position().Add(at(roll, 0.5, 0.5)))
	got := b.Readout()
	i, _ := roll.Curves()[1].Series.Nearest(50 * time.Second)
	when, v := roll.Curves()[1].Series.At(i)
	want := "truth  " + raster.FormatExact(v) + " deg  at " + raster.FormatTime(when, time.Millisecond)
	if len(got) != 4 || got[1] != "epoch 2: reboot" || got[3] != want {
		t.Errorf("readout %q, want 4 lines with %q", got, want)
	}
	test.MoveMouse(b.window.Canvas(), fyne.NewPos(1, 1))
	if got := b.Readout(); len(got) != 0 {
		t.Errorf("readout %q beside the plot", got)
	}
}

func TestTheCursorStaysUnderThePointerWhenTheViewMoves(t *testing.T) {
	b, roll, _ := twoPanes(t)
	test.MoveMouse(b.window.Canvas(), roll.Position().Add(at(roll, 0.5, 0.5)))
	b.SetView(10*time.Second, 20*time.Second)
	if got := b.Readout(); len(got) == 0 || !strings.HasPrefix(got[0], "00:15") {
		t.Errorf("readout %q, want 15 s", got)
	}
}

func TestALongSeriesIsPreparedInTheBackground(t *testing.T) {
	p := plot.NewPane("imu")
	b := newBench(t, p)
	queue := make(chan func(), 10)
	b.SetExecutor(func(f func()) { queue <- f })
	p.SetCurves([]plot.Curve{curve(t, "x", "m/s²", 300_000)})
	if p.Curves()[0].Pyramid != nil {
		t.Fatal("prepared on the UI goroutine")
	}
	(<-queue)()
	if p.Curves()[0].Pyramid == nil {
		t.Error("not prepared")
	}
	if lo, hi := p.ValueRange(); lo > -29 || hi < 29 {
		t.Errorf("value axis %v to %v does not show it", lo, hi)
	}
}

func TestCurvesThatWereReplacedAreNotPrepared(t *testing.T) {
	p := plot.NewPane("imu")
	b := newBench(t, p)
	queue := make(chan func(), 10)
	b.SetExecutor(func(f func()) { queue <- f })
	p.SetCurves([]plot.Curve{curve(t, "x", "", 300_000)})
	p.SetCurves([]plot.Curve{curve(t, "y", "", 10)})
	for len(queue) > 0 {
		(<-queue)()
	}
	if got := p.Curves(); len(got) != 1 || got[0].Name != "y" || got[0].Pyramid != nil {
		t.Errorf("curves %+v", got)
	}
}
