package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/panel"
	"postflight/ui/plot"
)

// side is a panel beside the plots, and the tab it stands in.
type side struct {
	name string
	tab  *container.TabItem
	area func() (fyne.Position, fyne.Size) // of what it lists

	focus func() // gives it the keyboard
}

// listPanel is a side panel that is a list.
type listPanel struct {
	*panel.List
	*side
}

// addSide puts a panel into a tab of its own.
func (w *Window) addSide(name string, content fyne.CanvasObject, area func() (fyne.Position, fyne.Size)) *side {
	p := &side{name: name, tab: container.NewTabItem(name, content), area: area, focus: func() {}}
	w.sides = append(w.sides, p)
	w.tabs.Append(p.tab)
	return p
}

// addList puts a list into a tab. place says where in the flight a row is.
func (w *Window) addList(name, empty string, place func(row int) Place) *listPanel {
	l := panel.NewList(empty)
	l.OnChoose = func(row int) {
		w.goToPlace(place(row))
		w.actions.Chose(name, row)
	}
	s := w.addSide(name, l, l.RowArea)
	s.focus = l.Focus
	return &listPanel{l, s}
}

// addFiltered puts a list with a search into a tab.
func (w *Window) addFiltered(name string, f *panel.Filtered, place func(row int) Place) *panel.Filtered {
	f.OnChoose = func(row int) {
		w.goToPlace(place(row))
		w.actions.Chose(name, row)
	}
	w.addSide(name, f, f.RowArea).focus = f.FocusRows
	return f
}

// buildPanels makes the side panels, empty.
func (w *Window) buildPanels() {
	w.tabs = container.NewAppTabs()
	w.findings = w.addList("Findings", "No problems were found in this log.", w.goToFinding)
	w.epochs = w.addList("Epochs", "No epochs: this log holds no frames.", func(i int) Place {
		e := &w.flight.Epochs[i]
		w.actions.Replay.SetCrop(replay.Range{From: e.Start, To: e.End})
		w.stack.SetView(e.Start, e.End)
		return Place{e.Start, flight.Span{Offset: e.Offset, Length: 1}}
	})
	w.link = w.addList("Link", "No frames in this log.", func(i int) Place {
		if s := &w.flight.Link[i]; s.Silence > 0 {
			return Place{Time: s.SilenceAt}
		}
		return Place{Time: w.flight.Link[i].First}
	})
	w.link.OnOpen = w.actions.PlotLink
	w.clocks = w.addList("Clocks", "No clocks to compare: nobody in this log sends its time.", func(i int) Place {
		return Place{Time: w.flight.ClockTimes[i]}
	})
	w.clocks.OnOpen = w.actions.PlotClock
	w.messages = w.addFiltered("Messages", panel.NewMessages(), func(i int) Place {
		e := &w.flight.Events[i]
		return Place{e.Time, e.Span}
	})
	w.parameters = w.addFiltered("Parameters", panel.NewParameters(), func(i int) Place {
		values := w.flight.Parameters[i].Values
		return Place{values[len(values)-1].Time, values[len(values)-1].Span}
	})
	w.buildValues()
	w.buildBytes()
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
	w.findings.SetRows(f.Verdict, f.FindingRows)
	w.epochs.SetRows("", f.EpochRows)
	w.link.SetRows("", f.LinkRows)
	w.clocks.SetRows("", f.ClockRows)
	w.messages.SetRows(f.EventRows)
	w.parameters.SetRows(f.ParameterRows)
	w.fillBytes(f)
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

// nextPanel brings the panel after the one that is shown to the front, or the
// one before it, and gives it the keyboard.
func (w *Window) nextPanel(by int) {
	n := len(w.sides)
	p := w.sides[(w.tabs.SelectedIndex()+by+n)%n]
	w.tabs.Select(p.tab)
	w.Canvas().Unfocus()
	p.focus()
}
