package window

import (
	"strconv"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/replay"
)

// guarded is what a key does, where it can.
func (w *Window) guarded(b *binding) func() {
	do, keys, always := b.do, b.keys, b.always
	return func() {
		if len(w.modals) == 0 && (always || w.flight != nil) {
			w.actions.Typed(keys)
			do()
		}
	}
}

// bookmarkKeys are the keys of the nine bookmarks.
func (w *Window) bookmarkKeys() []binding {
	var out []binding
	for n := 1; n <= 9; n++ {
		digit := strconv.Itoa(n)
		name := fyne.KeyName(digit)
		out = append(out,
			binding{keys: digit, do: func() { w.goToBookmark(n) }, name: name},
			binding{keys: "Ctrl+" + digit, do: func() { w.setBookmark(n) }, shortcut: key(name, ctrl)})
	}
	return out
}

// addKeys binds the keyboard. Keys reach the window unless a text field has the
// keyboard, or the list that has it keeps them.
func (w *Window) addKeys() {
	all := append(w.bindings(), w.bookmarkKeys()...)
	for i := range all {
		if b := &all[i]; b.shortcut != nil && !b.anywhere {
			do := w.guarded(b)
			w.Canvas().AddShortcut(b.shortcut, func(fyne.Shortcut) { do() })
		}
	}
	for _, held := range []fyne.KeyModifier{ctrlShift, fyne.KeyModifierAlt} { // of the drag
		w.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyEscape, Modifier: held}, func(fyne.Shortcut) { w.stack.CancelDrag() })
	}
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if w.keyInModal(e.Name) {
			return
		}
		if e.Name == fyne.KeyEscape && (w.stack.CancelDrag() || w.closeOverlay()) {
			return
		}
		shift := w.shiftDown()
		for i := range all {
			if b := &all[i]; b.name != "" && b.name == e.Name && b.shift == shift {
				w.guarded(b)()
				return
			}
		}
	})
	w.Canvas().SetOnTypedRune(func(r rune) {
		for i := range all {
			if b := &all[i]; b.char == unicode.ToLower(r) && r != 0 {
				w.guarded(b)()
			}
		}
	})
}

// closeOverlay closes a menu of the toolkit's own that has not the keyboard; false
// where there is none.
func (w *Window) closeOverlay() bool {
	top, ok := w.Canvas().Overlays().Top().(fyne.Tappable)
	if ok {
		top.Tapped(&fyne.PointEvent{}) // as a click beside it
	}
	return ok
}

func (w *Window) shiftDown() bool {
	d, ok := w.app.Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

func (w *Window) cropIn() {
	w.actions.Replay.SetCrop(replay.Range{From: w.state.At, To: max(w.state.Crop.To, w.state.At)})
}

// cropWhole plays and shows everything again, as after an epoch was chosen.
func (w *Window) cropWhole() {
	w.actions.Replay.SetCrop(w.state.Whole)
	w.stack.Fit()
}

func (w *Window) cropOut() {
	w.actions.Replay.SetCrop(replay.Range{From: min(w.state.Crop.From, w.state.At), To: w.state.At})
}

// toggleMenu opens the menu bar, where the toolkit draws one.
func (w *Window) toggleMenu() {
	if bar, ok := w.Canvas().(interface{ ToggleMenu() }); ok {
		bar.ToggleMenu()
	}
}

func (w *Window) toggleFullScreen() { w.SetFullScreen(!w.FullScreen()) }
