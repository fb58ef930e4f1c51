package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/hex"
	"postflight/ui/panel"
	"postflight/ui/plot"
)

// side is a panel beside the plots, and the tab it stands in.
type side struct {
	name string
	tab  *container.TabItem
	area func() (fyne.Position, fyne.Size) // of what it lists
}

// listPanel is a side panel that is a list.
type listPanel struct {
	*panel.List
	*side
}

// addSide puts a panel into a tab of its own.
func (w *Window) addSide(name string, content fyne.CanvasObject, area func() (fyne.Position, fyne.Size)) *side {
	p := &side{name: name, tab: container.NewTabItem(name, content), area: area}
	w.sides = append(w.sides, p)
	w.tabs.Append(p.tab)
	return p
}

// addList puts a list into a tab. place says where in the flight a row is.
func (w *Window) addList(name, empty string, place func(row int) place) *listPanel {
	l := panel.NewList(empty)
	l.OnChoose = func(row int) {
		w.goToPlace(place(row))
		w.actions.Chose(name, row)
	}
	return &listPanel{l, w.addSide(name, l, l.RowArea)}
}

// addFiltered puts a list with a search into a tab.
func (w *Window) addFiltered(name string, f *panel.Filtered, place func(row int) place) *panel.Filtered {
	f.OnChoose = func(row int) {
		w.goToPlace(place(row))
		w.actions.Chose(name, row)
	}
	w.addSide(name, f, f.RowArea)
	return f
}

// buildPanels makes the side panels, empty.
func (w *Window) buildPanels() {
	w.tabs = container.NewAppTabs()
	w.findings = w.addList("Findings", "Nothing was found that speaks against this log.", func(i int) place {
		f := &w.flight.Findings[i]
		w.marks.chosen = &plot.Mark{At: f.Time, Kind: markOf(f.Severity), Label: f.Text}
		w.showMarks()
		return place{f.Time, f.Span}
	})
	w.epochs = w.addList("Epochs", "No packets, no epochs.", func(i int) place {
		e := &w.flight.Epochs[i]
		w.actions.Replay.SetCrop(replay.Range{From: e.Start, To: e.End})
		w.stack.SetView(e.Start, e.End)
		return place{e.Start, flight.Span{Offset: e.Offset, Length: 1}}
	})
	w.link = w.addList("Link", "Nobody was heard.", func(i int) place {
		if s := &w.flight.Link[i]; s.Silence > 0 {
			return place{time: s.SilenceAt}
		}
		return place{time: w.flight.Link[i].First}
	})
	w.link.OnOpen = w.actions.PlotLink
	w.clocks = w.addList("Clocks", "No source tells a time that could be held against another clock.", func(i int) place {
		return place{time: w.flight.ClockTimes[i]}
	})
	w.clocks.OnOpen = w.actions.PlotClock
	w.messages = w.addFiltered("Messages", panel.NewMessages(), func(i int) place {
		e := &w.flight.Events[i]
		return place{e.Time, e.Span}
	})
	w.parameters = w.addFiltered("Parameters", panel.NewParameters(), func(i int) place {
		values := w.flight.Parameters[i].Values
		return place{values[len(values)-1].Time, values[len(values)-1].Span}
	})
	w.buildValues()
	w.bytes = hex.New()
	w.bytes.OnByte = func(offset int64) { w.actions.ChoseByte(offset) }
	w.addSide("Bytes", w.bytes, w.bytes.BytesArea)
	w.tabs.OnSelected = func(*container.TabItem) { w.followValues() }
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

// panels are the side panels in the order of their tabs.
func (w *Window) panels() []*side { return w.sides }

func (w *Window) fillPanels(f *Flight) {
	w.findings.SetRows(f.Verdict, panel.FindingRows(f.Findings))
	w.epochs.SetRows("", panel.EpochRows(f.Epochs, f.EpochNotes))
	w.link.SetRows("", panel.LinkRows(f.Link))
	w.clocks.SetRows("", panel.ClockRows(f.Clocks))
	w.messages.SetRows(f.EventRows)
	w.parameters.SetRows(f.ParameterRows)
	w.bytes.SetSource(hex.Data(f.Data), f.ByteMap)
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

// ShowPanel brings a side panel to the front, by its name.
func (w *Window) ShowPanel(name string) {
	for _, p := range w.sides {
		if p.name == name {
			w.tabs.Select(p.tab)
		}
	}
}

// ShowBytes brings bytes of the log to the front and marks them.
func (w *Window) ShowBytes(span flight.Span) {
	w.ShowPanel("Bytes")
	w.bytes.ShowBytes(span.Offset, span.Length)
}
