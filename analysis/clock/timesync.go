package clock

import "time"

const (
	// RTTWindow is how many exchanges back the smallest round trip is looked for.
	RTTWindow = 32
	// RTTMargin is how much longer than that a round trip may be for its
	// exchange to count.
	RTTMargin = time.Millisecond
)

// Timesync estimates a remote clock from questions and answers, as of MAVLink's
// TIMESYNC: the host notes when it asked and when the answer came, the remote
// says what its clock read in between. The reading is taken for that of the
// midpoint; it is wrong by at most half the round trip, and by as much as one
// way is slower than the other. Exchanges that waited in a queue are left out.
type Timesync struct {
	fit   *Fit
	trips [RTTWindow]int64
	seen  int
}

// NewTimesync makes an estimator over the exchanges of a window, at most most of
// them.
func NewTimesync(window time.Duration, most int) *Timesync {
	return &Timesync{fit: NewFit(window, most)}
}

// Push takes one exchange, ns of the clocks named. It reports whether the
// exchange counts: its round trip is no longer than the smallest of the last
// RTTWindow, itself among them, plus RTTMargin. One that was answered before it
// was asked never does.
func (t *Timesync) Push(sent, remote, received int64) bool {
	trip := sub(received, sent)
	p := Pair{Host: sent + trip/2, Remote: remote}
	if trip < 0 || !p.Valid() {
		return false
	}
	t.trips[t.seen%RTTWindow] = trip
	t.seen++
	return trip <= add(t.MinRTT(), int64(RTTMargin)) && t.fit.Push(p)
}

// MinRTT is the smallest round trip of the last RTTWindow exchanges, ns; 0 while
// there are none.
func (t *Timesync) MinRTT() int64 {
	n := min(t.seen, RTTWindow)
	if n == 0 {
		return 0
	}
	least := t.trips[0]
	for _, trip := range t.trips[1:n] {
		least = min(least, trip)
	}
	return least
}

// Estimate is that of the exchanges that count, as Fit.Estimate gives it.
func (t *Timesync) Estimate() (Estimate, bool) { return t.fit.Estimate() }

// Reset forgets all exchanges.
func (t *Timesync) Reset() { *t = Timesync{fit: NewFit(time.Duration(t.fit.window), t.fit.most)} }
