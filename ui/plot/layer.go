package plot

import (
	"image/color"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"postflight/ui/theme"
)

// Layer is a kind of thing drawn beside the curves, which can be switched off.
type Layer int

// Layers, all of them visible at first.
const (
	LayerModes      Layer = iota // bands
	LayerFindings                // info, warning and error marks
	LayerText                    // of the vehicle
	LayerParameters              // changes
	LayerEvents
	LayerEpochs
	LayerMarks // of the person
	LayerCrop
	layerCount
)

// Layers lists all layers, in the order a menu shows them.
func Layers() []Layer {
	return []Layer{LayerModes, LayerEvents, LayerEpochs, LayerFindings, LayerText, LayerParameters, LayerMarks, LayerCrop}
}

// String names the layer on screen.
func (l Layer) String() string {
	names := [...]string{"Flight modes", "Findings", "Text", "Parameter changes", "Events", "Epoch ends", "Marks", "Crop range"}
	if l < 0 || int(l) >= len(names) {
		return ""
	}
	return names[l]
}

// Band is a stretch of log time with a state, such as a flight mode. Bands lie
// behind the curves of all panes; the uppermost pane names them.
type Band struct {
	From, To time.Duration
	Label    string
	Color    fyne.ThemeColorName // a colour of ui/theme; if empty, one for each label
}

// bandAlpha leaves curves and grid readable on a band.
const bandAlpha = 28

// SetBands replaces the bands, which must be in the order of their time and may
// not overlap.
func (s *Stack) SetBands(bands []Band) {
	s.bands = slices.Clone(bands)
	s.bandPlaces = map[string]int{}
	for _, b := range s.bands {
		if _, known := s.bandPlaces[b.Label]; !known {
			s.bandPlaces[b.Label] = len(s.bandPlaces)
		}
	}
	s.layersChanged()
}

// Bands are those set.
func (s *Stack) Bands() []Band { return slices.Clone(s.bands) }

// BandColor is the colour of b, opaque, in a variant.
func (s *Stack) BandColor(b Band, variant fyne.ThemeVariant) color.NRGBA {
	return CurveColor(Style{Color: b.Color}, s.bandPlaces[b.Label]+2, variant)
}

// bandFill is BandColor as it is drawn.
func (s *Stack) bandFill(b Band) color.NRGBA {
	c := s.BandColor(b, theme.InForce())
	c.A = bandAlpha
	return c
}

// SetLayer shows or hides a layer.
func (s *Stack) SetLayer(l Layer, visible bool) {
	if l < 0 || l >= layerCount || s.hidden[l] == !visible {
		return
	}
	s.hidden[l] = !visible
	s.layersChanged()
}

// LayerVisible reports whether a layer is shown.
func (s *Stack) LayerVisible(l Layer) bool { return l >= 0 && l < layerCount && !s.hidden[l] }

// layersChanged draws again what lies under and over the curves.
func (s *Stack) layersChanged() {
	s.marksVersion++
	s.countNamed()
	if s.renderer != nil && s.renderer.lane != s.laneHeight() {
		s.renderer.Layout(s.Size()) // places all
		return
	}
	s.placeAll()
}

// visibleBands are those shown of the view.
func (s *Stack) visibleBands() []Band {
	if s.hidden[LayerModes] {
		return nil
	}
	from, _ := slices.BinarySearchFunc(s.bands, s.from, func(b Band, t time.Duration) int {
		if b.To <= t {
			return -1
		}
		return 1
	})
	to := from
	for to < len(s.bands) && s.bands[to].From < s.to {
		to++
	}
	return s.bands[from:to]
}
