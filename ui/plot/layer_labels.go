package plot

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

const (
	markRows     = 3   // of names of marks
	markName     = 140 // the widest
	bandName     = 16  // the narrowest band that is named
	marksWritten = 60  // at most: more is a blur
)

// placeLayers writes the names of bands and marks into the uppermost plot: bands
// in its first line, marks below, where they do not lie on another.
func (r *paneRenderer) placeLayers(pos fyne.Position, size fyne.Size) {
	r.layers.begin()
	line := lineHeight()
	if r.pane.first && size.Height > 3*line {
		rows := min(int(size.Height/line/2), markRows)
		y := pos.Y
		if bands := r.pane.stack.visibleBands(); len(bands) > 0 {
			r.nameBands(bands, pos, size)
			y += line
		}
		r.nameMarks(rows, fyne.NewPos(pos.X, y), size)
	}
	r.layers.end()
}

func (r *paneRenderer) nameBands(bands []Band, pos fyne.Position, size fyne.Size) {
	view, plain := r.pane.view(), fyne.TextStyle{}
	for _, b := range bands {
		from := max(float32(view.X(b.From, float64(size.Width))), 0)
		to := min(float32(view.X(b.To, float64(size.Width))), size.Width)
		if to-from < bandName {
			continue
		}
		if name := elide(b.Label, to-from-gap, plain); name != "" {
			colour := r.pane.stack.BandColor(b, theme.InForce())
			r.layers.put(name, fyne.NewPos(pos.X+from+gap/2, pos.Y), colour, plain)
		}
	}
}

// nameMarks writes the names of the marks that have short ones; a finding's is
// a sentence, which the readout tells.
func (r *paneRenderer) nameMarks(rows int, pos fyne.Position, size fyne.Size) {
	s, view, plain := r.pane.stack, r.pane.view(), fyne.TextStyle{}
	type end struct{ from, to float32 }
	taken := make([][]end, rows)
	written := 0
	for _, m := range slices.Backward(s.shownMarks(view.From, view.To, float64(size.Width))) { // the most important first
		if m.Label == "" || m.Kind.layer() == LayerFindings || written >= marksWritten {
			continue
		}
		name := elide(m.Label, markName, plain)
		width := measure(name, plain).Width
		x := float32(view.X(m.At, float64(size.Width))) + gap/2
		if x+width > size.Width {
			x -= width + gap
		}
		for row := range taken {
			free := x >= 0
			for _, t := range taken[row] {
				free = free && (x >= t.to+gap || x+width+gap <= t.from)
			}
			if free {
				taken[row] = append(taken[row], end{x, x + width})
				r.layers.put(name, fyne.NewPos(pos.X+x, pos.Y+float32(row)*lineHeight()), nameColor(m.Kind), plain)
				written++
				break
			}
		}
	}
}

func nameColor(k MarkKind) color.Color {
	if k == MarkUser {
		return theme.Current(fynetheme.ColorNameForeground)
	}
	return theme.Current(k.look().color)
}
