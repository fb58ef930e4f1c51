package replay_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/replay"
)

func TestNoDriftOverAnHourAtEverySpeed(t *testing.T) {
	for _, speed := range replay.Speeds() {
		for _, loop := range []bool{false, true} {
			checkDrift(t, speed, loop, 400*ms)
			checkDrift(t, -speed, loop, 400*ms)
		}
	}
}

func TestNoDriftOverAnHourOfFineTicks(t *testing.T) {
	checkDrift(t, 0.1, true, 2*replay.Interval)
	checkDrift(t, -50, false, 2*replay.Interval)
}

// checkDrift ticks for an hour, up to gap apart and sometimes seconds late,
// against hundredths of speed reckoned in integers.
func checkDrift(t *testing.T, speed float64, loop bool, gap time.Duration) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	whole := 65 * time.Hour
	if loop {
		whole = 7*time.Second + 123*time.Microsecond
	}
	r := newRig(t, 0, whole)
	r.SetLoop(loop)
	r.SetSpeed(speed)
	r.Play()
	start := r.now
	hundredths := time.Duration(math.Round(math.Abs(speed) * 100))
	for r.now-start < time.Hour {
		r.now += time.Duration(rng.Int64N(int64(gap)))
		if rng.IntN(1000) == 0 {
			r.now += time.Duration(rng.Int64N(int64(3 * time.Second)))
		}
		r.Tick()
		want := (r.now - start) * hundredths / 100 % whole
		if speed < 0 {
			want = whole - want
		}
		// On a seam the playhead may be the whole lap away, rounded.
		off := (r.State().At - want).Abs()
		if min(off, (whole-off).Abs()) > time.Microsecond {
			t.Fatalf("speed %v, loop %v: after %v at %v, want %v", speed, loop, r.now-start, r.State().At, want)
		}
	}
}

func TestFasterAndSlowerWalkTheSpeedsInEitherDirection(t *testing.T) {
	speeds := replay.Speeds()
	for i, s := range speeds {
		up, down := speeds[min(i+1, len(speeds)-1)], speeds[max(i-1, 0)]
		for _, sign := range []float64{1, -1} {
			if got := replay.Faster(sign * s); got != sign*up {
				t.Errorf("faster than %v: %v", sign*s, got)
			}
			if got := replay.Slower(sign * s); got != sign*down {
				t.Errorf("slower than %v: %v", sign*s, got)
			}
		}
	}
	if replay.Faster(3) != 4 || replay.Slower(3) != 2 {
		t.Error("a speed between two steps goes to its neighbours")
	}
}

func TestSpeedsBelongToTheCaller(t *testing.T) {
	replay.Speeds()[0] = 99
	if replay.Speeds()[0] != replay.MinSpeed {
		t.Fatal("a caller changed the speeds of all")
	}
}

func wantAchieved(t *testing.T, r *rig, want float64) {
	t.Helper()
	if got := r.State().Achieved; math.Abs(got-want) > 1e-6 {
		t.Fatalf("achieved %v, want %v", got, want)
	}
}

func TestAchievedSpeedIsMeasuredAcrossLoopWraps(t *testing.T) {
	for _, speed := range []float64{0.25, 10, -50} {
		r := newRig(t, every(10*ms, 110*ms)...)
		r.SetLoop(true)
		r.SetSpeed(speed)
		r.Play()
		wantAchieved(t, r, 0)
		for range 200 {
			r.after(20 * ms)
			wantAchieved(t, r, speed)
		}
		if r.State().Laps == 0 {
			t.Fatal("never started over")
		}
		r.Pause()
		wantAchieved(t, r, 0)
	}
}

func TestAchievedSpeedStartsAnewAtASeekAndASpeedChange(t *testing.T) {
	r := newRig(t, every(time.Second, time.Hour)...)
	r.Play()
	r.after(3 * time.Second)
	r.Seek(30 * time.Minute)
	wantAchieved(t, r, 0)
	r.after(20 * ms)
	wantAchieved(t, r, 1)
	r.SetSpeed(8)
	wantAchieved(t, r, 0)
	r.after(20 * ms)
	wantAchieved(t, r, 8)
}
