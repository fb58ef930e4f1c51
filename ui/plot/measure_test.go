package plot_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/driver/desktop"

	"postflight/analysis/gap"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// queued makes background work wait for the test.
func queued(s *plot.Stack) chan func() {
	queue := make(chan func(), 100)
	s.SetExecutor(func(f func()) { queue <- f })
	return queue
}

func TestMarkersMeasureWhatIsBetweenThem(t *testing.T) {
	b, roll, _ := twoPanes(t)
	queue := queued(b.Stack)
	var told []plot.Statistic
	b.OnMeasured = func(rows []plot.Statistic) { told = rows }
	b.PlaceMarker(60 * time.Second)
	b.PlaceMarker(20 * time.Second)
	(<-queue)()
	if len(told) != 3 || told[1].Curve != "truth" || told[2].Pane != 1 || told[0].N != 2001 {
		t.Fatalf("rows %+v", told)
	}
	var want []float64
	s := roll.Curves()[1].Series
	for i := range s.Len() {
		if at, v := s.At(i); at >= 20*time.Second && at <= 60*time.Second {
			want = append(want, v)
		}
	}
	got := told[1]
	if got.Min != slices.Min(want) || got.Max != slices.Max(want) || got.First != want[0] || got.Last != want[len(want)-1] {
		t.Errorf("%+v of %d samples", got, len(want))
	}
	lines := strings.Join(roll.Measured(), "\n")
	for _, part := range []string{"A to B  -00:40.000", "estimate (deg)  Δ", "RMS", "B"} {
		if !strings.Contains(lines, part) {
			t.Errorf("no %q in %q", part, lines)
		}
	}
	b.PlaceMarker(62 * time.Second) // nearer to A, at 60 s
	if a, _ := b.MarkerAt(plot.MarkerA); a != 62*time.Second {
		t.Errorf("A is at %v", a)
	}
	b.ClearMarkers()
	if got := roll.Measured(); len(got) != 0 || told != nil {
		t.Errorf("left %q, told %v", got, told)
	}
}

func TestStatisticsOfTheVisibleWindow(t *testing.T) {
	b, _, _ := twoPanes(t)
	queue := queued(b.Stack)
	b.SetView(10*time.Second, 20*time.Second)
	var got []plot.Statistic
	b.Statistics(plot.Range{}, func(rows []plot.Statistic) { got = rows })
	(<-queue)()
	if len(got) != 3 || got[2].Curve != "height" || got[2].Unit != "m" || got[2].N != 101 || math.IsNaN(got[2].RMS) {
		t.Errorf("rows %+v", got)
	}
}

func TestStatisticsThatWereReplacedAreNotTold(t *testing.T) {
	b, _, _ := twoPanes(t)
	queue := queued(b.Stack)
	told := 0
	b.Statistics(plot.Range{To: time.Second}, func([]plot.Statistic) { told++ })
	b.Statistics(plot.Range{To: 2 * time.Second}, func([]plot.Statistic) { told += 10 })
	b.Statistics(plot.Range{To: 3 * time.Second}, func([]plot.Statistic) { told += 100 })
	b.Close()
	for len(queue) > 0 {
		(<-queue)()
	}
	if told != 0 {
		t.Errorf("told %d after the stack was closed", told)
	}
}

func TestValuesAtATimeAreTheLatestSamples(t *testing.T) {
	b, roll, _ := twoPanes(t)
	got := b.ValuesAt(50*time.Second + time.Millisecond)
	v, when, _ := roll.Curves()[1].Latest(50*time.Second + time.Millisecond)
	if len(got) != 3 || got[1] != (plot.Value{Pane: 0, Curve: "truth", Unit: "deg", Value: v, At: when, OK: true, Text: raster.FormatValue(v, 0.1)}) {
		t.Errorf("values %+v", got)
	}
	if got := b.ValuesAt(-1); got[0].OK {
		t.Errorf("a value before the first sample: %+v", got[0])
	}
}

func TestAValueThatHoldsNoLongerIsNotShown(t *testing.T) {
	b, roll, _ := twoPanes(t)
	c := curve(t, "estimate", "deg", 1001)
	c.Hold = gap.Hold{Limit: time.Second, Ends: []time.Duration{50*time.Second + 50*time.Millisecond}}
	roll.SetCurves([]plot.Curve{c})
	for at, want := range map[time.Duration]bool{
		50 * time.Second: true, 50*time.Second + 60*time.Millisecond: false, 51 * time.Second: true, 102 * time.Second: false,
	} {
		if got := b.ValuesAt(at); got[0].OK != want {
			t.Errorf("at %v: %+v", at, got[0])
		}
	}
}

func TestBandsAndMarksAreNamedWithoutOverlap(t *testing.T) {
	p := plot.NewPane("roll")
	p.SetCurves([]plot.Curve{curve(t, "estimate", "deg", 5001)})
	b := newBench(t, p)
	dress(b.Stack)
	var marks []plot.Mark
	for i := range 40 {
		marks = append(marks, plot.Mark{At: time.Duration(i) * 2 * time.Second, Kind: plot.MarkText, Label: "EKF lane switch " + time.Duration(i).String()})
	}
	b.SetMarks(marks)
	names := p.MarkNames()
	if !slices.Contains(names, "STABILIZE") || !slices.Contains(names, "LOITER") || len(names) < 10 {
		t.Errorf("names %q", names)
	}
	pos, size := p.MarkNameRoom()
	plotPos, plotSize := p.Plot()
	for i := range pos {
		if pos[i].X < plotPos.X || pos[i].X+size[i].Width > plotPos.X+plotSize.Width+0.5 {
			t.Errorf("%q sticks out", names[i])
		}
		for k := range i {
			if pos[i].Y == pos[k].Y && pos[i].X < pos[k].X+size[k].Width && pos[k].X < pos[i].X+size[i].Width {
				t.Errorf("%q lies on %q", names[i], names[k])
			}
		}
	}
}

func TestLayersAreSwitched(t *testing.T) {
	p := plot.NewPane("roll")
	p.SetCurves([]plot.Curve{curve(t, "estimate", "deg", 5001)})
	b := newBench(t, p)
	dress(b.Stack)
	all := len(p.MarkNames())
	for _, l := range plot.Layers() {
		before := b.window.Canvas().Capture()
		b.SetLayer(l, false)
		if b.LayerVisible(l) {
			t.Errorf("%v is visible", l)
		}
		if samePictures(before, b.window.Canvas().Capture()) {
			t.Errorf("%v: nothing went", l)
		}
	}
	if n := len(p.MarkNames()); n != 0 || all == 0 {
		t.Errorf("%d of %d names left", n, all)
	}
	b.SetLayer(plot.LayerModes, true)
	if !slices.Contains(p.MarkNames(), "AUTO") {
		t.Errorf("names %q", p.MarkNames())
	}
	b.SetLayer(-1, true)
	b.SetLayer(99, true)
}

func TestCurvesThatAskForNoColourGetNoneThatLooksAskedFor(t *testing.T) {
	truth, plain := curve(t, "truth", "deg", 11), curve(t, "roll", "deg", 11)
	truth.Style.Color = "truth"
	p := plot.NewPane("roll")
	p.SetCurves([]plot.Curve{truth, plain, curve(t, "more", "deg", 11)})
	for _, variant := range []uint8{0, 1} {
		seen := map[any]bool{}
		for i := range 3 {
			seen[p.CurveColor(i, themeVariant(variant))] = true
		}
		if len(seen) != 3 {
			t.Errorf("%d colours for 3 curves", len(seen))
		}
	}
}

func TestTheCursorTellsWhatAPressWouldDo(t *testing.T) {
	_, roll, alt := twoPanes(t)
	for _, c := range []struct {
		pane *plot.Pane
		x, y float32
		want desktop.Cursor
	}{
		{roll, at(roll, 0.5, 0.5).X, at(roll, 0.5, 0.5).Y, desktop.CrosshairCursor},
		{roll, 300, roll.Size().Height - 1, desktop.VResizeCursor},
		{alt, 300, 1, desktop.VResizeCursor},
		{roll, 300, 1, desktop.DefaultCursor},
		{roll, roll.CloseAt().X, roll.CloseAt().Y, desktop.PointerCursor},
	} {
		ev := &desktop.MouseEvent{}
		ev.Position.X, ev.Position.Y = c.x, c.y
		c.pane.MouseMoved(ev)
		if got := c.pane.Cursor(); got != c.want {
			t.Errorf("at %v, %v: cursor %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestTheFigureIsWhatTheStackShows(t *testing.T) {
	p := plot.NewPane("mixed")
	mode := curve(t, "mode", "", 50)
	mode.Style.Step = true
	p.SetCurves([]plot.Curve{curve(t, "roll", "deg", 101), mode})
	b := newBench(t, p)
	dress(b.Stack)
	b.SetView(10*time.Second, 58*time.Second)
	b.SetLayer(plot.LayerText, false)
	b.SetCrop(plot.Range{From: 12 * time.Second, To: 70 * time.Second})
	b.SetMarker(plot.MarkerA, 20*time.Second)
	queue := queued(b.Stack)
	b.SetMarker(plot.MarkerB, 50*time.Second)
	(<-queue)()
	f := b.Figure("flight")
	if f.From != 10*time.Second || f.To != 58*time.Second || len(f.Bands) != 4 || len(f.Marks) != 4 || len(f.Panes) != 1 {
		t.Fatalf("from %v to %v, %d bands, %d marks, %d panes", f.From, f.To, len(f.Bands), len(f.Marks), len(f.Panes))
	}
	got := f.Panes[0]
	if got.Title != "mixed (deg)" || got.Curves[0].Right || !got.Curves[1].Right || !got.Curves[1].Step {
		t.Errorf("pane %+v", got)
	}
	if a, b := f.Marks[2], f.Marks[3]; a.Label != "A" || a.At != 20*time.Second || b.Label != "B" || b.At != 50*time.Second {
		t.Errorf("markers %+v, %+v", a, b)
	}
	if s := f.Shades; len(s) != 1 || s[0].From != 10*time.Second || s[0].To != 12*time.Second {
		t.Errorf("outside the crop range: %+v", s)
	}
	if n := got.Notes; len(n) != 3 || !strings.HasPrefix(n[0].Text, "A to B") || !strings.HasPrefix(n[1].Text, "roll (deg)  Δ") {
		t.Errorf("notes %+v", n)
	}
	if lo, hi := p.ValueRange(); got.Lo != lo || got.Hi != hi {
		t.Errorf("values %v to %v", got.Lo, got.Hi)
	}
}
