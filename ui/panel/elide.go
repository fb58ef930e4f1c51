package panel

import "fyne.io/fyne/v2"

// Elide cuts text to a width, with an ellipsis where something is missing.
func Elide(text string, width, size float32, style fyne.TextStyle) string {
	if size == 0 || fyne.MeasureText(text, size, style).Width <= width {
		return text
	}
	runes := []rune(text)
	lo, hi := 0, len(runes)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if fyne.MeasureText(string(runes[:mid])+"…", size, style).Width <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return string(runes[:lo]) + "…"
}

// ElideMiddle cuts text to a width in its middle, so that names that begin alike
// stay apart.
func ElideMiddle(text string, width, size float32, style fyne.TextStyle) string {
	if size == 0 || fyne.MeasureText(text, size, style).Width <= width {
		return text
	}
	runes := []rune(text)
	cut := func(kept int) string {
		return string(runes[:kept-kept/2]) + "…" + string(runes[len(runes)-kept/2:])
	}
	kept := len(runes) - 1
	for kept > 0 && fyne.MeasureText(cut(kept), size, style).Width > width {
		kept--
	}
	return cut(max(kept, 0))
}
