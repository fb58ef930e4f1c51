// Package theme is how Postflight looks: compact sizes, and colours that a
// colour-blind person tells apart on a light and on a dark background.
package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

var _ fyne.Theme = (*Theme)(nil)

// Theme is the look named Postflight. Its zero value follows the variant of
// the application, as [New] does.
type Theme struct {
	fixed   bool
	variant fyne.ThemeVariant
}

// SizeTitle is the text size of the program's name on its start page.
const SizeTitle fyne.ThemeSizeName = "title"

// New gives the theme that is light or dark as the application is.
func New() *Theme { return &Theme{} }

// Fixed gives the theme that keeps one variant, [fynetheme.VariantLight] or
// [fynetheme.VariantDark], whatever the application prefers.
func Fixed(variant fyne.ThemeVariant) *Theme { return &Theme{fixed: true, variant: variant} }

// Color gives the colour of a name of this package or of Fyne. variant is
// ignored by a theme made with [Fixed].
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if t.fixed {
		variant = t.variant
	}
	if c, ok := colours(variant)[name]; ok {
		if name == fynetheme.ColorNameForeground {
			return text{c}
		}
		return c
	}
	return fynetheme.DefaultTheme().Color(name, variant)
}

// Font gives the fonts Fyne brings along.
func (t *Theme) Font(style fyne.TextStyle) fyne.Resource {
	return fynetheme.DefaultTheme().Font(style)
}

// Icon gives the icons Fyne brings along.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return fynetheme.DefaultTheme().Icon(name)
}

// Size gives sizes a little below Fyne's: tables and panels of a tool are read
// with a mouse, not tapped with a thumb.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case SizeTitle:
		return 28
	case fynetheme.SizeNamePadding:
		return 3
	case fynetheme.SizeNameInnerPadding:
		return 5
	case fynetheme.SizeNameLineSpacing:
		return 3
	case fynetheme.SizeNameText:
		return 13
	case fynetheme.SizeNameSubHeadingText:
		return 16
	case fynetheme.SizeNameHeadingText:
		return 20
	case fynetheme.SizeNameInlineIcon:
		return 18
	case fynetheme.SizeNameScrollBar:
		return 11
	case fynetheme.SizeNameInputRadius, fynetheme.SizeNameSelectionRadius:
		return 3
	}
	return fynetheme.DefaultTheme().Size(name)
}

// text is an opaque colour whose alpha is the least bit below full, in the bits
// that no picture keeps. Fyne 2.7 takes 95 % of the 16-bit alpha for the keys in a
// menu and then its low byte: of full alpha that leaves 20 %, of this 99 %.
type text struct{ color.NRGBA }

// RGBA is part of the contract of colours.
func (t text) RGBA() (r, g, b, a uint32) {
	r, g, b, _ = t.NRGBA.RGBA()
	return r, g, b, 0xFFC9
}
