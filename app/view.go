package app

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
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
	"postflight/ui/plot/raster"
	"postflight/ui/theme"
	"postflight/ui/transport"
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
	if !o.log.Start.IsZero() {
		v.Date = o.date
	}
	v.EpochNotes = o.epochNotes()
	v.Clocks = o.report.Clocks.Clocks
	for _, c := range v.Clocks {
		v.ClockTimes = append(v.ClockTimes, o.epochStart(c.Source, c.Epoch))
	}
	v.Data, v.ByteMap = o.log.Data, bytemap.New(o.log)
}

// modeBands are the stretches of one flight mode each, of the source that changes
// modes most: the vehicle.
func modeBands(all []events.Event, end time.Duration) []plot.Band {
	count := map[flight.Source]int{}
	vehicle := flight.Source(0)
	for _, e := range all {
		if e.Mode != "" {
			if count[e.Source]++; count[e.Source] > count[vehicle] {
				vehicle = e.Source
			}
		}
	}
	var bands []plot.Band
	for _, e := range all {
		if e.Mode == "" || e.Source != vehicle {
			continue
		}
		if n := len(bands); n > 0 {
			bands[n-1].To = e.Time
		}
		bands = append(bands, plot.Band{From: e.Time, To: end, Label: e.Mode})
	}
	return slices.DeleteFunc(bands, func(b plot.Band) bool { return b.To <= b.From })
}

// eventMarks are the places of what the vehicle said and did.
func eventMarks(all []events.Event, parameters []events.Parameter) []plot.Mark {
	var marks []plot.Mark
	for _, e := range all {
		switch {
		case e.Kind == events.Text && e.Severity <= events.Warning:
			marks = append(marks, plot.Mark{At: e.Time, Kind: plot.MarkText, Label: e.Text})
		case e.Kind == events.Arming || e.Kind == events.Happening || e.Kind == events.Failure:
			marks = append(marks, plot.Mark{At: e.Time, Kind: plot.MarkEvent, Label: e.Text})
		}
	}
	for _, p := range parameters {
		for _, c := range p.Values[1:] {
			marks = append(marks, plot.Mark{At: c.Time, Kind: plot.MarkParameter, Label: p.Name + " = " + panel.ParameterValue(c.Value)})
		}
	}
	return marks
}

// panes are roll, pitch and yaw, estimate over truth, and the error below.
func (o *opened) panes() ([]window.Pane, error) {
	var out []window.Pane
	for axis, name := range []string{"roll", "pitch", "yaw"} {
		p := window.Pane{Title: name}
		if o.truthSeries != nil {
			c, err := o.angleCurve("truth", o.truthSeries, axis, -o.placing.Offset, plot.Style{Color: theme.Truth, Dash: plot.Dashed})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		if o.estimate != nil {
			c, err := o.angleCurve("estimate", o.estimate, axis, 0, plot.Style{Color: theme.Estimate})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		for _, b := range o.others {
			if b.estimate == nil {
				continue
			}
			c, err := o.angleCurve(filepath.Base(b.log.Path), b.estimate, axis, -b.shift, plot.Style{Dash: dotted})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		if len(p.Curves) > 0 {
			out = append(out, p)
		}
	}
	if o.comparison == nil {
		return out, nil
	}
	p, err := o.errorPane()
	return append(out, p), err
}

// dotted tells the estimate of a further log from the first one's and from truth.
var dotted = raster.Dash{On: 1.5, Off: 3}

// angleCurve is one axis of an attitude, in degrees, its times shifted.
func (o *opened) angleCurve(name string, s *attitude.Series, axis int, shift time.Duration, style plot.Style) (plot.Curve, error) {
	times := make([]time.Duration, len(s.Time))
	values := make([]float64, len(s.Time))
	for i, t := range s.Time {
		times[i], values[i] = t+shift, s.Euler[i][axis]
	}
	breaks := raster.MergeBreaks(gap.Breaks(times, gap.Limit(times)), raster.WrapBreaks(values, 180))
	if s == o.estimate {
		breaks = raster.MergeBreaks(breaks, o.epochStarts(s.Source, s.Frame))
	}
	series, err := raster.NewSeries(times, values, breaks)
	c := plot.Curve{Name: name, Unit: "deg", Series: series, Style: style}
	if s == o.estimate {
		c.Bytes = func(i int) flight.Span { return o.log.Span(int(s.Frame[i])) }
	}
	return c, err
}

// epochStarts are the rows, among those of a stream, that begin an epoch.
func (o *opened) epochStarts(source flight.Source, frames []uint32) []int {
	var out []int
	for _, e := range o.report.EpochsOf(source) {
		if i, _ := slices.BinarySearch(frames, uint32(e.FirstFrame)); i > 0 && i < len(frames) {
			out = append(out, i)
		}
	}
	return out
}

// date is the date at a log time, as the clock says that told the log's start.
func (o *opened) date(t time.Duration) (time.Time, bool) {
	if at, ok := o.report.Clocks.Capture(t); ok {
		return at, true
	}
	return o.log.UTC(t), true
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

func (o *opened) errorPane() (window.Pane, error) {
	p := window.Pane{Title: "estimate − truth"}
	e := &o.comparison.Errors
	breaks := gap.Breaks(e.Time, gap.Limit(e.Time))
	for _, c := range []struct {
		name   string
		values []float64
		style  plot.Style
	}{
		{"roll", e.Roll, plot.Style{}},
		{"pitch", e.Pitch, plot.Style{}},
		{"yaw", e.Yaw, plot.Style{}},
		{"angle", e.Angle, plot.Style{Color: theme.Error, Dash: plot.Dashed}},
	} {
		series, err := raster.NewSeries(e.Time, c.values, breaks)
		if err != nil {
			return p, err
		}
		p.Curves = append(p.Curves, plot.Curve{Name: c.name, Unit: "deg", Series: series, Style: c.style})
	}
	return p, nil
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

// buckets is how finely the overview track divides a flight.
const buckets = 600

func (o *opened) overview() transport.Overview {
	s := o.report.Link.Over(0, o.log.End, buckets)
	n := len(s.Received)
	busiest := busy(s.Received)
	v := transport.Overview{Density: make([]float32, n), Junk: make([]float32, n), Loss: make([]float32, n)}
	for i, r := range s.Received {
		v.Density[i] = min(1, float32(r)/float32(busiest))
		v.Loss[i] = share(float64(s.Lost[i]), float64(r))
		v.Junk[i] = share(float64(s.Junk[i]), float64(r)*typicalFrame)
	}
	for _, e := range o.report.Epochs {
		if e.Index > 0 {
			v.Epochs = append(v.Epochs, e.Start)
		}
	}
	for _, f := range o.report.Findings {
		v.Findings = append(v.Findings, transport.Mark{At: f.Time, Severity: severities[f.Severity]})
	}
	return v
}

// busy is the count that a full bar of the density stands for: that of the
// busiest stretches, a few bursts apart (a log begins with its parameters).
func busy(counts []int) int {
	sorted := slices.Sorted(slices.Values(counts))
	return max(1, sorted[len(sorted)*98/100])
}

// typicalFrame is the length of a frame in bytes, to weigh junk against frames.
const typicalFrame = 40

var severities = map[flight.Severity]transport.Severity{
	flight.Info: transport.Info, flight.Warning: transport.Warning, flight.Error: transport.Error,
}

func share(part, rest float64) float32 {
	if part == 0 {
		return 0
	}
	return float32(part / (part + rest))
}
