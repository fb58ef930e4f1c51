package app

import (
	"fmt"
	"math"
	"path/filepath"
	"time"

	"postflight/analysis/attitude"
	"postflight/analysis/bytemap"
	"postflight/analysis/catalog"
	"postflight/analysis/events"
	"postflight/analysis/gap"
	"postflight/analysis/pair"
	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/horizon"
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
		HasTruth:  o.comparison != nil,
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
	v.Catalog = catalog.New(o.log)
	if o.truth != nil && o.truth != o.log {
		v.Catalog.Add(o.truth, o.placing.Offset)
	}
	for _, b := range o.others {
		v.Catalog.Add(b.log, b.shift)
	}
	v.Events, v.Parameters = events.Messages(o.log), events.Parameters(o.log)
	v.Modes = modeBands(v.Events, o.log.End)
	v.Marks = append(v.Marks, eventMarks(v.Events, v.Parameters)...)
	v.EventRows, v.ParameterRows = panel.MessageRows(v.Events), panel.ParameterRows(v.Parameters)
	v.Datings = o.datings()
	v.EpochNotes = o.epochNotes()
	v.Clocks = o.report.Clocks.Clocks
	for _, c := range v.Clocks {
		v.ClockTimes = append(v.ClockTimes, o.epochStart(c.Source, c.Epoch))
	}
	v.Data, v.ByteMap = o.log.Data, bytemap.New(o.log)
}

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

// recordAt is the bytes of the last frame at or before a log time.
func (o *opened) recordAt(t time.Duration) (flight.Span, bool) {
	i, ok := replay.At(o.log.Frames.Time, t)
	if !ok {
		return flight.Span{}, false
	}
	return o.log.Span(i), true
}

// attitudes looks up both attitudes at a time: the latest at or before it, no
// older than a gap in its plot, so that a silence shows as none.
func (o *opened) attitudes() func(time.Duration) (estimate, truth *horizon.Attitude) {
	stale := func(s *attitude.Series) time.Duration {
		if s == nil {
			return 0
		}
		return max(horizonTolerance, gap.Limit(s.Time))
	}
	at := func(s *attitude.Series, t, stale time.Duration) *horizon.Attitude {
		if s == nil {
			return nil
		}
		i, ok := replay.At(s.Time, t)
		if !ok || t-s.Time[i] > stale {
			return nil
		}
		e := s.Euler[i]
		rad := math.Pi / 180
		return &horizon.Attitude{Roll: e[0] * rad, Pitch: e[1] * rad, Yaw: e[2] * rad}
	}
	staleEstimate, staleTruth := stale(o.estimate), stale(o.truthSeries)
	return func(t time.Duration) (*horizon.Attitude, *horizon.Attitude) {
		return at(o.estimate, t, staleEstimate), at(o.truthSeries, t+o.placing.Offset, staleTruth)
	}
}

// horizonTolerance is how old an attitude may be at least and still be shown:
// twice the pairing tolerance rides over a lost one.
const horizonTolerance = 2 * pair.AttitudeTolerance
