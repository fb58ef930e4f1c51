package timebase

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"postflight/analysis/clock"
	"postflight/analysis/internal/few"
	"postflight/decode/flight"
)

// changeFindings tells of steps and changed rates. Where all clocks that a log
// goes by step alike, the one they are compared to was set.
func changeFindings(r *Result) []flight.Finding {
	type change struct {
		clock *Clock
		Change
	}
	var all []change
	for i := range r.Clocks {
		of := &r.Clocks[i]
		if of.Kind == Timesync && r.of(of.Source, of.Epoch, of.Remote, false) != nil {
			continue // the same clock again, by far fewer readings
		}
		for _, c := range of.Changes {
			all = append(all, change{of, c})
		}
	}
	slices.SortStableFunc(all, func(a, b change) int { return cmp.Compare(a.Host, b.Host) })
	var list few.List
	told := make([]bool, len(all))
	for i, c := range all {
		if told[i] {
			continue
		}
		var alike []*Clock
		for k := i; k < len(all) && all[k].Host-c.Host <= int64(together); k++ {
			if c.Kind == clock.Step && !told[k] && c.alike(all[k].Change) {
				told[k] = true
				alike = append(alike, all[k].clock)
			}
		}
		heard := 0
		for _, of := range alike {
			if of.Kind != Timesync {
				heard++
			}
		}
		if r.host.capture && heard > 1 && heard == r.running(c.Host) {
			list.Add("station", r.stationFinding(c.Change, heard))
			continue
		}
		for _, of := range alike {
			list.Add("step", r.stepFinding(of, c.Change))
		}
		if c.Kind == clock.Rate {
			list.Add("rate", r.rateFinding(c.clock, c.Change))
		}
	}
	return list.Findings()
}

// together is how far apart two clocks may show the same step: the readings of
// the sparser one.
const together = 5 * time.Second

// alike says whether two steps may be one.
func (c Change) alike(d Change) bool {
	unsure := math.Hypot(float64(c.OffsetSigma), float64(d.OffsetSigma))
	return d.Kind == clock.Step && math.Abs(float64(c.Offset-d.Offset)) <= clock.ChangeSigmas*unsure
}

// running counts the clocks with readings well before and after a host time.
// Those of answers are boot clocks once more.
func (r *Result) running(host int64) int {
	n := 0
	for i := range r.Clocks {
		p := r.Clocks[i].Whole.Pieces
		last := p[len(p)-1]
		if r.Clocks[i].Kind != Timesync && p[0].From <= host-int64(clock.MinPiece) && last.From+int64(last.Span) >= host+int64(clock.MinPiece) {
			n++
		}
	}
	return n
}

func (r *Result) finding(kind flight.Kind, severity flight.Severity, c Change) flight.Finding {
	return flight.Finding{Kind: kind, Severity: severity, Time: c.Time, Span: r.log.Pieces(c.After)[0]}
}

// rests names the records on both sides of a change.
func (r *Result) rests(c Change) string {
	return fmt.Sprintf("the frames at bytes %d and %d lie on both sides of it", r.log.Frames.Offset[c.Before], r.log.Frames.Offset[c.After])
}

func (r *Result) stationFinding(c Change, clocks int) flight.Finding {
	f := r.finding(flight.ClockStepped, flight.Warning, c)
	way, by := "back", seconds(c.Offset)
	if c.Offset < 0 {
		way, by = "forward", -by
	}
	all := fmt.Sprintf("all %d", clocks)
	if clocks == 2 {
		all = "both"
	}
	f.Size = by
	f.Text = fmt.Sprintf("The clock of the ground station was set %s by %.3f s: %s clocks that it heard step alike (±%.3f s; %s).",
		way, by, all, seconds(c.OffsetSigma), r.rests(c))
	return f
}

func (r *Result) stepFinding(of *Clock, c Change) flight.Finding {
	f := r.finding(flight.ClockStepped, flight.Warning, c)
	f.Source = of.Source.String()
	f.Text = fmt.Sprintf("%s stepped by %+.3f s against %s (±%.3f s; %s).",
		of.subject(), seconds(c.Offset), r.hostName(of.Source), seconds(c.OffsetSigma), r.rests(c))
	if c.Offset < 0 && of.OnArrival() {
		f.Text += " Or its frames took that much longer from then on."
	}
	return f
}

func (r *Result) rateFinding(of *Clock, c Change) flight.Finding {
	f := r.finding(flight.ClockRate, flight.Info, c)
	f.Source = of.Source.String()
	f.Text = fmt.Sprintf("%s changed its rate by %+.1f ppm against %s (±%.1f; %s).",
		of.subject(), c.Skew, r.hostName(of.Source), c.SkewSigma, r.rests(c))
	return f
}

func seconds(ns int64) float64 { return float64(ns) / 1e9 }
