package analysis_test

import (
	"bytes"
	"time"

	"postflight/decode/flight"
)

// reference counts what one source lost by the rules as they are written, frame
// by frame and looking at everything each time.
type reference struct {
	log    *flight.Log
	lost   int
	late   int
	copies int
}

// slowly counts a source of a log that numbers all its messages in one sequence.
func slowly(l *flight.Log, source flight.Source) reference {
	ref := reference{log: l}
	var all []int
	for i := range l.Frames.Len() {
		if l.Source(i) == source {
			all = append(all, i)
		}
	}
	for _, run := range ref.runs(all) {
		ref.run(run)
	}
	return ref
}

// run counts one run: each frame gets the place in an endless sequence that makes
// the best sense.
func (ref *reference) run(run []int) {
	f := &ref.log.Frames
	missing := map[int]time.Duration{} // places, and when they were missed
	arrived := map[int]int{}           // frames by place
	last, first := int(f.Seq[run[0]]), int(f.Seq[run[0]])
	arrived[last] = run[0]
	for k, i := range run[1:] {
		t := f.Time[i]
		ahead := last + 1
		for uint8(ahead) != f.Seq[i] {
			ahead++
		}
		behind := ahead - 256
		since, missed := missing[behind]
		missed = missed && t-since <= 2*time.Second || behind < first && behind >= first-32 && t-f.Time[run[0]] <= 2*time.Second
		before, twin := arrived[behind]
		twin = twin && t-f.Time[before] <= time.Second && bytes.Equal(ref.log.Frame(i), ref.log.Frame(before))
		old := (missed || twin) && ref.isOld(run, k+1, last, behind, first)
		switch {
		case old && twin:
			ref.copies++
		case behind == last && t-f.Time[arrived[last]] <= 200*time.Millisecond:
			// a number used twice
		case old:
			ref.late++
			if _, counted := missing[behind]; counted {
				delete(missing, behind)
				ref.lost--
			}
			arrived[behind] = i
		default:
			for p := last + 1; p < ahead; p++ {
				missing[p] = t
				ref.lost++
			}
			last = ahead
			arrived[last] = i
		}
	}
}

// isOld decides whether frame k of a run stands behind the newest place or a
// round ahead. Where its sender had no time to go round it is behind. Else the
// numbers that follow tell: either they walk on from there, or they jump back to
// the newest place.
func (ref *reference) isOld(run []int, k, last, behind, first int) bool {
	f := &ref.log.Frames
	back := last - behind
	rate, silence := 0.0, 0.0
	for j := k - 1; j >= 0; j-- { // back to the frame of the newest place
		if int(f.Seq[run[j]]) == last&255 {
			silence = (f.Time[run[k]] - f.Time[run[j]]).Seconds()
			if d := (f.Time[run[j]] - f.Time[run[0]]).Seconds(); d > 0 && last-first >= 32 {
				rate = float64(last-first) / d
			}
			break
		}
	}
	switch due := silence * rate; {
	case back == 255:
		return false
	case back < 128 && due < 64, back >= 128 && float64(256-back) > 32+8*due:
		return true
	}
	place, steps := behind, 0
	for j := k + 1; j < len(run); j++ {
		step := int(f.Seq[run[j]] - f.Seq[run[j-1]])
		if place+step > last {
			walked := place - behind
			return place+step-last <= 4 && (steps == 0 || step*steps > 8*walked)
		}
		place, steps = place+step, steps+1
	}
	return false
}
