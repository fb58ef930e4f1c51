// Package window is the main window: the start page, the view of a flight, the
// menu, the keys and the dialogs. It shows what it is given and reports what
// the person asks for; it decides nothing.
package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/epoch"
	"postflight/analysis/link"
	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/horizon"
	"postflight/ui/plot"
	"postflight/ui/transport"
)

// Actions are what the person can ask for. All are called from the UI goroutine
// and none may be nil.
type Actions struct {
	Open        func() // by a dialog
	OpenLast    func()
	OpenDemo    func()
	OpenPaths   func([]string)
	ClearRecent func()
	Export      func() // the figure
	SetOffset   func() // between estimate and truth, by hand
	SetVariant  func(Variant)
	Quit        func()

	Replay     transport.Actions
	StepRecord func(n int)

	// Chose is called after the person went to a place by a row of a panel.
	Chose func(panel string, row int)
	// Arranged is called when something of the window moved.
	Arranged func()
}

// Variant is how the window is coloured.
type Variant string

// Variants. System follows the desktop.
const (
	System Variant = "system"
	Light  Variant = "light"
	Dark   Variant = "dark"
)

// Flight is what the window shows of an opened flight.
type Flight struct {
	Title     string // of the window
	Placing   string // how its logs were laid on one timeline; empty for one log
	Verdict   string // what can be trusted, in a sentence
	Whole     replay.Range
	Panes     []Pane
	Overview  transport.Overview
	Marks     []plot.Mark
	Findings  []flight.Finding // in the order they are shown
	Epochs    []epoch.Epoch
	Link      []link.Source
	HasTruth  bool
	Attitudes func(t time.Duration) (estimate, truth *horizon.Attitude)
}

// Pane is one plot.
type Pane struct {
	Title  string
	Curves []plot.Curve
}

// Window is the main window. Its methods belong to the UI goroutine.
type Window struct {
	fyne.Window
	app     fyne.App
	actions Actions

	flight *Flight // nil on the start page
	state  replay.State
	recent []string

	stack    *plot.Stack
	panes    []*plot.Pane
	horizon  *horizon.Horizon
	bar      *transport.Bar
	findings *listPanel
	epochs   *listPanel
	link     *listPanel
	tabs     *container.AppTabs
	placing  *widget.Label
	content  fyne.CanvasObject

	marks marks
	busy  *busy
}

// Title is the name of the program and of its window.
const Title = "Postflight"

// startSize leaves room for the borders and the panel of a small desktop.
var startSize = fyne.NewSize(1240, 740)

// New makes the window, on its start page. speeds are those the replay bar offers.
func New(app fyne.App, actions Actions, speeds []float64) *Window {
	w := &Window{Window: app.NewWindow(Title), app: app, actions: actions}
	w.build(speeds)
	w.SetMaster()
	w.SetOnDropped(func(_ fyne.Position, uris []fyne.URI) {
		var paths []string
		for _, u := range uris {
			paths = append(paths, u.Path())
		}
		actions.OpenPaths(paths)
	})
	w.SetCloseIntercept(actions.Quit)
	w.addKeys()
	w.ShowStart(nil)
	w.Resize(startSize)
	return w
}

// ShowFlight replaces what is shown by a flight.
func (w *Window) ShowFlight(f *Flight) {
	w.flight = f
	w.marks = marks{}
	w.SetTitle(f.Title + " – " + Title)
	w.showPanes(f)
	w.bar.SetOverview(f.Overview)
	w.fillPanels(f)
	w.placing.SetText(f.Placing)
	w.placing.Hidden = f.Placing == ""
	w.SetMainMenu(w.menu())
	w.SetContent(w.content)
	w.Canvas().Unfocus()
}

// showPanes gives the stack one pane for each of the flight's.
func (w *Window) showPanes(f *Flight) {
	for _, p := range w.panes {
		p.Close()
	}
	w.panes = nil
	for _, p := range f.Panes {
		pane := plot.NewPane(p.Title)
		pane.SetCurves(p.Curves)
		w.panes = append(w.panes, pane)
	}
	w.stack.SetPanes(w.panes...)
	w.stack.SetExtent(plot.Range(f.Whole))
	w.stack.Fit()
	w.showMarks()
}

// SetState shows where the replay is.
func (w *Window) SetState(s replay.State) {
	w.state = s
	w.bar.SetState(s)
	w.stack.SetPlayhead(s.At)
	if s.Crop == s.Whole {
		w.stack.SetCrop(plot.Range{})
	} else {
		w.stack.SetCrop(plot.Range(s.Crop))
	}
	if w.flight != nil {
		w.horizon.SetAttitudes(w.flight.Attitudes(s.At))
	}
}

// Close stops and joins the work behind the plots.
func (w *Window) Close() {
	w.stack.Close()
	w.Window.Close()
}
