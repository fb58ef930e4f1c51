package transport

import "fyne.io/fyne/v2"

// TrackArea gives where on the canvas the time axis of the track lies: its left
// end is the start of the flight, its right end the end.
func (b *Bar) TrackArea() (fyne.Position, fyne.Size) {
	pos := absolute(b.track)
	size := b.track.Size()
	return pos.AddXY(inset, 0), fyne.NewSize(fyne.Max(size.Width-2*inset, 0), size.Height)
}

// HandlePositions gives points on the canvas where a mouse takes hold of the
// start and of the end of the crop.
func (b *Bar) HandlePositions() (from, to fyne.Position) {
	pos, mid := absolute(b.track), b.track.Size().Height/2
	return pos.AddXY(b.track.x(b.track.state.Crop.From)-tabWidth/2, mid), pos.AddXY(b.track.x(b.track.state.Crop.To)+tabWidth/2, mid)
}

// ControlPositions gives the middle of each control on the canvas, by name:
// start, back, play, forward, end, reverse, speed, loop.
func (b *Bar) ControlPositions() map[string]fyne.Position {
	out := map[string]fyne.Position{}
	for name, o := range map[string]*button{
		"start": b.toStart, "back": b.back, "play": b.play, "forward": b.forward,
		"end": b.toEnd, "reverse": b.reverse, "speed": b.speed, "loop": b.loop,
	} {
		size := o.Size()
		out[name] = absolute(o).AddXY(size.Width/2, size.Height/2)
	}
	return out
}

func absolute(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}
