package transport_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/replay"
	"postflight/ui/theme"
	"postflight/ui/transport"
)

var speeds = []float64{0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64}

// bench is a bar in a window, with a list of what it asked for.
type bench struct {
	*transport.Bar
	window fyne.Window
	calls  []string
	seeks  []time.Duration
	crops  []replay.Range
	now    time.Time
}

func newBench(t *testing.T, width float32, variant fyne.ThemeVariant) *bench {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(variant))
	b := &bench{now: time.Unix(0, 0)}
	note := func(format string, args ...any) { b.calls = append(b.calls, fmt.Sprintf(format, args...)) }
	b.Bar = transport.NewWithClock(transport.Actions{
		TogglePlay: func() { note("toggle") },
		Seek: func(at time.Duration) {
			note("seek %v", at)
			b.seeks = append(b.seeks, at)
		},
		Step: func(d time.Duration) { note("step %v", d) },
		SetCrop: func(r replay.Range) {
			note("crop %v %v", r.From, r.To)
			b.crops = append(b.crops, r)
		},
		SetSpeed: func(v float64) { note("speed %v", v) },
		SetLoop:  func(on bool) { note("loop %v", on) },
		ToStart:  func() { note("start") },
		ToEnd:    func() { note("end") },
	}, speeds, func() time.Time { return b.now })
	b.window = test.NewTempWindow(t, b.Bar)
	b.window.SetPadded(false)
	b.window.Resize(fyne.NewSize(width, b.MinSize().Height))
	b.SetState(flight())
	return b
}

// flight is 200 s long, cropped to 50 to 150 s, the playhead at 100 s.
func flight() replay.State {
	return replay.State{
		At: 100 * time.Second, Speed: 1,
		Whole: replay.Range{To: 200 * time.Second},
		Crop:  replay.Range{From: 50 * time.Second, To: 150 * time.Second},
	}
}

// point is the place on the canvas of a time, in the middle of the track.
func (b *bench) point(at time.Duration) fyne.Position {
	pos, size := b.TrackArea()
	return pos.AddXY(size.Width*float32(at.Seconds()/200), size.Height/2)
}

// onCanvas gives the place where the canvas finds what a position of the bar
// names: the test driver's positions leave out a notch it imagines.
func (b *bench) onCanvas(p fyne.Position) fyne.Position {
	notch, _ := b.window.Canvas().InteractiveArea()
	return p.Add(notch)
}

// drag drags the mouse in small steps as a window's driver reports it.
func (b *bench) drag(from fyne.Position, dx float32) {
	track, origin := b.track()
	track.MouseDown(primary(from.Subtract(origin)))
	const steps = 10
	for i := 1; i <= steps; i++ {
		at := from.AddXY(dx*float32(i)/steps, 0)
		e := &fyne.DragEvent{Dragged: fyne.NewDelta(dx/steps, 0)}
		e.Position, e.AbsolutePosition = at.Subtract(origin), at
		track.Dragged(e)
	}
	track.MouseUp(primary(from.AddXY(dx, 0).Subtract(origin)))
	track.DragEnd()
}

// near allows for the rounding to a position in float32.
func near(a, b time.Duration) bool {
	return math.Abs((a - b).Seconds()) < 0.01
}

const light, dark = fynetheme.VariantLight, fynetheme.VariantDark
