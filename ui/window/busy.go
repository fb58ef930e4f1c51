package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// busy is the dialog of work under way.
type busy struct {
	dialog  *dialog.CustomDialog
	bar     *widget.ProgressBar
	unknown *widget.ProgressBarInfinite // in place of bar where nobody knows
	label   *widget.Label
	cancel  func() // of the work shown now
}

// ShowBusy shows that work is going on, how far it is, 0 to 1, less where nobody
// knows, and a way to cancel it.
func (w *Window) ShowBusy(what string, done float64, cancel func()) {
	if w.busy == nil {
		b := &busy{bar: widget.NewProgressBar(), unknown: widget.NewProgressBarInfinite(), label: widget.NewLabel(what)}
		b.label.Truncation = fyne.TextTruncateEllipsis
		b.dialog = dialog.NewCustomWithoutButtons("Opening", container.NewVBox(b.label, container.NewStack(b.bar, b.unknown)), w.Window)
		stop := func() { b.cancel() }
		b.dialog.SetButtons([]fyne.CanvasObject{widget.NewButton("Cancel", stop)})
		b.dialog.Resize(fyne.NewSize(460, 160))
		w.open(b.dialog, func() {}, stop)
		w.busy = b
	}
	w.busy.cancel = cancel
	w.busy.label.SetText(what)
	w.busy.show(done)
}

func (b *busy) show(done float64) {
	if done < 0 {
		b.bar.Hide()
		b.unknown.Show()
		b.unknown.Start()
		return
	}
	b.unknown.Stop()
	b.unknown.Hide()
	b.bar.Show()
	b.bar.SetValue(done)
}

// HideBusy ends what ShowBusy began; it may be called without.
func (w *Window) HideBusy() {
	if w.busy != nil {
		w.busy.unknown.Stop()
		w.busy.dialog.Hide()
		w.busy = nil
	}
}

// Ask asks a question with two answers.
func (w *Window) Ask(title, question, yes, no string, answer func(bool)) {
	text := widget.NewLabel(question)
	text.Wrapping = fyne.TextWrapWord
	d := dialog.NewCustomConfirm(title, yes, no, text, answer, w.Window)
	d.Resize(fyne.NewSize(520, 180))
	w.open(d, d.Confirm, d.Dismiss)
}
