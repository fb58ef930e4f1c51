package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/decode/flight"
	"postflight/ui/horizon"
	"postflight/ui/panel"
	"postflight/ui/plot"
	"postflight/ui/transport"
)

// listPanel is a side panel and the tab it stands in.
type listPanel struct {
	*panel.List
	name string
	tab  *container.TabItem
}

func (w *Window) newPanel(name, empty string, place func(row int)) *listPanel {
	p := &listPanel{List: panel.NewList(empty), name: name}
	p.OnChoose = func(row int) {
		place(row)
		w.actions.Chose(name, row)
	}
	p.tab = container.NewTabItem(name, p.List)
	return p
}

// build makes the view of a flight, empty.
func (w *Window) build(speeds []float64) {
	w.stack = plot.NewStack()
	w.stack.OnSeek = w.actions.Replay.Seek
	w.horizon = horizon.New()
	w.bar = transport.New(w.actions.Replay, speeds)
	seek := w.actions.Replay.Seek
	w.findings = w.newPanel("Findings", "Nothing was found that speaks against this log.", func(i int) {
		f := w.flight.Findings[i]
		w.marks.chosen = &plot.Mark{At: f.Time, Kind: markOf(f.Severity), Label: f.Text}
		w.showMarks()
		w.goTo(f.Time)
	})
	w.epochs = w.newPanel("Epochs", "No packets, no epochs.", func(i int) { w.goTo(w.flight.Epochs[i].Start) })
	w.link = w.newPanel("Link", "Nobody was heard.", func(i int) {
		if s := &w.flight.Link[i]; s.Silence > 0 {
			w.goTo(s.SilenceAt)
		} else {
			seek(s.First)
		}
	})
	w.tabs = container.NewAppTabs(w.findings.tab, w.epochs.tab, w.link.tab)
	w.tabs.OnSelected = func(*container.TabItem) { w.actions.Arranged() }
	w.placing = widget.NewLabel("")
	w.placing.Wrapping = fyne.TextWrapWord
	w.placing.SizeName = fynetheme.SizeNameCaptionText

	side := container.NewVSplit(w.horizon, container.NewBorder(w.placing, nil, nil, nil, w.tabs))
	side.SetOffset(0.42)
	middle := container.NewHSplit(w.stack, side)
	middle.SetOffset(0.68)
	w.content = container.NewBorder(nil, w.bar, nil, nil, middle)
}

func markOf(s flight.Severity) plot.MarkKind {
	switch s {
	case flight.Error:
		return plot.MarkError
	case flight.Warning:
		return plot.MarkWarning
	}
	return plot.MarkInfo
}

func (w *Window) fillPanels(f *Flight) {
	w.findings.SetRows(f.Verdict, panel.FindingRows(f.Findings))
	w.epochs.SetRows("", panel.EpochRows(f.Epochs))
	w.link.SetRows("", panel.LinkRows(f.Link))
	w.findings.tab.Text = withCount("Findings", len(f.Findings))
	w.epochs.tab.Text = withCount("Epochs", len(f.Epochs))
	w.tabs.Refresh()
}

func withCount(name string, n int) string {
	if n == 0 {
		return name
	}
	return name + " " + panel.Count(int64(n))
}

// Rectangle is a place in the window: x, y, width, height.
type Rectangle [4]float32

// Layout names where things lie, for those who drive the window from outside.
func (w *Window) Layout() map[string]Rectangle {
	out := map[string]Rectangle{}
	if w.flight == nil {
		return out
	}
	put := func(name string, p fyne.Position, s fyne.Size) { out[name] = Rectangle{p.X, p.Y, s.Width, s.Height} }
	object := func(name string, o fyne.CanvasObject) {
		put(name, fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size())
	}
	trackPos, trackSize := w.bar.TrackArea()
	put("track", trackPos, trackSize)
	in, end := w.bar.HandlePositions()
	put("handle-in", in, fyne.NewSize(0, 0))
	put("handle-out", end, fyne.NewSize(0, 0))
	for name, p := range w.bar.ControlPositions() {
		put(name, p, fyne.NewSize(0, 0))
	}
	object("plots", w.stack)
	object("horizon", w.horizon)
	object("tabs", w.tabs)
	for _, p := range []*listPanel{w.findings, w.epochs, w.link} {
		if w.tabs.Selected() == p.tab {
			pos, size := p.RowArea()
			put("rows:"+p.name, pos, size)
		}
	}
	return out
}

// ShowPanel brings a side panel to the front, by its name.
func (w *Window) ShowPanel(name string) {
	for _, p := range []*listPanel{w.findings, w.epochs, w.link} {
		if p.name == name {
			w.tabs.Select(p.tab)
		}
	}
}
