package window

import (
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/replay"
)

// binding is a key and what it does: the one list behind the keyboard, the
// Replay menu and the page of keys.
type binding struct {
	keys string // as a person reads them
	does string
	menu string // label in the Replay menu; empty where it has none
	do   func()

	name     fyne.KeyName // typed without Ctrl or Alt
	shift    bool
	shortcut *desktop.CustomShortcut
	char     rune // typed, wherever the keyboard has it; G too: its key alone would still type into the dialog it opens
}

const (
	zoomStep = 1.5
	panStep  = 0.25 // of what is seen
)

func (w *Window) bindings() []binding {
	r := w.actions.Replay
	step := func(d time.Duration) func() { return func() { r.Step(d) } }
	alt := func(k fyne.KeyName) *desktop.CustomShortcut {
		return &desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierAlt}
	}
	with := func(k fyne.KeyName) *desktop.CustomShortcut {
		return &desktop.CustomShortcut{KeyName: k, Modifier: ctrl}
	}
	return []binding{
		{keys: "Space", does: "play or pause", menu: "Play or Pause", do: r.TogglePlay, name: fyne.KeySpace},
		{keys: "Left", does: "5 s back", menu: "Back 5 s", do: step(-5 * time.Second), name: fyne.KeyLeft},
		{keys: "Right", does: "5 s on", menu: "On 5 s", do: step(5 * time.Second), name: fyne.KeyRight},
		{keys: "Shift+Left", does: "1 s back", do: step(-time.Second), name: fyne.KeyLeft, shift: true},
		{keys: "Shift+Right", does: "1 s on", do: step(time.Second), name: fyne.KeyRight, shift: true},
		{keys: "Alt+Left", does: "one record back", menu: "Back One Record", do: func() { w.actions.StepRecord(-1) }, shortcut: alt(fyne.KeyLeft)},
		{keys: "Alt+Right", does: "one record on", menu: "On One Record", do: func() { w.actions.StepRecord(1) }, shortcut: alt(fyne.KeyRight)},
		{keys: "Home", does: "to the start of the crop", menu: "To Crop Start", do: r.ToStart, name: fyne.KeyHome},
		{keys: "End", does: "to the end of the crop", menu: "To Crop End", do: r.ToEnd, name: fyne.KeyEnd},
		{keys: "I", does: "crop starts here", menu: "Crop Starts Here", do: w.cropIn, name: fyne.KeyI},
		{keys: "O", does: "crop ends here", menu: "Crop Ends Here", do: w.cropOut, name: fyne.KeyO},
		{keys: "C", does: "crop the whole flight again", menu: "Crop the Whole Flight", do: w.cropWhole, name: fyne.KeyC},
		{keys: "L", does: "loop or play once", menu: "Loop or Play Once", do: func() { r.SetLoop(!w.state.Loop) }, name: fyne.KeyL},
		{keys: "]", does: "faster", menu: "Faster", do: func() { r.SetSpeed(replay.Faster(w.state.Speed)) }, char: ']'},
		{keys: "[", does: "slower", menu: "Slower", do: func() { r.SetSpeed(replay.Slower(w.state.Speed)) }, char: '['},
		{keys: "R", does: "reverse", menu: "Reverse", do: func() { r.SetSpeed(-w.state.Speed) }, name: fyne.KeyR},
		{keys: "G", does: "go to a typed time", menu: "Go to Time…", do: w.askTime, char: 'g'},
		{keys: "M", does: "set a marker; two measure what lies between", menu: "Set Marker", do: func() { w.stack.PlaceMarker(w.state.At) }, name: fyne.KeyM},
		{keys: "Ctrl+M", does: "clear markers", menu: "Clear Markers", do: w.stack.ClearMarkers, shortcut: with(fyne.KeyM)},
		{keys: "F", does: "follow the playhead or stay", menu: "Follow the Playhead", do: w.toggleFollow, name: fyne.KeyF},
		{keys: "+", does: "zoom in", do: func() { w.stack.Zoom(zoomStep) }, char: '+'},
		{keys: "-", does: "zoom out", do: func() { w.stack.Zoom(1 / zoomStep) }, char: '-'},
		{keys: "Ctrl+Left", does: "move the view back", do: func() { w.stack.Pan(-panStep) }, shortcut: with(fyne.KeyLeft)},
		{keys: "Ctrl+Right", does: "move the view on", do: func() { w.stack.Pan(panStep) }, shortcut: with(fyne.KeyRight)},
		{keys: "Ctrl+Z", does: "undo a change of the plots", do: w.stack.Undo, shortcut: with(fyne.KeyZ)},
		{keys: "Ctrl+Shift+Z", does: "redo it", do: w.stack.Redo, shortcut: &desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: ctrlShift}},
		{keys: "Ctrl+F", does: "search signals", do: func() { w.signals.Focus() }, shortcut: with(fyne.KeyF)},
		{keys: "B", does: "show the bytes at the playhead", menu: "Show Bytes", do: func() { w.actions.ShowBytes() }, name: fyne.KeyB},
		{keys: "F11", does: "full screen", do: w.toggleFullScreen, name: fyne.KeyF11},
	}
}

// addKeys binds the keyboard. Keys without Ctrl or Alt reach the window only
// while no field or list has the keyboard.
func (w *Window) addKeys() {
	all := w.bindings()
	guard := func(do func()) func() {
		return func() {
			if w.flight != nil && len(w.modals) == 0 {
				do()
			}
		}
	}
	for _, b := range all {
		if b.shortcut != nil {
			do := guard(b.do)
			w.Canvas().AddShortcut(b.shortcut, func(fyne.Shortcut) { do() })
		}
	}
	for n := 1; n <= 9; n++ {
		name := fyne.KeyName(rune('0' + n))
		set := guard(func() { w.setBookmark(n) })
		w.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: ctrl}, func(fyne.Shortcut) { set() })
		all = append(all, binding{name: name, do: func() { w.goToBookmark(n) }})
	}
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) {
		if w.keyInModal(e.Name) {
			return
		}
		shift := w.shiftDown()
		for _, b := range all {
			if b.name == e.Name && b.shift == shift && (w.flight != nil || b.name == fyne.KeyF11) {
				b.do()
				return
			}
		}
	})
	w.Canvas().SetOnTypedRune(func(r rune) {
		for _, b := range all {
			if b.char == unicode.ToLower(r) && r != 0 {
				guard(b.do)()
			}
		}
	})
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
