package window

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Rectangle is a place in the window: x, y, width, height.
type Rectangle [4]float32

// Layout names where things lie, for those who drive the window from outside. It
// is empty on the start page and until a flight has been laid out.
func (w *Window) Layout() map[string]Rectangle {
	out := map[string]Rectangle{}
	if w.flight == nil || !w.laidOut() {
		return out
	}
	put := func(name string, p fyne.Position, s fyne.Size) { out[name] = Rectangle{p.X, p.Y, s.Width, s.Height} }
	object := func(name string, o fyne.CanvasObject) { put(name, absolute(o), o.Size()) }
	trackPos, trackSize := w.bar.TrackArea()
	put("track", trackPos, trackSize)
	in, end := w.bar.HandlePositions()
	put("handle-in", in, fyne.NewSize(0, 0))
	put("handle-out", end, fyne.NewSize(0, 0))
	for name, p := range w.bar.ControlPositions() {
		put(name, p, fyne.NewSize(0, 0))
	}
	object("plots", w.stack)
	object("horizon", w.horizon)
	object("tabs", w.tabs)
	signalsPos, signalsSize := w.signals.RowArea()
	put("signals", signalsPos, signalsSize)
	put("signals-row", signalsPos, fyne.NewSize(signalsSize.Width, w.signals.RowHeight()))
	for name, r := range w.tabPlaces() {
		out["tab:"+name] = r
	}
	for _, p := range w.panels() {
		if w.tabs.Selected() == p.tab {
			pos, size := p.area()
			put("rows:"+p.name, pos, size)
		}
	}
	return out
}

// laidOut tells whether the flight's parts have their places: shown for the
// first time, all of them lie in the corner until the next frame.
func (w *Window) laidOut() bool {
	plots := w.stack.Size().Height
	return plots > 0 && absolute(w.bar).Y >= absolute(w.stack).Y+plots
}

// tabPlaces is where the heads of the panels lie. Fyne does not tell: a head is
// its bold text and a padding around it, the next one stands beside it, and those
// for which there is no room are in a menu.
func (w *Window) tabPlaces() map[string]Rectangle {
	out := map[string]Rectangle{}
	at, inner := absolute(w.tabs), 2*fynetheme.InnerPadding()
	x := float32(0)
	for _, p := range w.panels() {
		text := fyne.MeasureText(p.tab.Text, fynetheme.TextSize(), fyne.TextStyle{Bold: true})
		size := fyne.NewSize(text.Width+inner, fyne.Max(text.Height, fynetheme.IconInlineSize())+inner)
		if x+size.Width > w.tabs.Size().Width {
			break
		}
		out[p.name] = Rectangle{at.X + x, at.Y, size.Width, size.Height}
		x += size.Width + fynetheme.Padding()
	}
	return out
}

func absolute(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}
