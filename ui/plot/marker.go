package plot

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// Marker is one of the two that measure between them.
type Marker int

// The markers. They are drawn through all panes and can be dragged.
const (
	MarkerA Marker = iota
	MarkerB
)

// String is the marker's letter.
func (m Marker) String() string { return string(rune('A' + m)) }

// SetMarker puts a marker at log time t.
func (s *Stack) SetMarker(m Marker, t time.Duration) {
	if m != MarkerA && m != MarkerB {
		return
	}
	s.markers[m] = &t
	s.measure()
}

// PlaceMarker puts down the marker that is not there yet; if both are, it moves
// the one nearer to t.
func (s *Stack) PlaceMarker(t time.Duration) {
	m := MarkerA
	a, b := s.markers[MarkerA], s.markers[MarkerB]
	if a != nil && (b == nil || max(t-*b, *b-t) < max(t-*a, *a-t)) {
		m = MarkerB
	}
	s.SetMarker(m, t)
}

// ClearMarkers takes both away.
func (s *Stack) ClearMarkers() {
	s.markers = [2]*time.Duration{}
	s.measure()
}

// MarkerAt is where a marker is; ok is false if it is not set.
func (s *Stack) MarkerAt(m Marker) (t time.Duration, ok bool) {
	if m != MarkerA && m != MarkerB || s.markers[m] == nil {
		return 0, false
	}
	return *s.markers[m], true
}

// between is the stretch that the markers span, in order.
func (s *Stack) between() (Range, bool) {
	a, b := s.markers[MarkerA], s.markers[MarkerB]
	if a == nil || b == nil {
		return Range{}, false
	}
	return Range{min(*a, *b), max(*a, *b)}, true
}

// measure places the markers and sums up what is between them.
func (s *Stack) measure() {
	s.measured = nil
	s.placeMarkers()
	r, ok := s.between()
	if !ok || r.empty() || len(s.panes) == 0 {
		s.measuring.stop()
		return
	}
	s.measuring.start(s, r, func(rows []Statistic) {
		s.measured = rows
		s.placeMarkers()
		if s.OnMeasured != nil {
			s.OnMeasured(rows)
		}
	})
}

func (s *Stack) placeMarkers() {
	for i, p := range s.panes {
		if p.renderer != nil {
			p.renderer.markers.place(p, i)
			p.renderer.collect()
		}
	}
}

const (
	measuredCurves = 4 // in the box of a pane
	markerReach    = 4 // from the pointer to a marker that it takes hold of
)

// markerLayer is what a pane shows of the markers: two lines with their letters,
// and a box with what is between them.
type markerLayer struct {
	lines [2]*canvas.Line
	box   *canvas.Rectangle
	texts texts
}

func newMarkerLayer() *markerLayer {
	return &markerLayer{
		lines: [2]*canvas.Line{canvas.NewLine(nil), canvas.NewLine(nil)},
		box:   canvas.NewRectangle(nil),
	}
}

func (l *markerLayer) style() {
	for _, line := range l.lines {
		line.StrokeColor, line.StrokeWidth = theme.Current(fynetheme.ColorNamePrimary), 1.5
	}
	fill := theme.Current(fynetheme.ColorNameOverlayBackground)
	fill.A = 225 // the curves below it shine through
	l.box.FillColor = fill
	l.box.StrokeColor, l.box.StrokeWidth = theme.Current(fynetheme.ColorNameInputBorder), 1
	l.box.CornerRadius = fynetheme.Size(fynetheme.SizeNameInputRadius)
}

func (l *markerLayer) place(p *Pane, index int) {
	pos, size := p.renderer.plot()
	l.texts.begin()
	for m, line := range l.lines {
		t, ok := p.stack.MarkerAt(Marker(m))
		p.renderer.upright(line, t, ok)
		if ok && !line.Hidden && p.first {
			letter := Marker(m).String()
			x := min(line.Position1.X+3, pos.X+size.Width-measure(letter, bold).Width)
			l.texts.put(letter, fyne.NewPos(x, pos.Y+size.Height-lineHeight()), line.StrokeColor, bold)
		}
	}
	l.placeBox(p, index)
	l.texts.end()
}

var bold = fyne.TextStyle{Bold: true}

// placeBox writes a line for each of the pane's curves into its lower left
// corner, as far as it covers less than half of the plot. The letters of the
// markers stand below it, and the names of bands and marks at the top.
func (l *markerLayer) placeBox(p *Pane, index int) {
	pos, size := p.renderer.plot()
	height := lineHeight()
	var lines []readoutLine
	if r, ok := p.stack.between(); ok && p.first && len(p.stack.measured) > 0 {
		text := "A to B  " + raster.FormatTime(r.To-r.From, time.Millisecond)
		lines = append(lines, readoutLine{text, theme.Current(fynetheme.ColorNameForeground)})
	}
	place := 0
	for _, row := range p.stack.measured {
		if row.Pane != index || place >= len(p.renderer.legend.entries) {
			continue
		}
		e := p.renderer.legend.entries[place]
		if place < measuredCurves {
			lines = append(lines, readoutLine{row.text(e.step), p.curveColor(place)})
		}
		place++
	}
	for len(lines) > 0 && float32(len(lines))*height+gap > size.Height/2 {
		lines = lines[:len(lines)-1]
	}
	var width float32
	for i := range lines {
		lines[i].text = elide(lines[i].text, max(size.Width-4*gap, 0), fyne.TextStyle{})
		width = max(width, measure(lines[i].text, fyne.TextStyle{}).Width)
	}
	if len(lines) == 0 || width == 0 {
		l.box.Hide()
		return
	}
	corner := pos.AddXY(gap, size.Height-float32(len(lines))*height-2*gap)
	if p.first {
		corner.Y -= height
	}
	l.box.Move(corner)
	l.box.Resize(fyne.NewSize(width+2*gap, float32(len(lines))*height+gap))
	l.box.Show()
	for i, line := range lines {
		l.texts.put(line.text, corner.AddXY(gap, gap/2+float32(i)*height), line.color, fyne.TextStyle{})
	}
}

// text is the row as it is written between the markers.
func (s Statistic) text(step float64) string {
	if s.N == 0 {
		return s.Curve + "  -"
	}
	f := func(v float64) string { return raster.FormatValue(v, step) }
	fine := func(v float64) string { return raster.FormatValue(v, min(step, 0.1)) } // of whole numbers too
	return s.Curve + "  Δ " + f(s.Last-s.First) + "  mean " + fine(s.Mean) +
		"  min " + f(s.Min) + "  max " + f(s.Max) + "  RMS " + fine(s.RMS)
}

func (l *markerLayer) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	for _, line := range l.lines {
		to = append(to, line)
	}
	return l.texts.objects(append(to, l.box))
}
