package replay_test

import (
	"math"
	"testing"
	"time"

	"postflight/replay"
)

func TestNewPlayerIsParkedAtTheFirstRecord(t *testing.T) {
	r := newRig(t, 5*ms, 10*ms, 90*ms)
	want := replay.State{
		At: 5 * ms, Speed: 1,
		Whole: replay.Range{From: 5 * ms, To: 90 * ms},
		Crop:  replay.Range{From: 5 * ms, To: 90 * ms},
	}
	if got := r.State(); got != want {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	wantDue(t, r.after(time.Second))
	r.wantAt(5 * ms)
}

func TestConsecutiveTicksReportEachRecordOnce(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	wantDue(t, r.after(0), 0)
	wantDue(t, r.after(0))
	wantDue(t, r.after(20*ms), 10*ms, 20*ms)
	wantDue(t, r.after(5*ms))
	wantDue(t, r.after(5*ms), 30*ms)
}

func TestLateTickCatchesUp(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.after(10 * ms)
	wantDue(t, r.after(45*ms), 20*ms, 30*ms, 40*ms, 50*ms)
	r.wantAt(55 * ms)
}

func TestPlayOnceStopsExactlyAtTheCropEndWhichIsDue(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.SetCrop(replay.Range{From: 20 * ms, To: 40 * ms})
	r.Play()
	wantDue(t, r.after(7*time.Second), 20*ms, 30*ms, 40*ms)
	r.wantAt(40 * ms)
	r.wantPlaying(false)
	wantDue(t, r.after(time.Second))
}

func TestTickThatLandsOnTheCropEndStopsThere(t *testing.T) {
	r := newRig(t, every(10*ms, 30*ms)...)
	r.Play()
	wantDue(t, r.after(30*ms), 0, 10*ms, 20*ms, 30*ms)
	r.wantPlaying(false)
}

func TestPlayAtTheEndStartsOver(t *testing.T) {
	r := newRig(t, every(10*ms, 30*ms)...)
	r.Play()
	r.after(time.Second)
	r.Play()
	wantDue(t, r.after(10*ms), 0, 10*ms)
	r.wantPlaying(true)
}

func TestReversePlaysFromLateToEarlyAndStopsAtTheStart(t *testing.T) {
	r := newRig(t, every(10*ms, 40*ms)...)
	r.SetSpeed(-2)
	r.Play() // at the start, which is the end in reverse: starts over at 40 ms
	wantDue(t, r.after(5*ms), 40*ms, 30*ms)
	wantDue(t, r.after(20*ms), 20*ms, 10*ms, 0)
	r.wantAt(0)
	r.wantPlaying(false)
	r.Play()
	wantDue(t, r.after(0), 40*ms)
}

func TestTurningRoundInMidwayDoesNotRepeatTheRecordThere(t *testing.T) {
	r := newRig(t, every(10*ms, 40*ms)...)
	r.Play()
	wantDue(t, r.after(20*ms), 0, 10*ms, 20*ms)
	r.SetSpeed(-1)
	wantDue(t, r.after(10*ms), 10*ms)
}

func TestTurningRoundAtTheEndStartsALapThere(t *testing.T) {
	r := newRig(t, every(10*ms, 20*ms)...)
	r.Play()
	r.after(20 * ms)
	r.SetSpeed(-1)
	r.Play()
	wantDue(t, r.after(20*ms), 20*ms, 10*ms, 0)
}

func TestSeekIntoAGapThenPlayMeetsTheNextRecord(t *testing.T) {
	r := newRig(t, 0, 10*ms, 500*ms, 510*ms)
	r.Seek(300 * ms)
	r.wantAt(300 * ms)
	r.Play()
	wantDue(t, r.after(199*ms))
	wantDue(t, r.after(1*ms), 500*ms)
}

func TestSeekOntoARecordMakesItDue(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Seek(50 * ms)
	r.Play()
	wantDue(t, r.after(10*ms), 50*ms, 60*ms)
}

func TestSeekWhilePlayingKeepsPlayingAndClampsToTheCrop(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.SetCrop(replay.Range{From: 20 * ms, To: 80 * ms})
	r.Play()
	r.after(10 * ms)
	r.Seek(-time.Hour)
	r.wantAt(20 * ms)
	r.wantPlaying(true)
	wantDue(t, r.after(10*ms), 20*ms, 30*ms)
	r.Seek(time.Hour)
	r.wantAt(80 * ms)
	wantDue(t, r.after(0), 80*ms)
	r.wantPlaying(false)
}

func TestWhatFellDueBeforeASeekIsReportedFirst(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.now += 10 * ms
	r.Seek(70 * ms)
	wantDue(t, r.after(10*ms), 0, 10*ms, 70*ms, 80*ms)
}

func TestSeekAfterTheEndWasReachedButNotTickedGoesOnPlaying(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.now += time.Second
	r.Seek(50 * ms)
	r.wantPlaying(true)
	r.after(10 * ms)
	r.wantAt(60 * ms)
}

func TestStepIsClampedToTheCrop(t *testing.T) {
	r := newRig(t, every(time.Second, time.Minute)...)
	r.Step(5 * time.Second)
	r.wantAt(5 * time.Second)
	r.Step(math.MaxInt64)
	r.wantAt(time.Minute)
	r.Step(-5 * time.Second)
	r.wantAt(55 * time.Second)
	r.Step(math.MinInt64)
	r.wantAt(0)
}

func TestStepFrameGoesByDistinctTimesAndStaysInTheCrop(t *testing.T) {
	r := newRig(t, 0, 10*ms, 10*ms, 10*ms, 20*ms, 30*ms, 40*ms)
	r.SetCrop(replay.Range{From: 0, To: 35 * ms})
	for _, step := range []struct {
		n    int
		want time.Duration
	}{{1, 10 * ms}, {1, 20 * ms}, {-1, 10 * ms}, {2, 30 * ms}, {1, 30 * ms}, {-9, 0}, {0, 0}, {math.MaxInt, 30 * ms}} {
		r.StepFrame(step.n)
		r.wantAt(step.want)
	}
	r.Seek(15 * ms)
	r.StepFrame(-1)
	r.wantAt(10 * ms)
}

func TestPauseHoldsThePlayheadWhereItIsNow(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.after(10 * ms)
	r.now += 17 * ms
	r.Pause()
	r.wantAt(27 * ms)
	wantDue(t, r.after(time.Hour), 20*ms)
	r.Toggle()
	wantDue(t, r.after(3*ms), 30*ms)
	r.Toggle()
	r.wantPlaying(false)
	r.wantAt(30 * ms)
}

func TestSpeedChangesAtTheMomentItIsSet(t *testing.T) {
	r := newRig(t, every(10*ms, time.Second)...)
	r.Play()
	r.now += 100 * ms
	r.SetSpeed(4)
	r.now += 100 * ms
	r.SetSpeed(0.5)
	r.after(100 * ms)
	r.wantAt(550 * ms)
}

func TestSpeedIsClampedAndNonsenseIgnored(t *testing.T) {
	r := newRig(t, 0, 10*ms)
	for _, c := range []struct{ ask, want float64 }{
		{4, 4}, {0, 4}, {math.NaN(), 4}, {1000, 64}, {math.Inf(-1), -64}, {-0.001, -0.1}, {1e-300, 0.1},
	} {
		r.SetSpeed(c.ask)
		if got := r.State().Speed; got != c.want {
			t.Errorf("asked for %v: speed %v, want %v", c.ask, got, c.want)
		}
	}
}

func TestClockThatGoesBackOrStandsStillMovesNothing(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.after(50 * ms)
	wantDue(t, r.after(-time.Hour))
	wantDue(t, r.after(0))
	r.wantAt(50 * ms)
	s := r.State().Achieved
	if math.IsNaN(s) || math.IsInf(s, 0) {
		t.Fatalf("achieved %v", s)
	}
	r.after(time.Hour + 10*ms)
	r.wantAt(60 * ms)
}

func TestEqualRecordTimesAreDueTogether(t *testing.T) {
	r := newRig(t, 0, 0, 10*ms, 10*ms, 10*ms, 20*ms, 20*ms)
	r.SetLoop(true)
	r.Play()
	wantDue(t, r.after(10*ms), 0, 0, 10*ms, 10*ms, 10*ms)
	wantDue(t, r.after(10*ms), 20*ms, 20*ms)
	wantDue(t, r.after(1*ms), 0, 0)
}

func TestReportedStretchesOutliveOperationsUntilTheNextTick(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.now += 10 * ms
	passed := r.Tick()
	r.now += 10 * ms
	r.Seek(90 * ms)
	wantDue(t, expand(r.times, passed), 0, 10*ms)
}
