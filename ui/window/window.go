// Package window is the main window: the start page, the view of a flight, the
// menu, the keys and the dialogs. It shows what it is given and reports what
// the person asks for; it decides nothing.
package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/bytemap"
	"postflight/analysis/catalog"
	"postflight/analysis/epoch"
	"postflight/analysis/events"
	"postflight/analysis/link"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/hex"
	"postflight/ui/horizon"
	"postflight/ui/panel"
	"postflight/ui/plot"
	"postflight/ui/plot/figure"
	"postflight/ui/plot/raster"
	"postflight/ui/signals"
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

	// Plot asks for a signal to be drawn in a pane, or in a new one where that is
	// [plot.NewPaneIndex]; AddSignal does so once it is decoded.
	Plot func(s catalog.Signal, pane int)
	// PlotLink asks for what came of one of Flight.Link to be drawn over the flight.
	PlotLink func(number int)
	// PlotClock asks for the readings of one of Flight.Clocks to be drawn.
	PlotClock func(number int)
	// Background runs long work beside the UI goroutine, UI on it.
	Background func(func())
	UI         func(func())

	// ShowBytes asks for the bytes of the record at the playhead.
	ShowBytes func()
	// ChoseByte is called when the person clicks a byte of the log.
	ChoseByte func(offset int64)
	// Chose is called after the person went to a place by a row of a panel.
	Chose func(panel string, row int)
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
	Title      string // of the window
	Placing    string // how its logs were laid on one timeline; empty for one log
	Verdict    string // what can be trusted, in a sentence
	Whole      replay.Range
	Panes      []Pane
	Overview   transport.Overview
	Marks      []plot.Mark
	Modes      []plot.Band
	Findings   []flight.Finding // in the order they are shown
	Epochs     []epoch.Epoch
	EpochNotes []string // what is to be said of each; nil for nothing
	Link       []link.Source
	HasTruth   bool

	Clocks        []timebase.Clock
	ClockTimes    []time.Duration // where each begins
	Catalog       *catalog.Catalog
	Events        []events.Event
	EventRows     *panel.RowSet // of Events
	Parameters    []events.Parameter
	ParameterRows *panel.RowSet // of Parameters
	Data          []byte        // the bytes of the log
	ByteMap       *bytemap.Map  // and what they are

	Datings []Dating // ways to write a time, the first at first

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

	stack   *plot.Stack
	horizon *horizon.Horizon
	bar     *transport.Bar
	signals *signals.Panel
	drawn   map[*raster.Series]catalog.Signal // what the series of signals are

	tabs       *container.AppTabs
	sides      []*side
	findings   *listPanel
	epochs     *listPanel
	link       *listPanel
	clocks     *listPanel
	messages   *panel.Filtered
	parameters *panel.Filtered
	bytes      *hex.Panel
	values     values

	placing *widget.Label
	nothing *widget.Label // in place of plots
	content fyne.CanvasObject

	dating string // label of the one in use; empty for the first
	marks  marks
	busy   *busy
	modals []*modal // open dialogs, the topmost last
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
	w.showDates()
	w.placing.SetText(f.Placing)
	w.placing.Hidden = f.Placing == ""
	w.SetMainMenu(w.menu())
	w.SetContent(w.content)
	w.Canvas().Unfocus()
}

// showPanes gives the stack one pane for each of the flight's.
func (w *Window) showPanes(f *Flight) {
	for _, p := range w.stack.Panes() {
		p.Close()
	}
	w.drawn = map[*raster.Series]catalog.Signal{}
	w.signals.SetCatalog(f.Catalog)
	var panes []*plot.Pane
	for _, p := range f.Panes {
		pane := plot.NewPane(p.Title)
		pane.SetCurves(p.Curves)
		panes = append(panes, pane)
	}
	w.stack.SetPanes(panes...)
	w.stack.SetBands(f.Modes)
	w.stack.SetExtent(plot.Range(f.Whole))
	w.stack.Fit()
	w.panesChanged()
	w.showMarks()
}

// SetState shows where the replay is.
func (w *Window) SetState(s replay.State) {
	w.state = s
	w.bar.SetState(s)
	w.stack.SetPlayhead(s.At)
	w.signals.SetTime(s.At)
	w.followValues()
	if s.Crop == s.Whole {
		w.stack.SetCrop(plot.Range{})
	} else {
		w.stack.SetCrop(plot.Range(s.Crop))
	}
	if w.flight != nil {
		w.horizon.SetAttitudes(w.flight.Attitudes(s.At))
	}
}

// Say shows a text in the replay bar until the mouse is over something there.
func (w *Window) Say(text string) { w.bar.Say(text) }

// Figure is the plots as they are shown now, for paper.
func (w *Window) Figure() figure.Figure { return w.stack.Figure(w.flight.Title) }

// Close stops and joins the work behind the plots.
func (w *Window) Close() {
	w.stack.Close()
	w.Window.Close()
}
