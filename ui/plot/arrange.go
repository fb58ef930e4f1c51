package plot

import (
	"slices"

	"fyne.io/fyne/v2"
)

// NewPaneIndex stands for a pane that is yet to be made.
const NewPaneIndex = -1

// AddCurve shows c in the pane at an index, or in a new pane at the bottom if
// there is none there. A curve of the same name and series that the pane shows
// already is not added again. It can be undone.
func (s *Stack) AddCurve(pane int, c Curve) {
	if c.Series == nil {
		return
	}
	if pane < 0 || pane >= len(s.panes) {
		s.record("")
		p := NewPane(c.Name)
		p.setCurves([]Curve{c})
		s.setPanes(append(s.Panes(), p))
		s.tellPanes()
		return
	}
	p := s.panes[pane]
	if slices.ContainsFunc(p.curves, func(o Curve) bool { return o.Name == c.Name && o.Series == c.Series }) {
		return
	}
	s.record("")
	p.setCurves(append(p.Curves(), c))
	s.tellPanes()
}

// RemoveCurve takes the curve of a name out of the pane at an index, and the
// pane with its last curve. It can be undone.
func (s *Stack) RemoveCurve(pane int, name string) {
	if pane < 0 || pane >= len(s.panes) {
		return
	}
	p := s.panes[pane]
	i := slices.IndexFunc(p.curves, func(c Curve) bool { return c.Name == name })
	switch {
	case i < 0:
		return
	case len(p.curves) == 1:
		s.RemovePane(pane)
		return
	}
	s.record("")
	p.setCurves(slices.Delete(p.Curves(), i, i+1))
	s.tellPanes()
}

// RemovePane removes the pane at an index. It can be undone.
func (s *Stack) RemovePane(pane int) {
	if pane < 0 || pane >= len(s.panes) {
		return
	}
	s.record("")
	s.setPanes(slices.Delete(s.Panes(), pane, pane+1))
	s.tellPanes()
}

// MovePane puts the pane at an index to another place among the panes. It can
// be undone.
func (s *Stack) MovePane(from, to int) {
	if from < 0 || from >= len(s.panes) || to < 0 || to >= len(s.panes) || from == to {
		return
	}
	s.record("")
	panes := s.Panes()
	p := panes[from]
	s.setPanes(slices.Insert(slices.Delete(panes, from, from+1), to, p))
	s.tellPanes()
}

// PaneAt is the index of the pane under a position on the canvas, as drag events
// have it; [NewPaneIndex] if there is none.
func (s *Stack) PaneAt(onCanvas fyne.Position) int {
	at := onCanvas.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(s))
	if at.X < 0 || at.X >= s.Size().Width {
		return NewPaneIndex
	}
	for i, p := range s.panes {
		if top := p.Position().Y; at.Y >= top && at.Y < top+p.Size().Height {
			return i
		}
	}
	return NewPaneIndex
}

// ShowDrop marks the pane that something dragged to a position on the canvas
// would fall into, and returns its index as [Stack.PaneAt] does.
func (s *Stack) ShowDrop(onCanvas fyne.Position) int {
	at := s.PaneAt(onCanvas)
	if s.renderer != nil {
		s.renderer.showDrop(at)
	}
	return at
}

// HideDrop takes the mark of ShowDrop away.
func (s *Stack) HideDrop() {
	if s.renderer != nil {
		s.renderer.showDrop(NewPaneIndex)
	}
}

// Drop adds c where it was let go: to the pane under a position on the canvas,
// or to a new one.
func (s *Stack) Drop(onCanvas fyne.Position, c Curve) {
	s.HideDrop()
	s.AddCurve(s.PaneAt(onCanvas), c)
}

func (s *Stack) tellPanes() {
	if s.OnPanes != nil {
		s.OnPanes()
	}
}

// heights shares out a height by the panes' weights; none gets less than least.
func (s *Stack) heights(total, least float32) []float32 {
	var sum float32
	for _, p := range s.panes {
		sum += p.weight
	}
	out := make([]float32, len(s.panes))
	var spare, over float32
	for i, p := range s.panes {
		out[i] = max(float32(int(total*p.weight/sum)), least)
		spare += out[i]
		over += out[i] - least
	}
	// What the least ones got more than their share, the others give.
	if spare -= total; spare > 0 && over > 0 {
		for i := range out {
			out[i] = float32(int(out[i] - min(spare/over, 1)*(out[i]-least)))
		}
	}
	return out
}

// moveBorder moves the lower border of the pane at an index by so much from
// where the panes had the heights given.
func (s *Stack) moveBorder(pane int, heights []float32, by, least float32) {
	if pane < 0 || pane+1 >= len(s.panes) || len(heights) != len(s.panes) {
		return
	}
	by = min(max(by, least-heights[pane]), heights[pane+1]-least)
	for i, p := range s.panes {
		p.weight = heights[i]
	}
	s.panes[pane].weight += by
	s.panes[pane+1].weight -= by
	s.renderer.Layout(s.Size())
}
