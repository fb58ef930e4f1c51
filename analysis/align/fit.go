package align

import (
	"math"
	"time"

	"postflight/analysis/pair"
)

const (
	minPairs  = 30                    // fewer prove nothing
	partner   = 40 * time.Millisecond // how far apart two samples may lie, see reach
	minSpread = 0.01                  // of the variance of a whole signal: less is standing still
	highest   = 0.9999                // correlation beyond which more means nothing
)

// fit is how alike two signals are at an offset.
type fit struct {
	offset time.Duration
	r      float64 // correlation over all channels, each about its own mean
	pairs  int
}

// score says how unlikely a fit is by chance: Fisher's transform of the
// correlation in units of its spread.
func (f fit) score() float64 {
	if f.r <= 0 {
		return 0
	}
	return math.Atanh(min(f.r, highest)) * math.Sqrt(float64(f.pairs))
}

// fitAt compares each sample of x to the nearest of y at an offset.
func fitAt(x, y *signal, offset time.Duration) fit {
	channels := len(x.channels)
	sums := make([]moments, channels)
	cursor := pair.NewCursor(y.times)
	pairs := 0
	for i, t := range x.times {
		k, distance := cursor.To(t + offset)
		if k < 0 || distance > y.reach {
			continue
		}
		pairs++
		for c := range channels {
			sums[c].add(x.channels[c][i], y.channels[c][k])
		}
	}
	return fit{offset, correlation(sums, float64(pairs)), pairs}
}

// moments are the sums that a correlation is made of.
type moments struct{ x, y, xx, yy, xy float64 }

func (m *moments) add(x, y float64) {
	m.x += x
	m.y += y
	m.xx += x * x
	m.yy += y * y
	m.xy += x * y
}

// correlation joins the channels of signals that were scaled to a variance of
// 1. It is 0 where there are too few pairs or one side hardly moves.
func correlation(channels []moments, pairs float64) float64 {
	if pairs < minPairs {
		return 0
	}
	var xx, yy, xy float64
	for _, m := range channels {
		xx += m.xx - m.x*m.x/pairs
		yy += m.yy - m.y*m.y/pairs
		xy += m.xy - m.x*m.y/pairs
	}
	still := minSpread * pairs * float64(len(channels))
	if xx < still || yy < still {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}
