package replay

import (
	"slices"
	"time"
)

// Pacing says how well a replay kept its time.
type Pacing struct {
	Asked    float64 `json:"asked"`     // speed asked for
	Achieved float64 `json:"achieved"`  // log seconds a real second, signed like Asked; 0 if nothing was measured
	Ticks    int     `json:"ticks"`     // how many there were
	Jitter   Jitter  `json:"jitter_ms"` // of the ticks
	Due      int     `json:"due"`       // frames that fell due
	Emitted  int     `json:"emitted"`   // frames handed on
}

// Jitter is by how much the real time from tick to tick missed [Interval],
// either way, in milliseconds. Percentiles are by nearest rank.
type Jitter struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// Pacer collects a [Pacing] tick by tick. It keeps 8 bytes a tick.
type Pacer struct {
	asked         float64
	start, last   time.Duration
	way, measured time.Duration
	missed        []time.Duration
	due, emitted  int
}

// NewPacer starts collecting at real time start, when playing began.
func NewPacer(asked float64, start time.Duration) *Pacer {
	return &Pacer{asked: asked, start: start, last: start}
}

// Add takes one tick: its real time, on the clock of start, what it left the
// player in and what it reported, and how many frames fell due and were handed on
// since playing began.
//
// A tick that ends play does not count towards the speed: the end was reached
// at some time before it.
func (p *Pacer) Add(now time.Duration, state State, passed []Passed, due, emitted int) {
	p.missed = append(p.missed, (now - p.last - Interval).Abs())
	p.last = now
	p.due, p.emitted = due, emitted
	if !state.Playing {
		return
	}
	for _, stretch := range passed {
		p.way += stretch.travelled()
	}
	p.measured = now - p.start
}

// Pacing gives the result so far.
func (p *Pacer) Pacing() Pacing {
	result := Pacing{Asked: p.asked, Ticks: len(p.missed), Due: p.due, Emitted: p.emitted}
	if p.measured > 0 {
		result.Achieved = float64(p.way) / float64(p.measured)
	}
	if len(p.missed) > 0 {
		sorted := slices.Sorted(slices.Values(p.missed))
		result.Jitter = Jitter{
			P50: milliseconds(nearestRank(sorted, 50)),
			P99: milliseconds(nearestRank(sorted, 99)),
			Max: milliseconds(sorted[len(sorted)-1]),
		}
	}
	return result
}

// nearestRank is the least of the ascending values that percent of them do not exceed.
func nearestRank(sorted []time.Duration, percent int) time.Duration {
	return sorted[(len(sorted)*percent+99)/100-1]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
