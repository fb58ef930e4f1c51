package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// Color gives the colour of a name of this package or of Fyne in a variant, for
// pictures drawn outside of Fyne's own painting. Unlike a [color.RGBA] it is not
// premultiplied.
func Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.NRGBA {
	return color.NRGBAModel.Convert(Fixed(variant).Color(name, variant)).(color.NRGBA)
}

// Current gives the colour of a name in the variant that the window shows now.
// Ask again on every refresh: the variant changes while the program runs.
func Current(name fyne.ThemeColorName) color.NRGBA { return Color(name, InForce()) }

// InForce gives the variant that the window shows now: the one forced by
// [Fixed], else that of the application.
func InForce() fyne.ThemeVariant {
	settings := fyne.CurrentApp().Settings()
	if t, ok := settings.Theme().(*Theme); ok && t.fixed {
		return t.variant
	}
	if settings.ThemeVariant() == fynetheme.VariantLight {
		return fynetheme.VariantLight
	}
	return fynetheme.VariantDark
}
