package timebase

import (
	"context"
	"sort"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/cancel"
	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// hostClock tells the host time of frames and of log times, in ns.
type hostClock struct {
	log     *flight.Log
	capture bool          // else the boot clock of driver
	driver  flight.Source // whose boot clock log time follows
	unix    bool          // it counts from 1970
	base    int64         // what raw capture stamps lack to host time
	pieces  []stretch
}

// stretch is a run of frames in which host time and log time go together.
type stretch struct {
	frame int
	begin time.Duration // log time
	shift int64         // host time less log time
}

// newHostClock finds the clock that log time follows; nil where there is none.
// Cancelled, it may be any.
func newHostClock(ctx context.Context, l *flight.Log, epochs []epoch.Epoch) *hostClock {
	if l.Stopped {
		return bootClock(ctx, l, epochs)
	}
	switch l.Format {
	case flight.TLog, flight.VREC:
		if l.StampOf != nil && l.Frames.Len() > 0 {
			return captureClock(l)
		}
	case flight.DataFlash, flight.DataFlashText, flight.Raw:
		return bootClock(ctx, l, epochs)
	}
	return nil
}

// sampled is how many frames of a stretch are asked for its shift.
const sampled = 1000

func captureClock(l *flight.Log) *hostClock {
	h := &hostClock{log: l, capture: true}
	begins := []int{0}
	for _, s := range l.Steps {
		at := sort.Search(l.Frames.Len(), func(i int) bool { return l.Frames.Offset[i] >= s.Offset })
		if at > begins[len(begins)-1] && at < l.Frames.Len() {
			begins = append(begins, at)
		}
	}
	for k, begin := range begins {
		until := l.Frames.Len()
		if k+1 < len(begins) {
			until = begins[k+1]
		}
		var shifts []int64
		for i := begin; i < until; i += 1 + (until-begin)/sampled {
			if ns, ok := h.raw(i); ok {
				shifts = append(shifts, ns-int64(l.Frames.Time[i]))
			}
		}
		if shift, share := mode(shifts); share > 0 {
			h.pieces = append(h.pieces, stretch{begin, l.Frames.Time[begin], shift})
		}
	}
	if len(h.pieces) == 0 {
		return nil
	}
	h.unix = stamp.IsDate(l.Start.Unix())
	if h.unix && l.Format == flight.VREC {
		h.base = l.Start.UnixNano() - h.pieces[0].shift
		for k := range h.pieces {
			h.pieces[k].shift += h.base
		}
	}
	return h
}

// raw is the container's stamp of a frame, ns. A frame without one came after
// that of the frame before; taken for its own it would look too fast.
func (h *hostClock) raw(i int) (int64, bool) {
	const most = (1 << 62) / 1000
	us, ok := h.log.StampOf(i)
	if !ok || us >= most || h.log.Frames.Flags[i]&flight.Unstamped != 0 {
		return 0, false
	}
	return int64(us) * 1000, true
}

// bootClock is the clock that log time follows where nothing tells of arrivals:
// that of the source whose boot times go along with it.
func bootClock(ctx context.Context, l *flight.Log, epochs []epoch.Epoch) *hostClock {
	const enough = 0.5 // of the readings have the same difference
	best, bestShare := (*hostClock)(nil), enough
	for _, run := range bySource(epochs) {
		h := &hostClock{log: l, driver: run[0].Source}
		share := 0.0
		for _, e := range run {
			shift, s := mode(bootShifts(ctx, l, e))
			if s == 0 {
				continue
			}
			h.pieces = append(h.pieces, stretch{e.FirstFrame, l.Frames.Time[e.FirstFrame], shift})
			share = max(share, s)
		}
		if share > bestShare {
			best, bestShare = h, share
		}
	}
	return best
}

func bootShifts(ctx context.Context, l *flight.Log, e epoch.Epoch) []int64 {
	var out []int64
	readers := map[uint16]func([]byte) (int64, bool){}
	for i := e.FirstFrame; i <= e.LastFrame && len(out) < sampled; i++ {
		if cancel.At(ctx, i-e.FirstFrame) != nil {
			return nil
		}
		s := l.Frames.Stream[i]
		if l.Streams[s].Source != e.Source {
			continue
		}
		read, ok := readers[s]
		if !ok {
			read = bootReader(l.Streams[s])
			readers[s] = read
		}
		if read == nil {
			continue
		}
		if ns, ok := read(l.Payload(i)); ok {
			out = append(out, ns-int64(l.Frames.Time[i]))
		}
	}
	return out
}

// bySource cuts epochs, which stand source by source, where the source changes.
func bySource(epochs []epoch.Epoch) [][]epoch.Epoch {
	var out [][]epoch.Epoch
	from := 0
	for i := range epochs {
		if i+1 == len(epochs) || epochs[i+1].Source != epochs[from].Source {
			out = append(out, epochs[from:i+1])
			from = i + 1
		}
	}
	return out
}

// mode is the value that comes most often, the first of several, and its share.
func mode(values []int64) (value int64, share float64) {
	counts := make(map[int64]int, len(values))
	most := 0
	for _, v := range values {
		counts[v]++
		most = max(most, counts[v])
	}
	for _, v := range values {
		if counts[v] == most {
			return v, float64(most) / float64(len(values))
		}
	}
	return 0, 0
}

// at is the host time of a frame; false where its stamp is none to go by.
func (h *hostClock) at(i int) (int64, bool) {
	k := sort.Search(len(h.pieces), func(k int) bool { return h.pieces[k].frame > i }) - 1
	if k < 0 {
		return 0, false
	}
	expected := int64(h.log.Frames.Time[i]) + h.pieces[k].shift
	if !h.capture {
		return expected, true
	}
	ns, ok := h.raw(i)
	if !ok {
		return 0, false
	}
	// Log time stands still where stamps fall a little; a stamp it has not
	// followed otherwise is a stray.
	ns += h.base
	return ns, ns <= expected && expected-ns <= int64(stamp.CaptureLimit)
}

// ofLog is the host time at a log time.
func (h *hostClock) ofLog(t time.Duration) int64 {
	k := max(0, sort.Search(len(h.pieces), func(k int) bool { return h.pieces[k].begin > t })-1)
	return int64(t) + h.pieces[k].shift
}
