package plot

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

const (
	markName     = 140 // the widest
	leastName    = 3   // characters that a name is cut to
	marksWritten = 60  // at most: more is a blur

	laneFrom = 20 // line heights of the stack from which on it has a lane
	wideFrom = 40 // the same for two rows of names of marks
	fewMarks = 8  // for which one row does
)

// lane is how many rows of names stand above the uppermost plot: of bands, then of
// marks. What a plot shows does not change it, so that nothing jumps on a zoom.
func (s *Stack) lane() (bands, marks int) {
	height := s.Size().Height / lineHeight()
	if height < laneFrom {
		return 0, 0
	}
	if len(s.bands) > 0 && !s.hidden[LayerModes] {
		bands = 1
	}
	switch {
	case s.named > fewMarks && height >= wideFrom:
		marks = 2
	case s.named > 0:
		marks = 1
	}
	return bands, marks
}

// countNamed counts the marks of visible layers that have names.
func (s *Stack) countNamed() {
	s.named = 0
	for _, m := range s.marks {
		if m.named() && !s.hidden[m.Kind.layer()] {
			s.named++
		}
	}
}

// named reports whether a mark's name is written out: a finding's is a sentence,
// which the readout tells.
func (m Mark) named() bool { return m.Label != "" && m.Kind.layer() != LayerFindings }

func (s *Stack) laneHeight() float32 {
	bands, marks := s.lane()
	return ceil(float32(bands+marks) * lineHeight())
}

func (r *paneRenderer) laneHeight() float32 {
	if !r.pane.first || r.pane.stack == nil {
		return 0
	}
	return r.pane.stack.laneHeight()
}

// placeLayers writes the names of bands and marks into the lane above the uppermost
// plot, where they lie neither on curves nor on each other. The readout tells what
// has no room.
func (r *paneRenderer) placeLayers(pos fyne.Position, size fyne.Size) {
	r.layers.begin()
	if bands, marks := r.pane.stack.lane(); r.pane.first {
		y := pos.Y - r.laneHeight()
		if bands > 0 {
			r.nameBands(fyne.NewPos(pos.X, y), size)
		}
		r.nameMarks(marks, pos, size)
	}
	r.layers.end()
}

func (r *paneRenderer) nameBands(pos fyne.Position, size fyne.Size) {
	view, plain, free := r.pane.view(), fyne.TextStyle{}, float32(0)
	least := lineHeight() // narrower than high, no name says anything: a long log has thousands
	for _, b := range r.pane.stack.visibleBands() {
		from := max(float32(view.X(b.From, float64(size.Width))), free)
		to := min(float32(view.X(b.To, float64(size.Width))), size.Width)
		if to-from-gap < least {
			continue
		}
		if name := cut(b.Label, to-from-gap, plain); name != "" {
			r.layers.put(name, fyne.NewPos(pos.X+from+gap/2, pos.Y), r.pane.stack.BandColor(b, theme.InForce()), plain)
			free = from + gap + measure(name, plain).Width
		}
	}
}

// nameMarks writes the names of marks into rows above pos, the lowest first.
func (r *paneRenderer) nameMarks(rows int, pos fyne.Position, size fyne.Size) {
	s, view, plain := r.pane.stack, r.pane.view(), fyne.TextStyle{}
	taken := make([]lineRoom, rows)
	written := 0
	for _, m := range slices.Backward(s.shownMarks(view.From, view.To, float64(size.Width))) { // the most important first
		if !m.named() || written >= marksWritten {
			continue
		}
		name := cut(m.Label, markName, plain)
		width := measure(name, plain).Width
		x := float32(view.X(m.At, float64(size.Width))) + gap/2
		if x+width > size.Width {
			x -= width + gap
		}
		for row := range taken {
			if x >= 0 && taken[row].take(x, x+width) {
				r.layers.put(name, fyne.NewPos(pos.X+x, pos.Y-float32(row+1)*lineHeight()), nameColor(m.Kind), plain)
				written++
				break
			}
		}
	}
}

// lineRoom is what is taken of a line of names.
type lineRoom [][2]float32

// take reports whether from to to was free, and takes it.
func (l *lineRoom) take(from, to float32) bool {
	for _, t := range *l {
		if from < t[1]+gap && to+gap > t[0] {
			return false
		}
	}
	*l = append(*l, [2]float32{from, to})
	return true
}

func nameColor(k MarkKind) color.Color {
	if k == MarkUser {
		return theme.Current(fynetheme.ColorNameForeground)
	}
	return theme.Current(k.look().color)
}
