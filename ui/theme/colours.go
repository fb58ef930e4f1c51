package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// What is drawn in its own colour. The hues are those of Okabe and Ito's
// colour-blind-safe palette ("Color Universal Design"), darkened on light and
// lightened on dark until they stand out at 3:1 or better.
const (
	Estimate       fyne.ThemeColorName = "estimate"
	Truth          fyne.ThemeColorName = "truth"
	Error          fyne.ThemeColorName = "estimateError" // estimate - truth
	Playhead       fyne.ThemeColorName = "playhead"
	CropShade      fyne.ThemeColorName = "cropShade" // translucent, over what is cropped away
	CropHandle     fyne.ThemeColorName = "cropHandle"
	Epoch          fyne.ThemeColorName = "epoch"
	FindingInfo    fyne.ThemeColorName = "findingInfo"
	FindingWarning fyne.ThemeColorName = "findingWarning"
	FindingError   fyne.ThemeColorName = "findingError"
	Density        fyne.ThemeColorName = "density" // records over time
	Junk           fyne.ThemeColorName = "junk"
	Loss           fyne.ThemeColorName = "loss"
	Grid           fyne.ThemeColorName = "grid"
	PlotBackground fyne.ThemeColorName = "plotBackground"
	Sky            fyne.ThemeColorName = "sky"
	Ground         fyne.ThemeColorName = "ground"
)

type palette map[fyne.ThemeColorName]color.NRGBA

func colours(variant fyne.ThemeVariant) palette {
	if variant == fynetheme.VariantLight {
		return light
	}
	return dark
}

var light = palette{
	Estimate:       rgb(0x0072B2),
	Truth:          rgb(0xC85700),
	Error:          rgb(0xA0447A),
	Playhead:       rgb(0x15181C),
	CropShade:      rgba(0x5A646E, 0x66),
	CropHandle:     rgb(0x3D4752),
	Epoch:          rgb(0x007D5A),
	FindingInfo:    rgb(0x0072B2),
	FindingWarning: rgb(0xB67C00),
	FindingError:   rgb(0xA82A00),
	Density:        rgb(0x9AA5B1),
	Junk:           rgb(0xA0447A),
	Loss:           rgb(0xD55E00),
	Grid:           rgb(0xDDE2E7),
	PlotBackground: rgb(0xFFFFFF),
	Sky:            rgb(0x3E8EC4),
	Ground:         rgb(0x8A6239),

	fynetheme.ColorNameBackground:          rgb(0xF4F6F8),
	fynetheme.ColorNameForeground:          rgb(0x1B2026),
	fynetheme.ColorNameButton:              rgb(0xE3E7EC),
	fynetheme.ColorNameInputBackground:     rgb(0xFFFFFF),
	fynetheme.ColorNameInputBorder:         rgb(0xC3CAD2),
	fynetheme.ColorNameHeaderBackground:    rgb(0xE9EDF1),
	fynetheme.ColorNameMenuBackground:      rgb(0xFFFFFF),
	fynetheme.ColorNameOverlayBackground:   rgb(0xFFFFFF),
	fynetheme.ColorNameSeparator:           rgb(0xD0D6DC),
	fynetheme.ColorNamePlaceHolder:         rgb(0x626C77),
	fynetheme.ColorNameDisabled:            rgb(0x7A848F),
	fynetheme.ColorNamePrimary:             rgb(0x0069A6),
	fynetheme.ColorNameHyperlink:           rgb(0x0069A6),
	fynetheme.ColorNameForegroundOnPrimary: rgb(0xFFFFFF),
	fynetheme.ColorNameFocus:               rgba(0x1B2026, 0x48),
	fynetheme.ColorNameSelection:           rgba(0x0072B2, 0x38),
	fynetheme.ColorNameError:               rgb(0xA82A00),
	fynetheme.ColorNameWarning:             rgb(0xB67C00),
	fynetheme.ColorNameSuccess:             rgb(0x007D5A),
}

var dark = palette{
	Estimate:       rgb(0x56B4E9),
	Truth:          rgb(0xF0A020),
	Error:          rgb(0xDE92B8),
	Playhead:       rgb(0xF0E442),
	CropShade:      rgba(0x05070A, 0x99),
	CropHandle:     rgb(0xC3CCD6),
	Epoch:          rgb(0x2CC295),
	FindingInfo:    rgb(0x56B4E9),
	FindingWarning: rgb(0xF0B429),
	FindingError:   rgb(0xFF7033),
	Density:        rgb(0x5D6875),
	Junk:           rgb(0xDE92B8),
	Loss:           rgb(0xF07A2E),
	Grid:           rgb(0x2C333B),
	PlotBackground: rgb(0x14171B),
	Sky:            rgb(0x2F78AB),
	Ground:         rgb(0x6E4D2C),

	fynetheme.ColorNameBackground:          rgb(0x1B1F24),
	fynetheme.ColorNameForeground:          rgb(0xE6EAEE),
	fynetheme.ColorNameButton:              rgb(0x2C323A),
	fynetheme.ColorNameInputBackground:     rgb(0x14171B),
	fynetheme.ColorNameInputBorder:         rgb(0x434C57),
	fynetheme.ColorNameHeaderBackground:    rgb(0x242A31),
	fynetheme.ColorNameMenuBackground:      rgb(0x262C33),
	fynetheme.ColorNameOverlayBackground:   rgb(0x20252B),
	fynetheme.ColorNameSeparator:           rgb(0x363D46),
	fynetheme.ColorNamePlaceHolder:         rgb(0x97A2AE),
	fynetheme.ColorNameDisabled:            rgb(0x828D99),
	fynetheme.ColorNamePrimary:             rgb(0x56B4E9),
	fynetheme.ColorNameHyperlink:           rgb(0x56B4E9),
	fynetheme.ColorNameForegroundOnPrimary: rgb(0x10151A),
	fynetheme.ColorNameFocus:               rgba(0xFFFFFF, 0x48),
	fynetheme.ColorNameSelection:           rgba(0x56B4E9, 0x38),
	fynetheme.ColorNameError:               rgb(0xFF7033),
	fynetheme.ColorNameWarning:             rgb(0xF0B429),
	fynetheme.ColorNameSuccess:             rgb(0x2CC295),
}

func rgb(hex uint32) color.NRGBA { return rgba(hex, 0xFF) }

func rgba(hex uint32, alpha uint8) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: alpha}
}
