package plot

import (
	"slices"

	"fyne.io/fyne/v2"
)

// placeOf is where a pane lies in the stack, scrolled as it is.
func (s *Stack) placeOf(p *Pane) fyne.Position {
	if s.renderer == nil {
		return p.Position()
	}
	return p.Position().Subtract(s.renderer.scroll.Offset)
}

// ScrollPanes moves the panes by so many heights of the stack, down to lower ones if
// it is positive. Where all have room it does nothing.
func (s *Stack) ScrollPanes(heights float32) {
	if r := s.renderer; r.scrolls() {
		r.scroll.ScrollToOffset(r.scroll.Offset.AddXY(0, heights*r.scroll.Size().Height))
		s.scrolled()
	}
}

// reveal scrolls to a pane that is not in sight as a whole.
func (s *Stack) reveal(p *Pane) {
	r := s.renderer
	if !r.scrolls() || !slices.Contains(s.panes, p) {
		return
	}
	top, bottom := s.placeOf(p).Y, s.placeOf(p).Y+p.Size().Height
	switch height := r.scroll.Size().Height; {
	case top < 0:
		r.scroll.ScrollToOffset(r.scroll.Offset.AddXY(0, top))
	case bottom > height:
		r.scroll.ScrollToOffset(r.scroll.Offset.AddXY(0, bottom-height))
	default:
		return
	}
	s.scrolled()
}

// scrolled takes away what lay at a place of the panes.
func (s *Stack) scrolled() {
	s.hideCursor()
	s.hideUnseen()
	s.repaint()
}

// hideUnseen hides panes that are out of sight: they cost as much to draw as others.
func (s *Stack) hideUnseen() {
	for _, p := range s.panes {
		top := s.placeOf(p).Y
		seen := top < s.renderer.scroll.Size().Height && top+p.Size().Height > 0
		switch {
		case seen && p.Hidden:
			p.Show()
		case !seen && !p.Hidden:
			p.Hide()
		}
	}
}
