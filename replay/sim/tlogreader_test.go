package sim_test

import (
	"encoding/binary"
	"testing"

	"postflight/replay/sim"
)

// tlogReading is what a slow and obvious reader finds in a telemetry log.
type tlogReading struct {
	reading
	stampBytes int
	stamps     []int64 // of each frame; 0 where it has none
	splits     []int64 // log time of the first frame behind a fall by more than 2 s, us
	unstamped  int
	garbage    []int
}

// readTLog tries a frame behind eight bytes of stamp, then one without, at every
// byte it gets to.
func readTLog(t *testing.T, file []byte) tlogReading {
	t.Helper()
	r := tlogReading{reading: reading{truth: sim.FileTruth{
		Sources: map[string]sim.SourceTruth{}, Junk: [][2]int{}, Reboots: []float64{},
	}}}
	at := func(p int) (frame, int, bool) { return readFrame(file[min(p, len(file)):]) }
	afterGood, junk := true, 0
	closeJunk := func(p int) {
		if junk > 0 {
			r.truth.Junk = append(r.truth.Junk, [2]int{p - junk, junk})
			r.junkBytes += junk
			junk = 0
		}
	}
	for p := 0; p < len(file); {
		stamped, n, ok := at(p + 8)
		bare, m, bareOK := at(p)
		_, _, follows := at(p + 8 + n + 8)
		switch {
		case ok:
			closeJunk(p)
			r.take(stamped, int64(binary.BigEndian.Uint64(file[p:])), p)
			p += 8 + n
		case bareOK:
			closeJunk(p)
			r.unstamped++
			r.take(bare, 0, p)
			p += m
		case n > 0 && afterGood && (follows || p+8+n == len(file)):
			r.count(stamped.source, func(s *sim.SourceTruth) { s.CRCFailed++ })
			r.stampBytes += 8
			r.failedBytes += n
			p += 8 + n
		default:
			junk++
			p++
		}
		afterGood = ok || bareOK
	}
	closeJunk(len(file))
	r.layOnLogTime()
	r.truth.Frames = len(r.frames)
	r.account()
	return r
}

func (r *tlogReading) take(f frame, stamp int64, p int) {
	r.frames = append(r.frames, f)
	r.stamps = append(r.stamps, stamp)
	r.goodBytes += len(f.bytes)
	if stamp != 0 {
		r.stampBytes += 8
	}
	if first := r.stamps[0]; stamp != 0 && max(stamp-first, first-stamp) > 86400e6 {
		r.garbage = append(r.garbage, p)
		r.stamps[len(r.stamps)-1] = 0
	}
}

// layOnLogTime gives frames without a usable stamp the time of the one before.
func (r *tlogReading) layOnLogTime() {
	var now, last, highest int64
	stretch := 0
	for i := range r.frames {
		if s := r.stamps[i]; s != 0 {
			if last == 0 || s < last-2e6 {
				if last != 0 {
					stretch++
					r.splits = append(r.splits, now)
				}
				highest = s
			}
			now += max(0, s-highest)
			highest, last = max(highest, s), s
		}
		r.frames[i].at, r.frames[i].stretch = now, stretch
	}
}
