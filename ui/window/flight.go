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

	side := container.NewVSplit(w.horizon, container.New(placingLayout{}, container.NewVScroll(w.placing), w.tabs))
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

// placingLayout puts how the logs were laid above the panels: as high as that is, up
// to three lines, and less where the panels need the room.
type placingLayout struct{}

const (
	placingMost  = 50
	placingLeast = 18
)

// MinSize is part of Fyne's contract for layouts.
func (placingLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	placing, panels := objects[0].(*container.Scroll).Content, objects[1].MinSize()
	if !placing.Visible() {
		return panels
	}
	return panels.Max(fyne.NewSize(placing.MinSize().Width, 0)).AddWidthHeight(0, placingLeast)
}

// Layout is part of Fyne's contract for layouts.
func (placingLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	placing, panels := objects[0].(*container.Scroll), objects[1]
	var height float32
	if placing.Content.Visible() {
		placing.Content.Resize(fyne.NewSize(size.Width, placing.Content.Size().Height)) // it wraps
		height = max(min(placing.Content.MinSize().Height, placingMost, size.Height-panels.MinSize().Height), placingLeast)
	}
	placing.Move(fyne.Position{})
	placing.Resize(fyne.NewSize(size.Width, height))
	panels.Move(fyne.NewPos(0, height))
	panels.Resize(fyne.NewSize(size.Width, size.Height-height))
}
