package hex

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// look gives the colours in force.
func look() colours {
	back := theme.Current(theme.PlotBackground)
	tint := func(name fyne.ThemeColorName, share float64) color.NRGBA {
		return mix(back, theme.Current(name), share)
	}
	c := colours{
		back: back, text: theme.Current(fynetheme.ColorNameForeground), offset: theme.Current(fynetheme.ColorNamePlaceHolder),
		outline: theme.Current(theme.Playhead),
		cursor:  theme.Current(fynetheme.ColorNamePrimary), onCursor: theme.Current(fynetheme.ColorNameForegroundOnPrimary),
		bar: theme.Current(theme.Density), trough: theme.Current(theme.Grid),
		header: [2]color.NRGBA{tint(theme.Density, 0.30), tint(theme.Density, 0.30)},
		failed: tint(theme.Loss, 0.32), junk: tint(theme.Junk, 0.22), tail: tint(theme.Density, 0.15),
	}
	c.dim = mix(back, c.text, 0.55)
	c.sign = mix(back, c.text, 0.30)
	for frame, name := range []fyne.ThemeColorName{theme.Estimate, theme.Epoch} {
		c.part[frame] = [3]color.NRGBA{tint(name, 0.34), tint(name, 0.10), tint(name, 0.20)}
	}
	return c
}

// mix goes a share of the way from a to b.
func mix(a, b color.NRGBA, share float64) color.NRGBA {
	between := func(x, y uint8) uint8 { return uint8(float64(x) + share*(float64(y)-float64(x)) + 0.5) }
	return color.NRGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 0xFF}
}
