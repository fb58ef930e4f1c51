package plot_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"postflight/ui/plot"
)

// screen stands in for the toolkit's driver in one thing: it only knows the canvas
// of parts that were visible when the last frame was drawn. A part that it does not
// know asks for no frame.
type screen struct {
	fyne.Driver
	canvas fyne.Canvas
	known  map[fyne.CanvasObject]bool
	asked  bool
}

func (s *screen) CanvasForObject(o fyne.CanvasObject) fyne.Canvas {
	if !s.known[o] {
		return nil
	}
	return asking{s.canvas, s}
}

type asking struct {
	fyne.Canvas
	screen *screen
}

func (a asking) Refresh(fyne.CanvasObject) { a.screen.asked = true }
func (a asking) SetDirty()                 { a.screen.asked = true }

type screenApp struct {
	fyne.App
	screen *screen
}

func (a screenApp) Driver() fyne.Driver { return a.screen }

// frame draws one, and reports whether one was asked for.
func (s *screen) frame(root fyne.CanvasObject) bool {
	asked := s.asked
	s.asked = false
	s.known = map[fyne.CanvasObject]bool{}
	var see func(o fyne.CanvasObject)
	see = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		s.known[o] = true
		if w, ok := o.(fyne.Widget); ok {
			for _, part := range test.WidgetRenderer(w).Objects() {
				see(part)
			}
		}
	}
	see(root)
	return asked
}

func TestWhatIsShownAnewAsksForAFrame(t *testing.T) {
	b, roll, alt := twoPanes(t)
	queue := queued(b.Stack)
	seen := &screen{Driver: fyne.CurrentApp().Driver(), canvas: b.window.Canvas()}
	before := fyne.CurrentApp()
	fyne.SetCurrentApp(screenApp{before, seen})
	t.Cleanup(func() { fyne.SetCurrentApp(before) })
	b.SetPlayhead(10 * time.Second)
	drag := func(p *plot.Pane, y float32) *fyne.DragEvent {
		return &fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(300, y), AbsolutePosition: p.Position().AddXY(300, y)}}
	}
	for _, c := range []struct {
		what string
		do   func()
	}{
		{"marker A", func() { b.PlaceMarker(20 * time.Second) }},
		{"marker B", func() { b.PlaceMarker(60 * time.Second) }},
		{"what is between them", func() { (<-queue)() }},
		{"their end", b.ClearMarkers},
		{"the readout", func() { hover(roll, 0.4, 0.5) }},
		{"its end", roll.MouseOut},
		{"the place of a drop", func() { b.ShowDrop("ATTITUDE.roll", fyne.NewPos(500, 150)) }},
		{"the end of a drop", b.HideDrop},
		{"the box to zoom to", func() {
			b.SetModifiers(func() fyne.KeyModifier { return fyne.KeyModifierControl })
			press(roll, at(roll, 0.2, 0.2), desktop.MouseButtonPrimary)
			roll.Dragged(drag(roll, 150))
		}},
		{"its end", roll.DragEnd},
		{"a pane that is dragged", func() {
			b.SetModifiers(func() fyne.KeyModifier { return 0 })
			press(alt, fyne.NewPos(300, 6), desktop.MouseButtonPrimary)
			alt.Dragged(drag(alt, -200))
		}},
		{"its end", alt.DragEnd},
		{"a playhead out of view", func() { b.SetPlayhead(99 * time.Second) }},
		{"a playhead in view", func() { b.SetPlayhead(10 * time.Second) }},
		{"bands and marks", func() { dress(b.Stack) }},
	} {
		seen.frame(b.Stack)
		c.do()
		if !seen.frame(b.Stack) {
			t.Errorf("%s: no frame was asked for", c.what)
		}
	}
}
