package plot

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

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
func (s *Stack) PlaceMarker(t time.Duration) { s.placeMarker(t) }

func (s *Stack) placeMarker(t time.Duration) Marker {
	m := MarkerA
	a, b := s.markers[MarkerA], s.markers[MarkerB]
	if a != nil && (b == nil || max(t-*b, *b-t) < max(t-*a, *a-t)) {
		m = MarkerB
	}
	s.SetMarker(m, t)
	return m
}

// ClearMarkers takes both away.
func (s *Stack) ClearMarkers() {
	_, both := s.Between()
	s.markers = [2]*time.Duration{}
	s.measure()
	if both && s.OnMeasured != nil {
		s.OnMeasured(nil)
	}
}

// MarkerAt is where a marker is; ok is false if it is not set.
func (s *Stack) MarkerAt(m Marker) (t time.Duration, ok bool) {
	if m != MarkerA && m != MarkerB || s.markers[m] == nil {
		return 0, false
	}
	return *s.markers[m], true
}

// Between is the stretch that the markers span, in order; ok is false unless both are
// set, apart from each other.
func (s *Stack) Between() (r Range, ok bool) {
	r, ok = s.between()
	return r, ok && !r.empty()
}

// backwards reports whether marker B lies before A.
func (s *Stack) backwards() bool {
	a, b := s.markers[MarkerA], s.markers[MarkerB]
	return a != nil && b != nil && *b < *a
}

// between is Between, of markers in one place too.
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
	r, ok := s.Between()
	if !ok || len(s.panes) == 0 {
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
	s.repaint()
}

// markerReach is from the pointer to a marker that it takes hold of.
const markerReach = 4

// markerLayer is what a pane shows of the markers: two lines with their letters,
// and a box with what is between them.
type markerLayer struct {
	lines   [2]*canvas.Line
	letters plates
	box     markerBox
}

func newMarkerLayer() *markerLayer {
	return &markerLayer{
		lines: [2]*canvas.Line{canvas.NewLine(nil), canvas.NewLine(nil)},
		box:   markerBox{ground: canvas.NewRectangle(nil)},
	}
}

func (l *markerLayer) style() {
	for _, line := range l.lines {
		line.StrokeColor, line.StrokeWidth = theme.Current(fynetheme.ColorNamePrimary), 1.5
	}
	l.box.style()
}

func (l *markerLayer) place(p *Pane, index int) {
	pos, size := p.renderer.plot()
	l.letters.begin()
	for m, line := range l.lines {
		t, ok := p.stack.MarkerAt(Marker(m))
		p.renderer.upright(line, t, ok)
		if ok && !line.Hidden && p.first {
			letter := Marker(m).String()
			x := min(line.Position1.X+3, pos.X+size.Width-measure(letter, bold).Width)
			l.letters.put(letter, fyne.NewPos(x, pos.Y+size.Height-lineHeight()), line.StrokeColor, bold)
		}
	}
	l.letters.end()
	l.box.place(p, index)
}

var bold = fyne.TextStyle{Bold: true}

// objects are the lines and letters; the box lies above all other parts.
func (l *markerLayer) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	for _, line := range l.lines {
		to = append(to, line)
	}
	return l.letters.objects(to)
}
