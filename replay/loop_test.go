package replay_test

import (
	"math"
	"testing"
	"time"

	"postflight/replay"
)

func TestLoopCarriesTheOvershootOverTheStart(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.SetCrop(replay.Range{From: 20 * ms, To: 60 * ms})
	r.SetLoop(true)
	r.Play()
	r.after(35 * ms)
	r.wantAt(55 * ms)
	wantDue(t, r.after(17*ms), 60*ms, 20*ms, 30*ms)
	r.wantAt(32 * ms)
	r.wantLaps(1)
	r.wantPlaying(true)
}

func TestLapEndsBeforeTheNextStarts(t *testing.T) {
	r := newRig(t, every(10*ms, 20*ms)...)
	r.SetLoop(true)
	r.Play()
	wantDue(t, r.after(20*ms), 0, 10*ms, 20*ms)
	r.wantAt(20 * ms)
	r.wantLaps(0)
	wantDue(t, r.after(1), 0)
	r.wantLaps(1)
}

func TestSeveralLapsInOneLateTick(t *testing.T) {
	r := newRig(t, every(10*ms, 20*ms)...)
	r.SetLoop(true)
	r.Play()
	r.after(5 * ms)
	wantDue(t, r.after(70*ms),
		10*ms, 20*ms,
		0, 10*ms, 20*ms,
		0, 10*ms, 20*ms,
		0, 10*ms)
	r.wantAt(15 * ms)
	r.wantLaps(3)
}

func TestReverseLoopCarriesTheOvershootOverTheEnd(t *testing.T) {
	r := newRig(t, every(10*ms, 30*ms)...)
	r.SetLoop(true)
	r.SetSpeed(-1)
	r.Play()
	wantDue(t, r.after(25*ms), 30*ms, 20*ms, 10*ms)
	wantDue(t, r.after(17*ms), 0, 30*ms, 20*ms)
	r.wantAt(18 * ms)
	r.wantLaps(1)
}

func TestHourLateTickOfATinyLoopReportsFewStretches(t *testing.T) {
	r := newRig(t, 0, 1)
	r.SetLoop(true)
	r.SetSpeed(64)
	r.Play()
	r.now += time.Hour
	passed := r.Tick()
	laps := int(64 * time.Hour)
	if len(passed) != 3 || passed[1].Passes != laps-2 {
		t.Fatalf("got %+v", passed)
	}
	r.wantLaps(laps - 1)
}

func TestClockAtTheEndOfTimeDoesNotOverflow(t *testing.T) {
	for _, speed := range []float64{64, -64} {
		r := newRig(t, every(10*ms, time.Second)...)
		r.SetLoop(true)
		r.SetSpeed(speed)
		r.Play()
		r.now = math.MaxInt64
		r.Tick()
		if s := r.State(); !s.Crop.Contains(s.At) || s.Laps < 0 {
			t.Fatalf("state %+v", s)
		}
	}
}

func TestLoopSwitchedOnAtTheUntickedEndGoesOn(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.now += time.Second
	r.SetLoop(true)
	r.after(15 * ms)
	r.wantAt(15 * ms)
	r.SetLoop(false)
	r.after(time.Second)
	r.wantAt(100 * ms)
	r.wantPlaying(false)
}

func TestOneRecordLogPlaysItsRecordAndStops(t *testing.T) {
	for _, loop := range []bool{false, true} {
		for _, speed := range []float64{1, -1} {
			for _, times := range [][]time.Duration{{0}, {7 * ms}, {7 * ms, 7 * ms}} {
				r := newRig(t, times...)
				r.SetLoop(loop)
				r.SetSpeed(speed)
				r.SetCrop(replay.Range{From: 0, To: time.Hour})
				r.Seek(time.Hour)
				r.Step(-time.Second)
				r.StepFrame(3)
				r.StepFrame(-3)
				for range 2 {
					r.Play()
					wantDue(t, r.after(time.Second), times...)
					r.wantAt(times[0])
					r.wantPlaying(false)
				}
			}
		}
	}
}

func TestEmptyTimelinePlaysNothing(t *testing.T) {
	r := newRig(t)
	r.SetLoop(true)
	r.SetCrop(replay.Range{From: 3, To: 1})
	r.StepFrame(1)
	r.Play()
	wantDue(t, r.after(time.Hour))
	r.wantAt(0)
	r.wantPlaying(false)
}
