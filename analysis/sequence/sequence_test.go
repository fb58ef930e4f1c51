package sequence_test

import (
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/analysis/sequence"
)

// count feeds numbers that come 10 ms apart and gives what is missing and late
// in the end.
func count(numbers ...int) (lost, late int) {
	var c sequence.Counter
	var gaps []int
	for i, n := range numbers {
		switch o := c.Next(uint8(n), time.Duration(i)*10*time.Millisecond, len(gaps)); o.Verdict {
		case sequence.Gap:
			gaps = append(gaps, o.Missing)
		case sequence.Late:
			late++
			if o.Tag >= 0 {
				gaps[o.Tag]--
			}
		}
	}
	for _, g := range gaps {
		lost += g
	}
	return lost, late
}

func TestCounter(t *testing.T) {
	for _, c := range []struct {
		name       string
		numbers    []int
		lost, late int
	}{
		{"one frame shows nothing", []int{7}, 0, 0},
		{"a wrap is no gap", []int{254, 255, 0, 1}, 0, 0},
		{"a gap across the wrap", []int{250, 251, 252, 253, 254, 255, 0, 1, 3, 4, 5, 9, 10, 11, 12, 13}, 4, 0},
		{"loss at the wrap itself", []int{254, 1, 2}, 2, 0},
		{"two swapped frames lose nothing", []int{1, 3, 2, 4}, 0, 1},
		{"a late frame closes its gap", []int{1, 2, 3, 5, 6, 7, 4, 8}, 0, 1},
		{"a late frame closes only its own number", []int{1, 6, 3, 7}, 3, 1},
		{"late frames close a gap from all sides", []int{1, 6, 3, 2, 5, 4, 7}, 0, 4},
		{"the first frames may be swapped", []int{8, 7, 9, 10}, 0, 1},
		{"a number used twice at once loses nothing", []int{1, 1, 2, 2, 3, 3}, 0, 0},
		{"a long gap", []int{0, 200}, 199, 0},
		{"a frame from just before the first is late", []int{0, 255, 1}, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if lost, late := count(c.numbers...); lost != c.lost || late != c.late {
				t.Errorf("lost %d, late %d; want %d, %d", lost, late, c.lost, c.late)
			}
		})
	}
}

func TestANumberIsLateForTwoSeconds(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  sequence.Verdict
	}{{sequence.LateLimit, sequence.Late}, {sequence.LateLimit + 1, sequence.Gap}} {
		var counter sequence.Counter
		counter.Next(1, 0, 0)
		counter.Next(3, 0, 0)
		if o := counter.Next(2, c.after, 1); o.Verdict != c.want {
			t.Errorf("after %v: %+v", c.after, o)
		}
	}
}

func TestANumberThatComesRoundAgainIsNotLate(t *testing.T) {
	var counter sequence.Counter
	counter.Next(0, 0, 0)
	counter.Next(2, 0, 0) // 1 is missing
	for n := 3; n < 256; n++ {
		counter.Next(uint8(n), time.Duration(n)*time.Millisecond, 0)
	}
	if o := counter.Next(1, 300*time.Millisecond, 1); o.Verdict != sequence.Gap || o.Missing != 1 {
		t.Errorf("got %+v", o)
	}
}

func TestSendersCountAsTheirFramesSay(t *testing.T) {
	nav := []logtest.Frame{
		{Message: logtest.NavHeartbeat, NavLink: true}, {Message: logtest.NavMotors, NavLink: true},
		{Message: logtest.NavBaro, NavLink: true},
	}
	mav := []logtest.Frame{{Message: logtest.Heartbeat}, {Message: logtest.Attitude}, {Message: logtest.Servos}}
	for _, c := range []struct {
		name       string
		frames     []logtest.Frame
		number     func(i int) int
		perMessage bool
		counters   int
	}{
		{"MAVLink by source", mav, func(i int) int { return i }, false, 1},
		{"NavLink by message", nav, func(i int) int { return i / 3 }, true, 3},
		{"NavLink by source, as its specification has it", nav, func(i int) int { return i }, false, 1},
		{"MAVLink by message, if that is how it comes", mav, func(i int) int { return i / 3 }, true, 3},
		{"a constant number counts nothing", mav, func(int) int { return 9 }, false, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b logtest.Builder
			for i := range 60 {
				f := c.frames[i%3]
				f.Seq, f.At = uint8(c.number(i)), time.Duration(i)*20*time.Millisecond
				b.Add(f)
			}
			plan := sequence.MakePlan(b.Log())
			if g := plan.Groups[0]; g.PerMessage != c.perMessage || plan.Counters != c.counters || g.Constant != (c.counters == 0) {
				t.Errorf("%+v with %d counters", g, plan.Counters)
			}
		})
	}
}

func TestFewMessagesSeenOnceAreNotCountersOfTheirOwn(t *testing.T) {
	var b logtest.Builder
	for i, m := range []logtest.Frame{{Message: logtest.Heartbeat}, {Message: logtest.Attitude}, {Message: logtest.Servos}} {
		m.Seq = uint8(2 * i)
		b.Add(m)
	}
	if g := sequence.MakePlan(b.Log()).Groups[0]; g.PerMessage {
		t.Error("each message got a counter")
	}
}
