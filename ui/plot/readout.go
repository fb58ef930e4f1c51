package plot

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

const (
	readoutOffset = 14 // from the pointer
	readoutCurves = 8  // at most
	readoutWidth  = 420
	markReach     = 4 // from the pointer to a mark that it names
)

// readout is the box beside the pointer: the time under it and the nearest
// real sample of each curve.
type readout struct {
	box   *canvas.Rectangle
	lines texts
}

func newReadout() *readout {
	r := &readout{box: canvas.NewRectangle(nil)}
	r.box.StrokeWidth, r.box.Hidden = 1, true
	r.style()
	return r
}

func (r *readout) style() {
	r.box.FillColor = theme.Current(fynetheme.ColorNameOverlayBackground)
	r.box.StrokeColor = theme.Current(fynetheme.ColorNameInputBorder)
	r.box.CornerRadius = fynetheme.Size(fynetheme.SizeNameInputRadius)
}

// readoutLine is one line of the box.
type readoutLine struct {
	text  string
	color color.Color
}

// show puts lines beside at, inside a room of the given size.
func (r *readout) show(lines []readoutLine, at fyne.Position, room fyne.Size) {
	pad, height, width := float32(gap), lineHeight(), float32(0)
	for i := range lines {
		lines[i].text = elide(lines[i].text, readoutWidth, fyne.TextStyle{})
		width = max(width, measure(lines[i].text, fyne.TextStyle{}).Width)
	}
	size := fyne.NewSize(width+2*pad, float32(len(lines))*height+2*pad)
	pos := fyne.NewPos(at.X+readoutOffset, at.Y+readoutOffset)
	if pos.X+size.Width > room.Width {
		pos.X = max(at.X-readoutOffset-size.Width, 0)
	}
	pos.Y = max(min(pos.Y, room.Height-size.Height), 0)
	r.box.Move(pos)
	r.box.Resize(size)
	r.box.Show()
	r.lines.begin()
	for i, line := range lines {
		r.lines.put(line.text, pos.AddXY(pad, pad+float32(i)*height), line.color, fyne.TextStyle{})
	}
	r.lines.end()
}

func (r *readout) hide() {
	if r.box.Hidden {
		return
	}
	r.box.Hide()
	r.lines.begin()
	r.lines.end()
}

func (r *readout) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	return r.lines.objects(append(to, r.box))
}

// pointer is where the mouse is.
type pointer struct {
	pane *Pane
	at   fyne.Position
}

// showCursor puts the cursor of all panes at a position of pane p.
func (s *Stack) showCursor(p *Pane, at fyne.Position) {
	s.pointer = &pointer{p, at}
	t := p.timeAt(at)
	for _, pane := range s.panes {
		if pane.renderer != nil {
			pane.renderer.upright(pane.renderer.cursor, t, true)
			pane.renderer.legend.setTime(pane)
		}
	}
	if s.renderer != nil {
		s.renderer.readout.show(p.readoutAt(t), s.placeOf(p).Add(at), s.Size())
		s.repaint()
	}
}

func (s *Stack) hideCursor() {
	was := s.pointer
	s.pointer = nil
	for _, pane := range s.panes {
		if pane.renderer != nil && was != nil {
			pane.renderer.upright(pane.renderer.cursor, 0, false)
			pane.renderer.legend.setTime(pane)
		}
	}
	if s.renderer != nil {
		s.renderer.readout.hide()
	}
}

// readoutAt is what the box says of time t: marks that are near, and each
// curve's nearest sample with its own time.
func (p *Pane) readoutAt(t time.Duration) []readoutLine {
	pixel := p.pixel()
	muted := theme.Current(fynetheme.ColorNamePlaceHolder)
	lines := []readoutLine{{p.stack.timeText(t, timeResolution(pixel)), theme.Current(fynetheme.ColorNameForeground)}}
	for _, m := range p.stack.marks {
		if m.Label != "" && !p.stack.hidden[m.Kind.layer()] && max(m.At-t, t-m.At) <= markReach*pixel && len(lines) < 4 {
			lines = append(lines, readoutLine{m.Label, theme.Current(m.Kind.look().color)})
		}
	}
	for _, b := range p.stack.visibleBands() {
		if t >= b.From && t < b.To {
			lines = append(lines, readoutLine{b.Label, p.stack.BandColor(b, theme.InForce())})
		}
	}
	for i, e := range p.renderer.legend.entries {
		if i == readoutCurves {
			lines = append(lines, readoutLine{more(len(p.curves) - i), muted})
			break
		}
		lines = append(lines, readoutLine{e.sampleText(t, pixel), p.curveColor(i)})
	}
	return lines
}

// pixel is how much time a unit of the plot's width stands for.
func (p *Pane) pixel() time.Duration {
	if p.renderer == nil {
		return 0
	}
	_, size := p.renderer.plot()
	if size.Width < 1 {
		return 0
	}
	from, to := p.stack.View()
	return time.Duration(float64(to-from) / float64(size.Width))
}

// sampleText names the drawn sample nearest to t, if that is near enough to say
// something about it.
func (e entry) sampleText(t, pixel time.Duration) string {
	_, at, v, ok := e.curve.nearby(t, pixel)
	if !ok {
		return e.curve.Name + "  " + none
	}
	return e.curve.Name + "  " + e.curve.sample(v) + "  at " + e.pane.stack.timeText(at, sampleResolution(pixel))
}

// sampleResolution is that of the times of samples: a millisecond, or finer where pixels
// are.
func sampleResolution(pixel time.Duration) time.Duration {
	if pixel <= 0 {
		return time.Millisecond
	}
	return min(time.Millisecond, timeResolution(pixel))
}

// timeResolution is the decimal step just below one pixel, a second at most.
func timeResolution(pixel time.Duration) time.Duration {
	step := time.Second
	for step > pixel && step > time.Nanosecond {
		step /= 10
	}
	return step
}
