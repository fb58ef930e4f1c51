package plot

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// The colours of curves that ask for none, from Okabe and Ito's palette ("Color
// Universal Design"), darkened or lightened until they stand out.
var (
	lightCurves = [...]color.NRGBA{
		{0x00, 0x72, 0xB2, 255},
		{0xC8, 0x57, 0x00, 255},
		{0x00, 0x7D, 0x5A, 255},
		{0xA0, 0x44, 0x7A, 255},
		{0x97, 0x68, 0x00, 255},
		{0x1F, 0x8A, 0xC9, 255},
		{0x3D, 0x47, 0x52, 255},
		{0x7A, 0x75, 0x00, 255},
	}
	darkCurves = [...]color.NRGBA{
		{0x56, 0xB4, 0xE9, 255},
		{0xF0, 0xA0, 0x20, 255},
		{0x2C, 0xC2, 0x95, 255},
		{0xDE, 0x92, 0xB8, 255},
		{0xF0, 0xE4, 0x42, 255},
		{0x8F, 0xA8, 0xFF, 255},
		{0xD5, 0xDC, 0xE3, 255},
		{0xF5, 0x7B, 0x45, 255},
	}
)

// alike are the places whose colours look like ones that curves ask for.
var alike = map[fyne.ThemeColorName]int{theme.Estimate: 0, theme.Truth: 1, theme.Error: 3}

// colorPlaces are the places among the colours of curves that share a pane:
// those that ask for no colour get none that looks like one asked for.
func colorPlaces(curves []Curve) []int {
	taken := map[int]bool{}
	for _, c := range curves {
		if place, ok := alike[c.Style.Color]; ok {
			taken[place] = true
		}
	}
	places, next := make([]int, len(curves)), 0
	for i, c := range curves {
		for c.Style.Color == "" && taken[next%len(lightCurves)] && len(taken) < len(lightCurves) {
			next++
		}
		places[i] = next
		if c.Style.Color == "" {
			next++
		}
	}
	return places
}

// CurveColor is the colour of curve i of the pane in a variant.
func (p *Pane) CurveColor(i int, variant fyne.ThemeVariant) color.NRGBA {
	if i < 0 || i >= len(p.curves) {
		return color.NRGBA{}
	}
	return CurveColor(p.curves[i].Style, p.places[i], variant)
}

func (p *Pane) curveColor(i int) color.NRGBA { return p.CurveColor(i, theme.InForce()) }

// CurveColor is the colour of the curve at place i of its pane in a variant.
func CurveColor(s Style, i int, variant fyne.ThemeVariant) color.NRGBA {
	switch {
	case s.Color != "":
		return theme.Color(s.Color, variant)
	case variant == fynetheme.VariantLight:
		return lightCurves[i%len(lightCurves)]
	}
	return darkCurves[i%len(darkCurves)]
}
