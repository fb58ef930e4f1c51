package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/replay"
)

// binding is a key and what it does: the one list behind the keyboard, the menus
// and the page of keys.
type binding struct {
	keys string // as a person reads them
	does string
	in   string // the menu that has an entry for it; empty for none
	menu string // label of that entry
	do   func()

	name     fyne.KeyName // typed without Ctrl or Alt
	shift    bool
	shortcut fyne.Shortcut // as the toolkit makes one of Ctrl or Alt and a key
	char     rune          // typed, wherever the keyboard has it; G too: its key alone would still type into the dialog it opens
	always   bool          // without a flight too
	anywhere bool          // from text fields too: the menu's entry has the shortcut
}

const (
	zoomStep = 1.5
	panStep  = 0.25 // of what is seen
	pageStep = 0.9  // of what is seen
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
		{keys: "Space", does: "play or pause", in: replayMenu, menu: "Play or Pause", do: r.TogglePlay, name: fyne.KeySpace},
		{keys: "Left", does: "5 s back", in: replayMenu, menu: "Back 5 s", do: step(-5 * time.Second), name: fyne.KeyLeft},
		{keys: "Right", does: "5 s on", in: replayMenu, menu: "On 5 s", do: step(5 * time.Second), name: fyne.KeyRight},
		{keys: "Shift+Left", does: "1 s back", do: step(-time.Second), name: fyne.KeyLeft, shift: true},
		{keys: "Shift+Right", does: "1 s on", do: step(time.Second), name: fyne.KeyRight, shift: true},
		{keys: "Alt+Left", does: "one frame back", in: replayMenu, menu: "Back One Frame", do: func() { w.actions.StepFrame(-1) }, shortcut: alt(fyne.KeyLeft)},
		{keys: "Alt+Right", does: "one frame on", in: replayMenu, menu: "On One Frame", do: func() { w.actions.StepFrame(1) }, shortcut: alt(fyne.KeyRight)},
		{keys: "Home", does: "to the start of the crop", in: replayMenu, menu: "To Crop Start", do: r.ToStart, name: fyne.KeyHome},
		{keys: "End", does: "to the end of the crop", in: replayMenu, menu: "To Crop End", do: r.ToEnd, name: fyne.KeyEnd},
		{keys: "I", does: "crop starts here", in: replayMenu, menu: "Crop Starts Here", do: w.cropIn, name: fyne.KeyI},
		{keys: "O", does: "crop ends here", in: replayMenu, menu: "Crop Ends Here", do: w.cropOut, name: fyne.KeyO},
		{keys: "C", does: "crop the whole flight again", in: replayMenu, menu: "Crop the Whole Flight", do: w.cropWhole, name: fyne.KeyC},
		{keys: "L", does: "loop or play once", in: replayMenu, menu: "Loop or Play Once", do: func() { r.SetLoop(!w.state.Loop) }, name: fyne.KeyL},
		{keys: "]", does: "faster", in: replayMenu, menu: "Faster", do: func() { r.SetSpeed(replay.Faster(w.state.Speed)) }, char: ']'},
		{keys: "[", does: "slower", in: replayMenu, menu: "Slower", do: func() { r.SetSpeed(replay.Slower(w.state.Speed)) }, char: '['},
		{keys: "R", does: "reverse", in: replayMenu, menu: "Reverse", do: func() { r.SetSpeed(-w.state.Speed) }, name: fyne.KeyR},
		{keys: "G", does: "go to a typed time", in: replayMenu, menu: "Go to Time…", do: w.askTime, char: 'g'},
		{keys: "T", does: "show times by the next clock", in: viewMenu, menu: "Next Clock", do: w.nextDating, name: fyne.KeyT},
		{keys: "M", does: "set a marker; two measure what lies between", in: replayMenu, menu: "Set Marker", do: func() { w.stack.PlaceMarker(w.state.At) }, name: fyne.KeyM},
		{keys: "Ctrl+M", does: "clear markers", in: replayMenu, menu: "Clear Markers", do: w.stack.ClearMarkers, shortcut: with(fyne.KeyM)},
		{keys: "F", does: "follow the playhead or stay", in: viewMenu, menu: "Follow the Playhead", do: w.toggleFollow, name: fyne.KeyF},
		{keys: "+", does: "zoom in", in: viewMenu, menu: "Zoom In", do: func() { w.stack.Zoom(1 / zoomStep) }, char: '+'},
		{keys: "-", does: "zoom out", in: viewMenu, menu: "Zoom Out", do: func() { w.stack.Zoom(zoomStep) }, char: '-'},
		{keys: "Ctrl+Left", does: "move the view back", in: viewMenu, menu: "Move View Back", do: func() { w.stack.Pan(-panStep) }, shortcut: with(fyne.KeyLeft)},
		{keys: "Ctrl+Right", does: "move the view on", in: viewMenu, menu: "Move View On", do: func() { w.stack.Pan(panStep) }, shortcut: with(fyne.KeyRight)},
		{keys: "A", does: "show all: the whole flight, and all values of it", in: viewMenu, menu: "Show All", do: w.stack.ShowAll, name: fyne.KeyA},
		{keys: "V", does: "fit the values to what is seen", in: viewMenu, menu: "Fit Values", do: w.stack.FitValues, name: fyne.KeyV},
		{keys: "Ctrl+Up", does: "zoom in on values, of the plot under the pointer or of all", in: viewMenu, menu: "Zoom In Values", do: func() { w.stack.ZoomValues(1 / zoomStep) }, shortcut: with(fyne.KeyUp)},
		{keys: "Ctrl+Down", does: "zoom out of values", in: viewMenu, menu: "Zoom Out Values", do: func() { w.stack.ZoomValues(zoomStep) }, shortcut: with(fyne.KeyDown)},
		{keys: "Page Up", does: "scroll to plots above", in: viewMenu, menu: "Plots Above", do: func() { w.stack.ScrollPanes(-pageStep) }, name: fyne.KeyPageUp},
		{keys: "Page Down", does: "scroll to plots below", in: viewMenu, menu: "Plots Below", do: func() { w.stack.ScrollPanes(pageStep) }, name: fyne.KeyPageDown},
		{keys: "Ctrl+Z", does: "undo a change of the plots", in: editMenu, menu: "Undo", do: w.stack.Undo, shortcut: &fyne.ShortcutUndo{}},
		{keys: "Ctrl+Shift+Z", does: "redo it", in: editMenu, menu: "Redo", do: w.stack.Redo, shortcut: &desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: ctrlShift}},
		{keys: "Ctrl+Y", does: "redo it too", do: w.stack.Redo, shortcut: &fyne.ShortcutRedo{}},
		{keys: "Ctrl+F", does: "search signals", in: editMenu, menu: "Search Signals", do: func() { w.signals.Focus() }, shortcut: with(fyne.KeyF)},
		{keys: "B", does: "show the bytes at the playhead", in: replayMenu, menu: "Show Bytes", do: func() { w.actions.ShowBytes() }, name: fyne.KeyB},
		{keys: "Ctrl+Tab", does: "next panel", in: analysisMenu, menu: "Next Panel", do: func() { w.nextPanel(1) }, shortcut: with(fyne.KeyTab), anywhere: true},
		{keys: "Ctrl+Shift+Tab", does: "panel before", in: analysisMenu, menu: "Panel Before", do: func() { w.nextPanel(-1) }, shortcut: &desktop.CustomShortcut{KeyName: fyne.KeyTab, Modifier: ctrlShift}, anywhere: true},
		{keys: "F10", does: "open the menu", do: w.toggleMenu, name: fyne.KeyF10, always: true},
		{keys: "F11", does: "full screen", in: viewMenu, menu: "Full Screen", do: w.toggleFullScreen, name: fyne.KeyF11, always: true},
	}
}
