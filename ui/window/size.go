package window

import "fyne.io/fyne/v2"

// startSize leaves room for the borders and the panel of a small desktop. Where
// the person enlarges all that is drawn, the window must not grow beyond the
// screen with it.
func startSize(enlarged float32) fyne.Size {
	const width, height = 1240, 740
	enlarged = fyne.Max(enlarged, 1)
	return fyne.NewSize(width/enlarged, height/enlarged)
}
