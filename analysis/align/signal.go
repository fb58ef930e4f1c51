package align

import (
	"iter"
	"math"
	"slices"
	"time"

	"postflight/analysis/attitude"
	"postflight/analysis/pair"
	"postflight/decode/flight"
)

// signal is some channels sampled together.
type signal struct {
	times    []time.Duration
	channels [][]float64   // each about 0, with a variance of 1
	reach    time.Duration // how far a sample may be from the one it is compared to
}

// reach is partner, or more where samples lie so far apart that many would find
// none: those of a log that is written ten times a second.
func reach(times []time.Duration) time.Duration {
	gaps := make([]time.Duration, len(times)-1)
	for i := range gaps {
		gaps[i] = times[i+1] - times[i]
	}
	slices.Sort(gaps)
	return min(pair.AttitudeTolerance, max(partner, gaps[len(gaps)/2]*6/10))
}

func (s *signal) length() time.Duration { return s.times[len(s.times)-1] - s.times[0] }

// element is one value of a message: a field, or one element of an array.
type element struct {
	field string
	index int
}

func array(field string, n int) []element {
	out := make([]element, n)
	for i := range out {
		out[i] = element{field, i}
	}
	return out
}

func fields(names ...string) []element {
	out := make([]element, len(names))
	for i, name := range names {
		out[i] = element{name, 0}
	}
	return out
}

// column is where recordings and truth hold a signal.
type column struct {
	message  string
	elements []element
}

// recorded are the messages that carry a signal, the one to prefer first; their
// units do not matter.
func recorded(method Method) []column {
	switch method {
	case Motors:
		return []column{
			{"MOTOR_TELEMETRY", array("cmd", 4)},
			{"SERVO_OUTPUT_RAW", fields("servo1_raw", "servo2_raw", "servo3_raw", "servo4_raw")},
			{"MOTORS_V1", array("cmd", 4)},
			{"RCOU", fields("C1", "C2", "C3", "C4")},
		}
	case BodyRates:
		return []column{
			{"CONTROL_TRACE", fields("rate_roll", "rate_pitch", "rate_yaw")},
			{"ATTITUDE", fields("rollspeed", "pitchspeed", "yawspeed")},
			{"ATTITUDE_EULER", fields("rollspeed", "pitchspeed", "yawspeed")},
			{"IMU_COMPRESSED", array("gyr", 3)},
			{"SCALED_IMU", fields("xgyro", "ygyro", "zgyro")},
			{"RAW_IMU", fields("xgyro", "ygyro", "zgyro")},
			{"ATTITUDE_QUATERNION", fields("rollspeed", "pitchspeed", "yawspeed")},
			{"IMU_RAW", array("gyr", 3)},
			{"RATE", fields("R", "P", "Y")},
		}
	}
	return nil
}

// carries are the messages of a log that carry a signal, the one to prefer first.
func carries(method Method, l *flight.Log) []column {
	switch {
	case l.Format != flight.VGT1:
		return recorded(method)
	case method == Motors:
		return []column{{"", array("duty", 4)}}
	}
	return []column{{"", array("rates", 3)}}
}

// signals reads what a method compares; false where one side has too little or
// stands still.
func signals(method Method, l, truth *flight.Log) (x, y *signal, ok bool) {
	if method == Attitude {
		return attitudes(l, truth)
	}
	for y := range all(method, truth) {
		for x := range all(method, l) {
			if a, b, ok := scaled(x, y); ok {
				return a, b, true
			}
		}
	}
	return nil, nil, false
}

// all reads the signals of a method that a log has, the one to prefer first.
func all(method Method, l *flight.Log) iter.Seq[*signal] {
	return func(yield func(*signal) bool) {
		for _, c := range carries(method, l) {
			for _, s := range l.Streams {
				if c.message != "" && s.Message.Name != c.message {
					continue
				}
				if x := read(l, s, c.elements); x != nil && !yield(x) {
					return
				}
			}
		}
	}
}

// read takes the samples in which every element is a number; nil where the
// message has no such elements.
func read(l *flight.Log, s *flight.Stream, elements []element) *signal {
	columns := make([]*flight.Column, len(elements))
	for i, e := range elements {
		columns[i] = l.Column(s, s.Message.Field(e.field), e.index)
		if columns[i] == nil {
			return nil
		}
	}
	out := &signal{channels: make([][]float64, len(elements))}
	for row, t := range columns[0].Time {
		values := make([]float64, len(columns))
		for c := range columns {
			values[c] = columns[c].Value[row]
		}
		out.add(t, values...)
	}
	return out
}

func (s *signal) add(t time.Duration, values ...float64) {
	for _, v := range values {
		if !flight.Finite(v) {
			return
		}
	}
	s.times = append(s.times, t)
	for c, v := range values {
		s.channels[c] = append(s.channels[c], v)
	}
}

// attitudes compares roll, pitch and the direction of yaw, which has no jump.
func attitudes(l, truth *flight.Log) (x, y *signal, ok bool) {
	right := reported(truth)
	for _, x := range reported(l) {
		for _, y := range right {
			if a, b, ok := scaled(directions(x), directions(y)); ok {
				return a, b, true
			}
		}
	}
	return nil, nil, false
}

// reported are the attitudes that a log tells.
func reported(l *flight.Log) []*attitude.Series {
	if truth := attitude.Truth(l); truth != nil {
		return []*attitude.Series{truth}
	}
	var out []*attitude.Series
	for _, source := range attitude.Sources(l) {
		if estimate := attitude.Estimate(l, source); estimate != nil {
			out = append(out, estimate)
		}
	}
	return out
}

func directions(s *attitude.Series) *signal {
	out := &signal{channels: make([][]float64, 4)}
	for i, e := range s.Euler {
		sin, cos := math.Sincos(e[2] * math.Pi / 180)
		out.add(s.Time[i], e[0], e[1], sin, cos)
	}
	return out
}

// scaled keeps the channels in which both sides move, each scaled to a variance
// of 1; false where none is left.
func scaled(x, y *signal) (*signal, *signal, bool) {
	if len(x.times) < minPairs || len(y.times) < minPairs {
		return nil, nil, false
	}
	a, b := &signal{times: x.times, reach: reach(x.times)}, &signal{times: y.times, reach: reach(y.times)}
	sparse := b.reach > partner
	for c := range x.channels {
		left, ok1 := standard(x.channels[c])
		right, ok2 := standard(y.channels[c])
		if ok1 && ok2 && (!sparse || steady(left) && steady(right)) {
			a.channels, b.channels = append(a.channels, left), append(b.channels, right)
		}
	}
	return a, b, len(a.channels) > 0
}

// steady says whether neighbouring samples of a signal of variance 1 are alike.
// Where they are not it swings faster than it was sampled, and compared to one
// that is as sparse it says nothing about time.
func steady(values []float64) bool {
	const alike = 0.5
	sum := 0.0
	for i, v := range values[1:] {
		sum += v * values[i]
	}
	return sum >= alike*float64(len(values)-1)
}

func standard(values []float64) ([]float64, bool) {
	n := float64(len(values))
	var mean, square float64
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / n
	}
	spread := math.Sqrt(square)
	if !(spread > 1e-6*(1e-3+math.Abs(mean))) || math.IsInf(spread, 0) {
		return nil, false
	}
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = (v - mean) / spread
	}
	return out, true
}
