package plot

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"postflight/ui/theme"
)

// beyond is an arrowhead at the edge of a plot that the playhead is beyond.
type beyond [2]*canvas.Line

const (
	arrowLength = 6
	arrowHalf   = 7 // of its height
	arrowEdge   = 3 // from the edge
)

func newBeyond() beyond {
	b := beyond{canvas.NewLine(nil), canvas.NewLine(nil)}
	b[0].Hidden, b[1].Hidden = true, true
	return b
}

func (b beyond) style() {
	for _, line := range b {
		line.StrokeColor, line.StrokeWidth = theme.Current(theme.Playhead), 2
	}
}

// place shows it in a plot at pos of a size, or hides it while the playhead is seen.
func (b beyond) place(s *Stack, pos fyne.Position, size fyne.Size) {
	tip, back := pos.X+arrowEdge, float32(arrowLength)
	switch {
	case s.playhead < s.from:
	case s.playhead > s.to:
		tip, back = pos.X+size.Width-arrowEdge, -arrowLength
	default:
		if !b[0].Hidden {
			b[0].Hide()
			b[1].Hide()
		}
		return
	}
	y := pos.Y + size.Height/2
	shown, before := !b[0].Hidden, b[0].Position1
	for i, end := range []float32{-arrowHalf, arrowHalf} {
		b[i].Position1, b[i].Position2 = fyne.NewPos(tip, y), fyne.NewPos(tip+back, y+end)
		b[i].Hidden = false
	}
	if !shown || before != b[0].Position1 {
		s.repaint()
	}
}
