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
	OpenRecent  func(Recent)
	ClearRecent func()
	Export      func()            // the figure
	SetOffset   func(*flight.Log) // of a log that was laid, by hand
	SetVariant  func(Variant)
	Quit        func()

	Replay    transport.Actions
	StepFrame func(n int)

	// Plot asks for a signal to be drawn in a pane, or in a new one where that is
	// [plot.NewPaneIndex]; AddSignal does so once it is decoded.
	Plot func(s catalog.Signal, pane int)
	// PlotLink asks for what came of one of Flight.Link to be drawn over the flight.
	PlotLink func(number int)
	// PlotClock asks for the readings of the clock of one of Flight.ClockRows to be drawn.
	PlotClock func(number int)
	// Background runs long work beside the UI goroutine, UI on it.
	Background func(func())
	UI         func(func())

	// ShowBytes asks for the bytes of the frame at the playhead.
	ShowBytes func()
	// ChoseByte is called when the person chooses a byte of a log.
	ChoseByte func(l *flight.Log, at bytemap.Place)
	// Moved is called with by how much later the person put each log of
	// Flight.Laid than it was laid.
	Moved func(map[*flight.Log]time.Duration)
	// ChoseDating is called after the person chose a clock to show times by.
	ChoseDating func(label string)
	// Typed is called before what a key of the window does.
	Typed func(keys string)
	// Viewed is called after the stretch of log time that the plots show changed.
	Viewed func(from, to time.Duration)
	// Drawn is called after a plot was drawn anew, with how long that took.
	Drawn func(took time.Duration)
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
	Title    string // of the window
	Placing  string // how its logs were laid on one timeline; empty for one log
	Verdict  string // what can be trusted, in a sentence
	Whole    replay.Range
	Panes    []Pane
	Overview transport.Overview
	Marks    []plot.Mark
	Modes    []plot.Band
	Laid     []Laid // the logs beside the first one

	Findings      []flight.Finding // in the order they are shown
	FindingRows   []panel.Row      // of Findings
	Places        [][]Place        // of each finding, where it has several; may be nil
	Epochs        []epoch.Epoch
	EpochRows     []panel.Row // of Epochs
	Link          []link.Source
	LinkRows      []panel.Row     // of Link
	ClockRows     []panel.Row     // of the clocks that were compared
	ClockTimes    []time.Duration // where each of these begins
	Catalog       *catalog.Catalog
	Events        []events.Event
	EventRows     *panel.RowSet // of Events
	Parameters    []events.Parameter
	ParameterRows *panel.RowSet // of Parameters
	Bytes         []Bytes       // of each log, the first one's first

	Datings []Dating // clocks to show times by

	Attitudes func(t time.Duration) horizon.Reading
}

// Pane is one plot.
type Pane struct {
	Title   string
	Curves  []plot.Curve
	Signals []catalog.Signal // what the last of the curves are, where they are signals of the tree
}

// Window is the main window. Its methods belong to the UI goroutine.
type Window struct {
	fyne.Window
	app     fyne.App
	version string
	actions Actions

	flight  *Flight // nil on the start page
	state   replay.State
	recent  []Recent
	variant Variant

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

	dating string // label of the one that was chosen; empty for log time
	marks  marks
	busy   *busy
	modals []*modal // open dialogs, the topmost last
}

// Title is the name of the program and of its window.
const Title = "Postflight"

// New makes the window, on its start page. version is what About calls the program's;
// speeds are those the replay bar offers;
// enlarged is how many times larger the person has all drawn than the screen asks for.
func New(app fyne.App, version string, actions Actions, speeds []float64, enlarged float32) *Window {
	w := &Window{Window: app.NewWindow(Title), app: app, version: version, actions: actions}
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
	w.Resize(startSize(enlarged))
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
	w.ShowPanel("Findings")
	w.showDates()
	w.showPlacing()
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
		for i, s := range p.Signals {
			w.drawn[p.Curves[len(p.Curves)-len(p.Signals)+i].Origin().Series] = s
		}
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
		w.horizon.SetReading(w.flight.Attitudes(s.At))
	}
}

// sayFor is how long what was said stands.
const sayFor = 5 * time.Second

// Say shows a text in the replay bar for some seconds.
func (w *Window) Say(text string) {
	w.bar.Say(text)
	time.AfterFunc(sayFor, func() { w.actions.UI(func() { w.bar.Unsay(text) }) })
}

// Figure is the plots as they are shown now, for paper, with the name of the log and
// the date of what is seen.
func (w *Window) Figure() figure.Figure {
	title := w.flight.Title
	from, _ := w.stack.View()
	for _, d := range w.flight.Datings {
		if date, ok := d.Clock.Whole(max(from, w.flight.Whole.From)); ok && d.Clock.Dated {
			title += "  –  " + date
			break
		}
	}
	return w.stack.Figure(title)
}

// Close stops and joins the work behind the plots.
func (w *Window) Close() {
	w.stack.Close()
	w.Window.Close()
}
