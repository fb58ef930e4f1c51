package stamp

import (
	"math"
	"math/bits"
	"slices"
	"time"
)

// How much each way to read a stamp costs: of all readings the cheapest is taken.
// One stray is likelier than a clock that starts over or a long silence before a
// single stamp; of two that agree, the silence or the restart is. Where stamps
// leave off and go on again as if nothing had been, two or three are strays.
const (
	strayCost   = 10
	stepCost    = 17
	silenceCost = 17
	pauseCost   = 4
)

const (
	// Silence is the shortest time without a stamp that is looked at twice.
	Silence = 10 * time.Second
	// A silence lasts a minute, and so many times as long as one stamp usually comes
	// after another; a pause is shorter.
	minSilence               = time.Minute
	usualSilence, usualPause = 100, 10
	// Of fewer stamps nobody knows what is usual: a silence of them is a month.
	fewStamps  = 6
	fewSilence = 30 * 24 * time.Hour
	// mostStrays in a row are passed over.
	mostStrays = 16
	// sampled is how many steps are looked at to tell what is usual.
	sampled = 1024
)

// reading is what stamps of one clock are read by.
type reading struct {
	limit, wrap    time.Duration
	pause, silence time.Duration
	usual          time.Duration // between two stamps
}

// Breaks finds the breaks of a clock in stamps. limit is the largest fall that
// is not one; wrap is the period of the counter, 0 for none. A stamp at the
// largest time there is, as [FromMicros] holds it, is always a stray.
//
// A fall by more than limit is a clock that starts over, unless few stamps on one
// side of it are strays: one at either end, two or three between others that go on
// as if they were not there.
func Breaks(stamps []time.Duration, limit, wrap time.Duration) []Break {
	if even(stamps, limit) {
		return nil
	}
	taken, at := possible(stamps)
	if len(taken) == 0 {
		return outliers(stamps, 0, len(stamps), 0)
	}
	r := reading{limit: limit, wrap: wrap}
	r.setUsual(taken)
	return r.breaks(stamps, at, r.cheapest(taken))
}

// even reports whether there is nothing to look at closely.
func even(stamps []time.Duration, limit time.Duration) bool {
	silence := Silence
	if len(stamps) < fewStamps {
		silence = fewSilence
	}
	for i, s := range stamps {
		if s == math.MaxInt64 || i > 0 && (s-stamps[i-1] < -limit || s-stamps[i-1] > silence) {
			return false
		}
	}
	return true
}

// possible are the stamps that can be times, and where they are; at is nil where
// all are.
func possible(stamps []time.Duration) (taken []time.Duration, at []int) {
	if !slices.Contains(stamps, math.MaxInt64) {
		return stamps, nil
	}
	at = []int{}
	for i, s := range stamps {
		if s != math.MaxInt64 {
			taken, at = append(taken, s), append(at, i)
		}
	}
	return taken, at
}

// setUsual sets what a silence and a pause are, by the steps ahead: a quarter of
// them are shorter than what is usual.
func (r *reading) setUsual(stamps []time.Duration) {
	r.pause, r.silence = math.MaxInt64, fewSilence
	if len(stamps) < fewStamps {
		return
	}
	var ahead []time.Duration
	for i := 1; i < len(stamps); i += 1 + len(stamps)/sampled {
		if d := stamps[i] - stamps[i-1]; d > 0 {
			ahead = append(ahead, d)
		}
	}
	if len(ahead) > 0 {
		slices.Sort(ahead)
		r.usual = min(ahead[len(ahead)/4], Lifetime)
	}
	r.pause, r.silence = max(r.limit, usualPause*r.usual), max(minSilence, usualSilence*r.usual)
}

// wraps reports whether a counter ran over between x and y.
func (r *reading) wraps(x, y time.Duration) bool {
	margin := wrapMargin(r.wrap)
	return r.wrap != 0 && x >= r.wrap-margin && x < r.wrap && y <= margin
}

// isBit reports whether a time is that by which one damaged bit moves a stamp of
// microseconds, with what usually lies between two stamps.
func (r *reading) isBit(d time.Duration) bool {
	bit := time.Duration(1) << (bits.Len64(uint64(d.Microseconds()*4/3)) - 1) * time.Microsecond
	return (d - bit).Abs() <= min(usualPause*r.usual, d/64)
}

// cost is what it costs that y follows x.
func (r *reading) cost(x, y time.Duration) int {
	switch d := y - x; {
	case d < -r.limit && r.wraps(x, y):
		return 0
	case d < -r.limit || d > Lifetime:
		return stepCost
	case d > r.silence || d > Silence && r.isBit(d):
		return silenceCost
	case d > r.pause:
		return pauseCost
	}
	return 0
}

// cheapest reads stamps, of which there are some, the cheapest way. taken are the
// places of those that are no strays, from the last back.
func (r *reading) cheapest(stamps []time.Duration) (taken []int) {
	back := make([]uint8, len(stamps)) // how far the stamp before lies; 0 for none
	var costs [mostStrays]int          // of the last stamps, if taken
	at := func(i int) *int { return &costs[i%mostStrays] }
	calm := 0 // how many of the last cost the same
	for i, y := range stamps {
		if calm >= mostStrays && r.cost(stamps[i-1], y) == 0 {
			*at(i), back[i] = *at(i - 1), 1
			continue
		}
		least := math.MaxInt
		for k := 1; k <= min(i, mostStrays); k++ {
			if c := *at(i - k) + (k-1)*strayCost + r.cost(stamps[i-k], y); c < least {
				least, back[i] = c, uint8(k)
			}
		}
		if c := i * strayCost; c < least {
			least, back[i] = c, 0
		}
		calm++
		if i > 0 && least != *at(i - 1) {
			calm = 0
		}
		*at(i) = least
	}
	last := len(stamps) - 1
	best, least := last, *at(last)
	for k := 1; k < min(len(stamps), mostStrays); k++ {
		if c := *at(last - k) + k*strayCost; c < least {
			best, least = last-k, c
		}
	}
	for i := best; ; i -= int(back[i]) {
		taken = append(taken, i)
		if back[i] == 0 {
			return taken
		}
	}
}

// breaks tells a reading. taken are places in at, or in stamps where that is nil.
func (r *reading) breaks(stamps []time.Duration, at, taken []int) (out []Break) {
	place := func(k int) int {
		if at != nil {
			return at[k]
		}
		return k
	}
	from, next := stamps[place(taken[len(taken)-1])], 0
	for k := len(taken) - 1; k >= 0; k-- {
		i := place(taken[k])
		out = append(out, outliers(stamps, next, i, from)...)
		to := stamps[i]
		switch {
		case k == len(taken)-1:
		case to-from < -r.limit && r.wraps(from, to):
			out = append(out, Break{i, Wrap, from, to, r.wrap})
		case to-from < -r.limit || to-from > Lifetime:
			out = append(out, Break{Index: i, Kind: Step, From: from, To: to})
		}
		from, next = to, i+1
	}
	return append(out, outliers(stamps, next, len(stamps), from)...)
}

func outliers(stamps []time.Duration, first, end int, from time.Duration) (out []Break) {
	for i := first; i < end; i++ {
		out = append(out, Break{Index: i, Kind: Outlier, From: from, To: stamps[i]})
	}
	return out
}
