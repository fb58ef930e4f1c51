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
		{0x00, 0x72, 0xB2, 255}, {0xC8, 0x57, 0x00, 255}, {0x00, 0x7D, 0x5A, 255}, {0xA0, 0x44, 0x7A, 255},
		{0x97, 0x68, 0x00, 255}, {0x1F, 0x8A, 0xC9, 255}, {0x3D, 0x47, 0x52, 255}, {0x7A, 0x75, 0x00, 255},
	}
	darkCurves = [...]color.NRGBA{
		{0x56, 0xB4, 0xE9, 255}, {0xF0, 0xA0, 0x20, 255}, {0x2C, 0xC2, 0x95, 255}, {0xDE, 0x92, 0xB8, 255},
		{0xF0, 0xE4, 0x42, 255}, {0x8F, 0xA8, 0xFF, 255}, {0xD5, 0xDC, 0xE3, 255}, {0xF5, 0x7B, 0x45, 255},
	}
)

// curveColor is the colour of the curve at place i of its pane.
func curveColor(s Style, i int) color.NRGBA { return CurveColor(s, i, theme.InForce()) }

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
