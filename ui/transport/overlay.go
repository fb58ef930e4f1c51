package transport

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

const (
	handleLine = 2
	tabWidth   = 8
	tabHeight  = 22
	headWidth  = 2
	viewLine   = 2
	viewHeight = 10
	viewWidth  = 6 // the least, to be seen
)

// overlay is what moves over the track's picture. The objects are moved one by
// one and never refreshed through the track: that would draw the picture anew.
type overlay struct {
	shades  [2]*canvas.Rectangle // before and after the crop
	lines   [2]*canvas.Rectangle // the ends of the crop
	tabs    [2]*canvas.Rectangle // what one takes hold of, on the outer side
	grips   [2]*canvas.Rectangle
	view    [3]*canvas.Rectangle // what the plots show: a bar and its two ends
	head    *canvas.Rectangle
	knob    *canvas.Rectangle
	plate   *canvas.Rectangle
	label   *canvas.Text
	visible bool
}

func newOverlay() *overlay {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	o := &overlay{head: rect(), knob: rect(), plate: rect(), label: canvas.NewText("", color.Transparent)}
	for i := range o.view {
		o.view[i] = rect()
	}
	for i := range 2 {
		o.shades[i], o.lines[i], o.tabs[i], o.grips[i] = rect(), rect(), rect(), rect()
		o.tabs[i].CornerRadius = 2
	}
	o.knob.CornerRadius, o.plate.CornerRadius = 2, 3
	o.plate.StrokeWidth = 1
	o.label.TextStyle.Monospace = true
	o.plate.Hide()
	o.label.Hide()
	return o
}

func (o *overlay) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		o.shades[0], o.shades[1], o.view[0], o.view[1], o.view[2], o.lines[0], o.lines[1], o.head, o.knob,
		o.tabs[0], o.tabs[1], o.grips[0], o.grips[1], o.plate, o.label,
	}
}

// style takes the colours and sizes of the theme; the caller refreshes.
func (o *overlay) style() {
	for i := range 2 {
		o.shades[i].FillColor = theme.Current(theme.CropShade)
		o.lines[i].FillColor = theme.Current(theme.CropHandle)
		o.tabs[i].FillColor = theme.Current(theme.CropHandle)
		o.grips[i].FillColor = theme.Current(theme.PlotBackground)
	}
	for _, part := range o.view {
		part.FillColor = theme.Current(fynetheme.ColorNamePrimary)
	}
	o.head.FillColor = theme.Current(theme.Playhead)
	o.knob.FillColor = theme.Current(theme.Playhead)
	o.plate.FillColor = theme.Current(fynetheme.ColorNameOverlayBackground)
	o.plate.StrokeColor = theme.Current(fynetheme.ColorNameInputBorder)
	o.label.Color = theme.Current(fynetheme.ColorNameForeground)
	o.label.TextSize = fynetheme.CaptionTextSize()
}

// place moves everything; from, to, head and mouse are x in a track of the given
// size. An empty label hides the plate.
func (o *overlay) place(size fyne.Size, from, to, head, mouse float32, label string) {
	h := size.Height
	put(o.shades[0], 0, 0, from, h)
	put(o.shades[1], to, 0, size.Width-to, h)
	put(o.lines[0], from-handleLine, 0, handleLine, h)
	put(o.lines[1], to, 0, handleLine, h)
	top := (h - tabHeight) / 2
	put(o.tabs[0], from-tabWidth, top, tabWidth, tabHeight)
	put(o.tabs[1], to, top, tabWidth, tabHeight)
	put(o.grips[0], from-tabWidth/2-0.5, top+6, 1, tabHeight-12)
	put(o.grips[1], to+tabWidth/2-0.5, top+6, 1, tabHeight-12)
	put(o.head, head-headWidth/2, 0, headWidth, h)
	put(o.knob, head-4, h-5, 8, 5)
	o.placeLabel(size, mouse, label)
}

// placeView puts a bracket round from to to, on top of a track; it is gone where to is
// not after from.
func (o *overlay) placeView(from, to float32) {
	for _, part := range o.view {
		part.Hidden = to <= from
	}
	if to < from+viewWidth {
		middle := (from + to) / 2
		from, to = middle-viewWidth/2, middle+viewWidth/2
	}
	put(o.view[0], from, 0, to-from, viewLine)
	put(o.view[1], from, 0, viewLine, viewHeight)
	put(o.view[2], to-viewLine, 0, viewLine, viewHeight)
}

// placeLabel keeps the plate beside the mouse and inside the track.
func (o *overlay) placeLabel(size fyne.Size, mouse float32, label string) {
	if visible := label != ""; visible != o.visible {
		o.visible = visible
		if visible {
			o.plate.Show()
			o.label.Show()
		} else {
			o.plate.Hide()
			o.label.Hide()
		}
		o.shades[0].Refresh() // parts that were in no frame yet ask for none
	}
	if !o.visible {
		return
	}
	if o.label.Text != label {
		o.label.Text = label
		o.label.Refresh()
	}
	text := o.label.MinSize()
	width := text.Width + 10
	x := mouse + 12
	if x+width > size.Width {
		x = mouse - 12 - width
	}
	x = fyne.Max(x, 0)
	put(o.plate, x, 2, width, text.Height+2)
	put(o.label, x+5, 3, text.Width, text.Height)
}

func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Resize(fyne.NewSize(fyne.Max(w, 0), h))
	o.Move(fyne.NewPos(x, y))
}
