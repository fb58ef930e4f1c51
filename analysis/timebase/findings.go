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

// changeOf is a change of a clock.
type changeOf struct {
	clock *Clock
	Change
}

// changeFindings tells of steps and changed rates. Where the clocks of several
// sources step alike, and all that a log goes by, the one they are compared to was
// set.
func changeFindings(r *Result) []flight.Finding {
	all := r.changes()
	var list few.List
	told := make([]bool, len(all))
	for i, c := range all {
		if told[i] {
			continue
		}
		if c.Kind == clock.Rate {
			list.Add("rate", r.rateFinding(c.clock, c.Change))
			continue
		}
		var alike []*Clock
		for k := i; k < len(all) && all[k].Host-c.Host <= int64(together); k++ {
			if !told[k] && c.alike(all[k].Change) {
				told[k] = true
				alike = append(alike, all[k].clock)
			}
		}
		if r.ofStation(c.Change, alike) {
			list.Add("station", r.stationFinding(c.Change, alike))
			continue
		}
		slices.SortStableFunc(alike, func(a, b *Clock) int { return heardOf([]*Clock{b}) - heardOf([]*Clock{a}) })
		for len(alike) > 0 {
			own := alike[:1:1]
			rest := alike[:0:0]
			for _, of := range alike[1:] {
				if of.Source == own[0].Source {
					own = append(own, of)
				} else {
					rest = append(rest, of)
				}
			}
			list.Add("step", r.stepFinding(own, c.Change))
			alike = rest
		}
	}
	return list.Findings()
}

// changes lists those of the clocks in order.
func (r *Result) changes() []changeOf {
	var all []changeOf
	for i := range r.Clocks {
		of := &r.Clocks[i]
		if of.Kind == Timesync && r.of(of.Source, of.Epoch, of.Remote, false) != nil {
			continue // the same clock again, by far fewer readings
		}
		for _, c := range of.Changes {
			if !c.Delay {
				all = append(all, changeOf{of, c})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b changeOf) int { return cmp.Compare(a.Host, b.Host) })
	return all
}

// ofStation says whether a step that clocks show alike is one of the station's: all
// that it heard do, and they are no clocks of one source, which may have stopped
// together. Stamps that fall say so by themselves, as do several clocks by more
// than any link takes.
func (r *Result) ofStation(c Change, alike []*Clock) bool {
	heard := heardOf(alike)
	if !r.host.capture || heard == 0 || heard != r.running(c.Host) {
		return false
	}
	return len(sourcesOf(alike)) > 1 || r.setBack(c) || heard > 1 && c.size() > longestGrowth
}

// heardOf counts clocks without those of answers, which are boot clocks once more.
func heardOf(clocks []*Clock) int {
	n := 0
	for _, c := range clocks {
		if c.Kind != Timesync {
			n++
		}
	}
	return n
}

func sourcesOf(clocks []*Clock) []flight.Source {
	var out []flight.Source
	for _, c := range clocks {
		if !slices.Contains(out, c.Source) {
			out = append(out, c.Source)
		}
	}
	return out
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

func (r *Result) stationFinding(c Change, alike []*Clock) flight.Finding {
	f := r.finding(flight.ClockStepped, flight.Warning, c)
	way, by := "back", seconds(c.Offset)
	if c.Offset < 0 {
		way, by = "forward", -by
	}
	why := "the clock that it heard steps, and its own stamps fall"
	switch n := heardOf(alike); {
	case n == 2:
		why = "both clocks that it heard step alike"
	case n > 2:
		why = fmt.Sprintf("all %d clocks that it heard step alike", n)
	}
	f.Size = by
	f.Text = fmt.Sprintf("The clock of the ground station was set %s by %.3f s: %s (±%.3f s; %s).",
		way, by, why, unsure(c.OffsetSigma), r.rests(c)) + r.orDelay("every frame", sourcesOf(alike), c)
	return f
}

// stepFinding tells of a step that clocks of one source show alike.
func (r *Result) stepFinding(alike []*Clock, c Change) flight.Finding {
	f := r.finding(flight.ClockStepped, flight.Warning, c)
	of := alike[0]
	f.Source = of.Source.String()
	all := ""
	if n := heardOf(alike); n > 1 {
		all = fmt.Sprintf(", and so did %d other clocks of it", n-1)
		if n == 2 {
			all = ", and so did " + alike[1].object()
		}
	}
	f.Text = fmt.Sprintf("%s stepped by %+.3f s against %s%s (±%.3f s; %s).",
		of.subject(), seconds(c.Offset), r.hostName(of.Source), all, unsure(c.OffsetSigma), r.rests(c))
	if of.OnArrival() {
		f.Text += r.orDelay("its frames", sourcesOf(alike), c)
	}
	if r.host.capture && heardOf(alike) == r.running(c.Host) {
		f.Text += " Or the clock of the station was set by as much."
	}
	return f
}

func (r *Result) rateFinding(of *Clock, c Change) flight.Finding {
	f := r.finding(flight.ClockRate, flight.Info, c)
	f.Source = of.Source.String()
	f.Text = fmt.Sprintf("%s changed its rate by %+.1f ppm against %s (±%.1f; %s).",
		of.subject(), c.Skew, r.hostName(of.Source), max(0.1, c.SkewSigma), r.rests(c))
	return f
}

func seconds(ns int64) float64 { return float64(ns) / 1e9 }

// unsure is a sigma in seconds as it is written to three digits: never as none.
func unsure(sigma int64) float64 { return math.Ceil(float64(sigma)/1e6) / 1e3 }
