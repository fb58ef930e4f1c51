package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/horizon"
	"postflight/ui/plot"
	"postflight/ui/transport"
)

// build makes the view of a flight, empty.
func (w *Window) build(speeds []float64) {
	w.stack = plot.NewStack()
	w.stack.SetExecutor(w.actions.UI)
	w.stack.OnSeek = w.actions.Replay.Seek
	w.stack.OnDrawn = w.actions.Drawn
	w.horizon = horizon.New()
	w.bar = transport.New(w.actions.Replay, speeds)
	w.buildPanels()
	w.stack.OnSeen = w.seen
	w.buildLaying()
	w.placing = widget.NewLabel("")
	w.placing.Wrapping = fyne.TextWrapWord
	w.placing.SizeName = fynetheme.SizeNameCaptionText

	side := container.NewVSplit(w.horizon, container.NewBorder(container.New(upTo(placingHeight), container.NewVScroll(w.placing)), nil, nil, nil, w.tabs))
	side.SetOffset(0.42)
	w.nothing = widget.NewLabel("Nothing is drawn yet.\nTick a signal on the left.")
	w.nothing.Alignment = fyne.TextAlignCenter
	w.nothing.Importance = widget.LowImportance
	right := container.NewHSplit(container.NewStack(w.stack, container.NewCenter(w.nothing)), side)
	right.SetOffset(0.64)
	middle := container.NewHSplit(w.buildSignals(), right)
	middle.SetOffset(0.17)
	w.content = container.NewBorder(nil, w.bar, nil, nil, middle)
}

// placingHeight holds three lines of how the logs were laid.
const placingHeight = 50

// upTo is the layout of a scroll that is as high as what it holds, up to a height.
type upTo float32

// MinSize is part of Fyne's contract for layouts.
func (most upTo) MinSize(objects []fyne.CanvasObject) fyne.Size {
	content := objects[0].(*container.Scroll).Content
	if !content.Visible() {
		return fyne.Size{}
	}
	size := content.MinSize()
	return fyne.NewSize(size.Width, fyne.Min(size.Height, float32(most)))
}

// Layout is part of Fyne's contract for layouts.
func (most upTo) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	objects[0].Resize(size)
	objects[0].Move(fyne.Position{})
}
