package analysis_test

import (
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"postflight/decode/flight"
)

// told is what frames tell of one clock: which, and the time of each.
type told struct {
	frames []int
	times  []time.Duration
}

func (c *told) add(frame int, t time.Duration) {
	c.frames, c.times = append(c.frames, frame), append(c.times, t)
}

// startsOver lists the readings at which a clock starts over. One that falls by more
// than the limit does, if the next one is as low; else it, or the one before, is a
// stray.
func (c *told) startsOver(limit time.Duration) (at []int) {
	var accepted []time.Duration
	for k, y := range c.times {
		n := len(accepted)
		switch {
		case n == 0 || y >= accepted[n-1]-limit:
			accepted = append(accepted, y)
		case n == 1 || y >= slices.Max(accepted[:n-1])-limit:
			accepted[n-1] = y // the one before was a stray
		case k+1 < len(c.times) && c.times[k+1] < accepted[n-1]-limit:
			at = append(at, k)
			accepted = []time.Duration{y}
		}
	}
	return at
}

// bootTimes are what frames tell of the time since their sender powered up.
func (ref *reference) bootTimes(frames []int) (c told) {
	for _, i := range frames {
		m := ref.log.Message(i)
		f := m.Field("time_boot_ms")
		if f == nil || m.Name == "GLOBAL_POSITION_INT" || strings.HasPrefix(m.Name, "SET_") {
			continue
		}
		if ms := f.Bits(ref.log.Payload(i), 0); ms != 0 {
			c.add(i, time.Duration(ms)*time.Millisecond)
		}
	}
	return c
}

// captured are the stamps of a telemetry log.
func captured(l *flight.Log) (c told) {
	for i := range l.Frames.Len() {
		if lead := l.LeadOf(i); l.Format == flight.TLog && lead.Length == 8 {
			c.add(i, time.Duration(binary.BigEndian.Uint64(l.Gather(lead.Offset, 8)))*time.Microsecond)
		}
	}
	return c
}

// runs splits the frames of a source where its sender, or the clock of capture,
// starts over.
func (ref *reference) runs(frames []int) (runs [][]int) {
	begins := map[int]bool{frames[0]: true}
	stamps := captured(ref.log)
	for _, k := range stamps.startsOver(2 * time.Second) {
		if next, _ := slices.BinarySearch(frames, stamps.frames[k]); next < len(frames) {
			begins[frames[next]] = true
		}
	}
	boot := ref.bootTimes(frames)
	for _, k := range boot.startsOver(10 * time.Second) {
		begins[ref.seam(frames, boot.frames[k-1], boot.frames[k])] = true
	}
	for k := 1; k < len(boot.times); k++ {
		if frame, ok := ref.smallFall(frames, boot, k); ok {
			begins[frame] = true
		}
		if frame, ok := ref.poweredUpUnheard(frames, boot, k); ok {
			begins[frame] = true
		}
	}
	for _, i := range frames {
		if begins[i] {
			runs = append(runs, nil)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], i)
	}
	return runs
}

// seam is the frame, behind one and not behind another, where the numbers break and
// starting over explains the most that is missing or out of order around; the latter
// where they do not break.
func (ref *reference) seam(frames []int, behind, until int) int {
	old, _ := slices.BinarySearch(frames, behind)
	at, _ := slices.BinarySearch(frames, until)
	window := frames[max(0, old-128):min(len(frames), at+129)]
	best, least := until, 0
	for k := old + 1; k <= at; k++ {
		if ref.log.Frames.Seq[frames[k]] == ref.log.Frames.Seq[frames[k-1]]+1 {
			continue
		}
		r := reference{log: ref.log}
		split := slices.Index(window, frames[k])
		r.run(window[:split])
		r.run(window[split:])
		if amiss := r.lost + r.late; best == until || amiss < least {
			best, least = frames[k], amiss
		}
	}
	return best
}

// smallFall tells whether reading k of a boot clock is below the one before and so
// are the eight behind it, and the numbers start anew there.
func (ref *reference) smallFall(frames []int, boot told, k int) (frame int, ok bool) {
	x, y := boot.times[k-1], boot.times[k]
	if x-y <= time.Second || x-y > 10*time.Second || k+8 >= len(boot.times) || slices.Max(boot.times[k:k+9]) >= x {
		return 0, false
	}
	frame = ref.seam(frames, boot.frames[k-1], boot.frames[k])
	return frame, ref.log.Frames.Seq[frame] <= 10
}

// poweredUpUnheard tells whether a source was silent before reading k of its boot
// clock, and powered up meanwhile by what that says.
func (ref *reference) poweredUpUnheard(frames []int, boot told, k int) (frame int, ok bool) {
	f := &ref.log.Frames
	until, _ := slices.BinarySearch(frames, boot.frames[k])
	for f.Time[frames[until]]-f.Time[frames[until-1]] <= 2*time.Second {
		if until--; frames[until] <= boot.frames[k-1] {
			return 0, false
		}
	}
	last, first := frames[until-1], frames[until]
	silence := f.Time[first] - f.Time[last]
	mean := (f.Time[frames[len(frames)-1]] - f.Time[frames[0]]) / time.Duration(len(frames)-1)
	powerUp := f.Time[boot.frames[k]] - boot.times[k]
	before := f.Time[boot.frames[k-1]] - boot.times[k-1]
	step := f.Seq[first] - f.Seq[last]
	return first, silence >= 10*mean && powerUp > f.Time[last] && powerUp-before > silence/2 && (step == 0 || step > 16)
}
