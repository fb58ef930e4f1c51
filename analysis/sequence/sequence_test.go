package sequence_test

import (
	"context"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// count feeds numbers that come 10 ms apart and gives what is missing and late
// in the end.
func count(numbers ...int) (lost, late int) {
	var c sequence.Counter
	var gaps []int
	for i, n := range numbers {
		switch o := c.Next(uint8(n), time.Duration(i)*10*time.Millisecond, len(gaps), nil); o.Verdict {
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
		counter.Next(1, 0, 0, nil)
		counter.Next(3, 0, 0, nil)
		if o := counter.Next(2, c.after, 1, nil); o.Verdict != c.want {
			t.Errorf("after %v: %+v", c.after, o)
		}
	}
}

func TestANumberThatComesRoundToTheFirstAgainIsNotLate(t *testing.T) {
	var counter sequence.Counter
	for n := 58; n <= 256+49; n++ {
		counter.Next(uint8(n), time.Duration(n-58)*time.Millisecond, 0, nil)
	}
	then := []int{50, 52, 53}
	o := counter.Next(51, 250*time.Millisecond, 0, func(k int) (uint8, bool) { return uint8(then[min(k, 2)]), k < 3 })
	if o.Verdict != sequence.Gap || o.Missing != 1 {
		t.Errorf("got %+v", o)
	}
}

func TestANumberThatComesRoundAgainIsNotLate(t *testing.T) {
	var counter sequence.Counter
	counter.Next(0, 0, 0, nil)
	counter.Next(2, 0, 0, nil) // 1 is missing
	for n := 3; n < 256; n++ {
		counter.Next(uint8(n), time.Duration(n)*time.Millisecond, 0, nil)
	}
	if o := counter.Next(1, 300*time.Millisecond, 1, nil); o.Verdict != sequence.Gap || o.Missing != 1 {
		t.Errorf("got %+v", o)
	}
}

func TestSendersCountAsTheirFramesSay(t *testing.T) {
	nav := []logtest.Frame{
		{Message: logtest.NavHeartbeat, NavLink: true},
		{Message: logtest.NavMotors, NavLink: true},
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
			plan := planOf(b.Log())
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
	if g := planOf(b.Log()).Groups[0]; g.PerMessage {
		t.Error("each message got a counter")
	}
}

// after follows a counter through numbers 10 ms apart and gives the one that
// comes next, which the others follow.
func after(numbers []int, pause time.Duration, next int, then ...int) sequence.Outcome {
	var c sequence.Counter
	t := time.Duration(0)
	for _, n := range numbers {
		t += 10 * time.Millisecond
		c.Next(uint8(n), t, 7, nil)
	}
	return c.Next(uint8(next), t+pause, 8, func(k int) (uint8, bool) {
		if k >= len(then) {
			return 0, false
		}
		return uint8(then[k]), true
	})
}

func upTo(first, last int) []int {
	var out []int
	for n := first; n <= last; n++ {
		out = append(out, n)
	}
	return out
}

func TestWhatFollowsTellsALateFrameFromAJumpAhead(t *testing.T) {
	gap := append(upTo(0, 9), upTo(60, 230)...) // 10 to 59 are missing
	for _, c := range []struct {
		name    string
		numbers []int
		pause   time.Duration
		next    int
		then    []int
		want    sequence.Verdict
	}{
		{"far behind, too soon to be ahead", gap, 10 * time.Millisecond, 58, upTo(59, 240), sequence.Late},
		{"far behind, and nothing follows", gap, 300 * time.Millisecond, 58, nil, sequence.Gap},
		{"far behind, and the sequence goes on", gap, 300 * time.Millisecond, 20, []int{231, 232}, sequence.Late},
		{"a burst of late ones", gap, 300 * time.Millisecond, 20, []int{21, 22, 23, 24, 231, 232}, sequence.Late},
		{"ahead, as what follows is", gap, 300 * time.Millisecond, 20, upTo(21, 240), sequence.Gap},
		{"near behind", append(upTo(0, 200), upTo(221, 230)...), 10 * time.Millisecond, 210, nil, sequence.Late},
		{"near behind after a long silence, when it may have come round", append(upTo(0, 200), upTo(221, 230)...), 1500 * time.Millisecond, 210, upTo(211, 240), sequence.Gap},
		{"the same, and the sequence goes on", append(upTo(0, 200), upTo(221, 230)...), 1500 * time.Millisecond, 210, []int{231, 232}, sequence.Late},
	} {
		if o := after(c.numbers, c.pause, c.next, c.then...); o.Verdict != c.want {
			t.Errorf("%s: %+v", c.name, o)
		}
	}
}

func TestPlacesOfOneRunCountOn(t *testing.T) {
	var c sequence.Counter
	for n := range 1000 {
		if o := c.Next(uint8(n), time.Duration(n)*time.Millisecond, 0, nil); o.Place != n {
			t.Fatalf("place of %d: %d", n, o.Place)
		}
	}
}

func TestTracksThatRunAbreastAreCounted(t *testing.T) {
	for _, k := range []int{1, 2, 5, 16} {
		var s sequence.Tracks
		for i := range 3000 {
			s.Add(uint8(i/k+17*(i%k)), 0, time.Duration(i)*time.Millisecond)
		}
		if s.Starts != k || s.Abreast() != k || len(s.Kinds()) != 1 {
			t.Errorf("%d tracks: %d started, %d abreast", k, s.Starts, s.Abreast())
		}
	}
}

func TestOneTrackWithGapsIsNotSeveral(t *testing.T) {
	var s sequence.Tracks
	gaps := 0
	for i := range 3000 {
		if i%20 != 0 {
			s.Add(uint8(i), 0, time.Duration(i)*10*time.Millisecond)
		} else {
			gaps++
		}
	}
	if s.Starts*2 < gaps {
		t.Errorf("%d starts for %d gaps", s.Starts, gaps)
	}
}

// planOf is the plan of a log; nothing cancels it.
func planOf(l *flight.Log) *sequence.Plan {
	plan, _ := sequence.MakePlan(context.Background(), l)
	return plan
}
