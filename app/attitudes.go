package app

import (
	"math"
	"slices"
	"time"

	"postflight/analysis/attitude"
	"postflight/analysis/gap"
	"postflight/analysis/pair"
	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/horizon"
)

// horizonTolerance is how old an attitude may be at least and still be shown:
// twice the pairing tolerance rides over a lost one.
const horizonTolerance = 2 * pair.AttitudeTolerance

// attitudes looks up what the horizon shows at a time: the latest estimate at or
// before it, unless a silence or another epoch lies between, and the truth that
// the comparison pairs with it, so that horizon and error plot tell the same.
// Without an estimate it is the truth of that time.
func (o *opened) attitudes() func(time.Duration) horizon.Reading {
	estimate, truth := o.newPoses(o.estimate, o.log), o.newPoses(o.truthSeries, o.truth)
	return func(t time.Duration) horizon.Reading {
		var r horizon.Reading
		at, ok := estimate.at(t)
		if !ok {
			if now, ok := truth.at(t + o.placing.Offset); ok {
				r.Truth = truth.pose(now)
			}
			return r
		}
		r.Estimate = estimate.pose(at)
		if age := t - o.estimate.Time[at]; age > estimate.usual {
			r.Age = age
		}
		if k, ok := o.pairOf(at); ok {
			e := &o.comparison.Errors
			r.Truth, r.Between, r.Paired = truth.pose(e.Truth[k]), e.Angle[k], true
		}
		return r
	}
}

// pairOf is the pair that a sample of the estimate is in; false where it has no
// partner.
func (o *opened) pairOf(sample int) (int, bool) {
	if o.comparison == nil {
		return 0, false
	}
	return slices.BinarySearch(o.comparison.Errors.Estimate, sample)
}

// poses are an attitude over time, to be looked up.
type poses struct {
	*attitude.Series
	hold  gap.Hold
	usual time.Duration // age up to which nothing is missing
}

// newPoses makes poses of a series of a log; nil has none.
func (o *opened) newPoses(s *attitude.Series, l *flight.Log) poses {
	if s == nil {
		return poses{}
	}
	p := poses{s, o.hold(s.Time, l, s.Source), gap.Limit(s.Time) / 2}
	p.hold.Limit = max(p.hold.Limit, horizonTolerance)
	return p
}

func (p poses) at(t time.Duration) (sample int, ok bool) {
	if p.Series == nil {
		return 0, false
	}
	i, ok := replay.At(p.Time, t)
	return i, ok && p.hold.Reaches(p.Time[i], t)
}

func (p poses) pose(sample int) *horizon.Attitude {
	const rad = math.Pi / 180
	e := p.Euler[sample]
	return &horizon.Attitude{Roll: e[0] * rad, Pitch: e[1] * rad, Yaw: e[2] * rad}
}
