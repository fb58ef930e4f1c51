package plot

import "slices"

// NewPaneIndex stands for a pane that is yet to be made, at the bottom.
const NewPaneIndex = -1

// NewPaneBefore stands for a pane that is yet to be made, above the one at an index.
func NewPaneBefore(index int) int { return NewPaneIndex - 1 - index }

// AddCurve shows c in the pane at an index, or in a new pane if there is none there:
// where [NewPaneBefore] says, else at the bottom. A curve of the same name and series
// that the pane shows already is not added again. It can be undone.
func (s *Stack) AddCurve(pane int, c Curve) { s.AddCurves(pane, []Curve{c}) }

// AddCurves is AddCurve for several, as one change. A new pane is named after them.
func (s *Stack) AddCurves(pane int, curves []Curve) {
	curves = slices.DeleteFunc(slices.Clone(curves), func(c Curve) bool {
		return c.Series == nil || pane >= 0 && pane < len(s.panes) && s.panes[pane].shows(c)
	})
	if len(curves) == 0 {
		return
	}
	s.record("")
	if pane >= 0 && pane < len(s.panes) {
		p := s.panes[pane]
		p.setCurves(append(p.Curves(), curves...))
	} else {
		at := len(s.panes)
		if pane < NewPaneIndex {
			at = min(NewPaneIndex-1-pane, at)
		}
		p := NewPane("")
		p.setCurves(curves)
		s.setPanes(slices.Insert(s.Panes(), at, p))
		s.reveal(p)
	}
	s.tellPanes()
}

func (p *Pane) shows(c Curve) bool {
	return slices.ContainsFunc(p.curves, func(o Curve) bool { return o.Name == c.Name && o.Origin().Series == c.Origin().Series })
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
