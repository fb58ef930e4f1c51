package transport_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"postflight/replay"
	"postflight/ui/transport"
)

// track finds the track in the bar, and where it lies on the canvas.
func (b *bench) track() (*transport.Track, fyne.Position) {
	var found *transport.Track
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *transport.Track:
			found = o
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		}
	}
	for _, o := range test.WidgetRenderer(b.Bar).Objects() {
		walk(o)
	}
	return found, fyne.CurrentApp().Driver().AbsolutePositionForObject(found)
}

func primary(at fyne.Position) *desktop.MouseEvent {
	e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	e.Position = at
	return e
}

func TestAPressOnTheTrackSeeksThere(t *testing.T) {
	b := newBench(t, 1280, dark)
	for _, at := range []time.Duration{0, 20 * time.Second, 77 * time.Second, 199 * time.Second, 200 * time.Second} {
		b.seeks = nil
		track, origin := b.track()
		track.MouseDown(primary(b.point(at).Subtract(origin)))
		track.MouseUp(primary(b.point(at).Subtract(origin)))
		if len(b.seeks) != 1 || !near(b.seeks[0], at) {
			t.Errorf("pressed at %v: seeks %v", at, b.seeks)
		}
	}
}

func TestADragSeeksLive(t *testing.T) {
	b := newBench(t, 1280, dark)
	dx := b.point(120*time.Second).X - b.point(80*time.Second).X
	b.drag(b.point(80*time.Second), dx)
	if len(b.seeks) != 11 {
		t.Fatalf("%d seeks: %v", len(b.seeks), b.seeks)
	}
	for i, at := range b.seeks {
		if want := time.Duration(80+4*i) * time.Second; !near(at, want) {
			t.Errorf("seek %d is to %v, want %v", i, at, want)
		}
	}
	if len(b.crops) > 0 {
		t.Errorf("the crop moved too: %v", b.crops)
	}
}

func TestADragReportedWithoutAPressSeeksFromItsStart(t *testing.T) {
	b := newBench(t, 1280, dark)
	test.Drag(b.window.Canvas(), b.onCanvas(b.point(120*time.Second)), 40, 0)
	if len(b.seeks) != 2 || !near(b.seeks[1], 120*time.Second) {
		t.Errorf("seeks %v", b.seeks)
	}
}

func TestADragBeyondTheTrackStaysInTheFlight(t *testing.T) {
	b := newBench(t, 640, dark)
	b.drag(b.point(180*time.Second), 400)
	b.drag(b.point(20*time.Second), -400)
	for _, at := range b.seeks {
		if at < 0 || at > 200*time.Second {
			t.Errorf("seeks to %v", at)
		}
	}
}

func TestDraggingAHandleMovesThatEndOfTheCrop(t *testing.T) {
	b := newBench(t, 1280, dark)
	tenSeconds := b.point(10*time.Second).X - b.point(0).X
	from, to := b.HandlePositions()
	b.drag(from, tenSeconds)
	last := b.crops[len(b.crops)-1]
	if !near(last.From, 60*time.Second) || last.To != 150*time.Second {
		t.Errorf("start dragged 10 s later: %v", last)
	}
	b.drag(to, -tenSeconds)
	last = b.crops[len(b.crops)-1]
	if !near(last.From, 60*time.Second) || !near(last.To, 140*time.Second) {
		t.Errorf("end dragged 10 s earlier: %v", last)
	}
	if len(b.seeks) > 0 {
		t.Errorf("the playhead moved too: %v", b.seeks)
	}
}

func TestAHandleIsTakenUpToSevenUnitsBesideIt(t *testing.T) {
	for off, want := range map[float32]bool{-8: false, -6.9: true, 0: true, 6.9: true, 8: false} {
		b := newBench(t, 1280, dark)
		b.drag(b.point(50*time.Second).AddXY(off, 0), 30)
		if took := len(b.crops) > 0; took != want {
			t.Errorf("%v beside the handle: taken is %v", off, took)
		}
	}
}

func TestHandlesNeverSwap(t *testing.T) {
	for _, dx := range []float32{2000, -2000} {
		b := newBench(t, 1280, dark)
		from, to := b.HandlePositions()
		b.drag(from, dx)
		b.drag(to, -dx)
		for _, r := range b.crops {
			if r.From >= r.To || r.From < 0 || r.To > 200*time.Second {
				t.Errorf("dragged by %v: crop %v", dx, r)
			}
		}
	}
}

func TestHandlesThatTouchAreTakenFromTheirOwnSides(t *testing.T) {
	b := newBench(t, 1280, dark)
	s := flight()
	s.Crop = replay.Range{From: 100 * time.Second, To: 100*time.Second + time.Millisecond}
	b.SetState(s)
	from, to := b.HandlePositions()
	b.drag(from, -50)
	b.drag(to, 50)
	last := b.crops[len(b.crops)-1]
	if last.From >= s.Crop.From || last.To <= s.Crop.To {
		t.Errorf("crop %v", last)
	}
}

func TestOnlyThePrimaryButtonSeeks(t *testing.T) {
	b := newBench(t, 1280, dark)
	track, origin := b.track()
	e := primary(b.point(70 * time.Second).Subtract(origin))
	e.Button = desktop.MouseButtonSecondary
	track.MouseDown(e)
	if len(b.calls) > 0 {
		t.Errorf("asked for %v", b.calls)
	}
}

func TestTheCursorTellsAHandle(t *testing.T) {
	b := newBench(t, 1280, dark)
	track, _ := b.track()
	from, _ := b.HandlePositions()
	test.MoveMouse(b.window.Canvas(), b.onCanvas(from))
	if track.Cursor() != desktop.HResizeCursor {
		t.Error("no resize cursor over a handle")
	}
	test.MoveMouse(b.window.Canvas(), b.onCanvas(b.point(100*time.Second)))
	if track.Cursor() != desktop.DefaultCursor {
		t.Error("a resize cursor beside the handles")
	}
}

func TestATrackWithoutAFlightIsHarmless(t *testing.T) {
	b := newBench(t, 640, dark)
	b.SetState(replay.State{})
	b.drag(b.point(100*time.Second), 20)
	for _, at := range b.seeks {
		if at != 0 {
			t.Errorf("seeks to %v", at)
		}
	}
	for _, r := range b.crops {
		if r.From > r.To {
			t.Errorf("crop %v", r)
		}
	}
}
