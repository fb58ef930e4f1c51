package raster

import (
	"math"
	"time"
)

// Tick is a labelled place on a value axis.
type Tick struct {
	At    float64
	Label string
}

// TimeTick is a labelled place on the time axis.
type TimeTick struct {
	At    time.Duration
	Label string
}

// maxTicks bounds what an odd range can make of a step.
const maxTicks = 1000

// ValueStep is the least of 1, 2 or 5 times a power of ten that cuts lo to hi
// into at most n steps; 0 if the range is empty or not finite.
func ValueStep(lo, hi float64, n int) float64 {
	least := (hi/2 - lo/2) / float64(max(n, 1)) * 2
	if !(least > 0) || !finite(least) {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5, 10} {
		if step := m * power; step >= least*(1-1e-9) && finite(step) {
			return step
		}
	}
	return 0
}

// ValueTicks are the multiples of [ValueStep] from lo to hi, both included,
// labelled with just the digits that tell them apart.
func ValueTicks(lo, hi float64, n int) []Tick { return TicksBy(lo, hi, ValueStep(lo, hi, n)) }

// TicksBy are the multiples of step from lo to hi, labelled as by [ValueTicks]. A
// step too small to tell from nothing gives none.
func TicksBy(lo, hi, step float64) []Tick {
	if !(step > 0) || lo+step == lo || hi-step == hi {
		return nil
	}
	slack := 1e-6
	first, last := math.Ceil(lo/step-slack), math.Floor(hi/step+slack)
	format := FormatValue
	if short(max(math.Abs(first), math.Abs(last))*step, step) {
		format = exponential // all in one way
	}
	var ticks []Tick
	for k := first; k <= last && len(ticks) < maxTicks; k++ {
		at := k*step + 0 // no negative zero
		ticks = append(ticks, Tick{at, format(at, step)})
	}
	return ticks
}

// NiceRange widens lo to hi to the next multiples of [ValueStep]. A range of
// one value, or one that the step cannot widen, gets room on both sides.
func NiceRange(lo, hi float64, n int) (float64, float64) {
	if hi-lo <= math.Abs(lo/2+hi/2)*4e-16 {
		room := max(math.Abs(lo)*0.1, 1)
		if math.Abs(lo) < 1 && lo != 0 {
			room = math.Abs(lo) / 2
		}
		lo, hi = lo-room, hi+room
	}
	step := ValueStep(lo, hi, n)
	if step == 0 {
		return max(lo, -math.MaxFloat64), min(hi, math.MaxFloat64)
	}
	a, b := math.Floor(lo/step+1e-9)*step, math.Ceil(hi/step-1e-9)*step
	if !finite(a) || !finite(b) {
		return lo, hi
	}
	return a, b
}

// timeSteps are what people count time in, from a second up to a day.
var timeSteps = [...]time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// TimeStep is the least step, in seconds, minutes and hours as people count
// them, that cuts from to to into at most n steps. Below a second and above a
// day steps go by 1, 2 and 5.
func TimeStep(from, to time.Duration, n int) time.Duration {
	span, parts := to-from, time.Duration(max(n, 1))
	if to > from && span < 0 {
		span = math.MaxInt64
	}
	least := (span-1)/parts + 1
	if least <= time.Second/2 {
		return decimalStep(least, time.Nanosecond)
	}
	for _, step := range timeSteps {
		if step >= least {
			return step
		}
	}
	return decimalStep(least, 24*time.Hour)
}

func decimalStep(least, unit time.Duration) time.Duration {
	for unit < math.MaxInt64/10 {
		for _, m := range []time.Duration{1, 2, 5} {
			if m*unit >= least {
				return m * unit
			}
		}
		unit *= 10
	}
	return unit
}

// TimeTicks are the multiples of [TimeStep] from from to to, both included.
func TimeTicks(from, to time.Duration, n int) []TimeTick {
	if to <= from {
		return nil
	}
	step := TimeStep(from, to, n)
	at := from / step * step
	if at < from {
		if at > math.MaxInt64-step {
			return nil
		}
		at += step
	}
	var ticks []TimeTick
	for len(ticks) < maxTicks && at <= to {
		ticks = append(ticks, TimeTick{at, FormatTime(at, step)})
		if at > math.MaxInt64-step {
			break
		}
		at += step
	}
	return ticks
}
