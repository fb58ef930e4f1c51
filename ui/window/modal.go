package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"
)

// modal is a dialog that is open, and what two keys do in it.
type modal struct {
	dialog dialog.Dialog
	enter  func()
	escape func()
}

// open shows a dialog in which Return does enter and Escape does escape. While
// one is open the keys of the window rest.
func (w *Window) open(d dialog.Dialog, enter, escape func()) {
	m := &modal{d, enter, escape}
	w.modals = append(w.modals, m)
	d.SetOnClosed(func() {
		w.modals = slices.DeleteFunc(w.modals, func(o *modal) bool { return o == m })
	})
	d.Show()
}

// keyInModal gives a key to the dialog on top; it reports false where there is none.
func (w *Window) keyInModal(name fyne.KeyName) bool {
	if len(w.modals) == 0 {
		return false
	}
	top := w.modals[len(w.modals)-1]
	switch name {
	case fyne.KeyEscape:
		top.escape()
	case fyne.KeyReturn, fyne.KeyEnter:
		top.enter()
	}
	return true
}

// field is a line of text in a dialog: Return and Escape are the dialog's.
type field struct {
	widget.Entry
	escape func()
}

// newField makes a field with text in it that the first key replaces.
func newField(text string, check func(string) error) *field {
	f := &field{escape: func() {}}
	f.ExtendBaseWidget(f)
	f.SetText(text)
	f.Validator = check
	f.TypedShortcut(&fyne.ShortcutSelectAll{})
	return f
}

// TypedKey is part of Fyne's contract for what takes the keyboard.
func (f *field) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		f.escape()
		return
	}
	f.Entry.TypedKey(e)
}

// openForm shows a form whose field has the keyboard.
func (w *Window) openForm(form *dialog.FormDialog, f *field) {
	f.OnSubmitted = func(string) { form.Submit() }
	f.escape = form.Dismiss
	w.open(form, form.Submit, form.Dismiss)
	w.Canvas().Focus(f)
}
