package app

import (
	"fmt"
	"path/filepath"
	"time"

	"postflight/analysis/catalog"
	"postflight/analysis/epoch"
	"postflight/analysis/events"
	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/panel"
	"postflight/ui/plot"
	"postflight/ui/window"
)

// view makes what the window shows of a flight. It runs on a goroutine of its
// own: long series are laid out here, not while drawing.
func (o *opened) view() (*window.Flight, error) {
	v := &window.Flight{
		Title:     filepath.Base(o.log.Path),
		Placing:   o.placings(),
		Verdict:   o.report.Verdict(),
		Whole:     replay.Range{To: o.log.End},
		Overview:  o.overview(),
		Findings:  panel.BySeverity(o.report.Findings),
		Epochs:    o.report.Epochs,
		Link:      o.report.Link.Sources,
		Laid:      o.laid(),
		Attitudes: o.attitudes(),
	}
	for _, e := range o.report.Epochs {
		if e.Index > 0 {
			v.Marks = append(v.Marks, plot.Mark{At: e.Start, Kind: plot.MarkEpoch, Label: e.Source.String() + " epoch begins"})
		}
	}
	for _, f := range o.report.Findings {
		// Only what makes values wrong is drawn through the plots: a bad link has
		// hundreds of the rest, and the track shows them.
		if f.Severity == flight.Error {
			v.Marks = append(v.Marks, plot.Mark{At: f.Time, Kind: plot.MarkError, Label: f.Text})
		}
	}
	o.addDetails(v)
	var err error
	v.Panes, err = o.panes()
	return v, err
}

// addDetails adds what the signals, messages, parameters and bytes panels show.
func (o *opened) addDetails(v *window.Flight) {
	v.Catalog = &catalog.Catalog{}
	v.Catalog.Add(o.log, nil, o.report.Epochs)
	for _, l := range v.Laid {
		v.Catalog.Add(l.Log, o.layingOf(l.Log), o.epochsOf(l.Log))
	}
	v.Events, v.Parameters = events.Messages(o.log), events.Parameters(o.log)
	v.Modes = modeBands(v.Events, o.log.End, func(s flight.Source) []plot.Range { return heard(o.log, s) })
	v.Marks = append(v.Marks, eventMarks(v.Events, v.Parameters)...)
	v.EventRows, v.ParameterRows = panel.MessageRows(v.Events), panel.ParameterRows(v.Parameters)
	v.Datings = o.datings()
	v.FindingRows, v.LinkRows = panel.FindingRows(v.Findings), panel.LinkRows(v.Link)
	v.EpochRows = o.epochRows()
	clocks := o.report.Clocks.Clocks
	v.ClockRows = panel.ClockRows(clocks)
	for _, c := range clocks {
		v.ClockTimes = append(v.ClockTimes, o.epochStart(c.Source, c.Epoch))
	}
	v.Bytes, v.Places = o.bytes(), o.places(v.Findings)
}

func (o *opened) epochRows() []panel.Row { return panel.EpochRows(o.report.Epochs, o.epochNotes()) }

// epochNotes say of each epoch how far the estimate was from the truth in it.
func (o *opened) epochNotes() []string {
	notes := make([]string, len(o.report.Epochs))
	if o.comparison == nil {
		return notes
	}
	for _, s := range o.comparison.ByEpoch {
		for i, e := range o.report.Epochs {
			if e.Source == s.Epoch.Source && e.Index == s.Epoch.Index && s.Pairs > 0 {
				notes[i] = fmt.Sprintf("The estimate was %.2f° from the truth (RMS), 95 %% within %.2f°, at most %.2f°; %d compared, %d skipped.",
					s.Angle.RMS, s.Angle.P95, s.Angle.Max, s.Pairs, s.Skipped)
			}
		}
	}
	return notes
}

// epochStart is the log time at which an epoch of a source begins.
func (o *opened) epochStart(source flight.Source, index int) time.Duration {
	for _, e := range o.report.EpochsOf(source) {
		if e.Index == index {
			return e.Start
		}
	}
	return 0
}

// epochsOf are the epochs of the sources of a log beside the first one.
func (o *opened) epochsOf(l *flight.Log) []epoch.Epoch {
	for _, b := range o.others {
		if b.log == l {
			return b.epochs
		}
	}
	return nil
}
