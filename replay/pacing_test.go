package replay_test

import (
	"encoding/json"
	"testing"
	"time"

	"postflight/replay"
)

func TestPacingCountsJitterAndSpeed(t *testing.T) {
	r := newRig(t, every(10*ms, time.Hour)...)
	r.SetSpeed(10)
	r.Play()
	pacer := replay.NewPacer(10, r.now)
	due := 0
	for i := range 100 {
		gap := 20 * ms
		switch i {
		case 40:
			gap = 50 * ms
		case 41:
			gap = 5 * ms
		}
		r.now += gap
		passed := r.Tick()
		due += len(expand(r.times, passed))
		pacer.Add(r.now, r.State(), passed, due, due-7)
	}
	got := pacer.Pacing()
	want := replay.Pacing{
		Asked: 10, Achieved: 10, Ticks: 100,
		Jitter: replay.Jitter{P50: 0, P99: 15, Max: 30},
		Due:    2016, Emitted: 2009,
	}
	if got != want {
		t.Fatalf("got %+v, want %+v", got, want)
	}
}

func TestPacingMeasuresReverseLoopsWithTheirSign(t *testing.T) {
	r := newRig(t, every(10*ms, 70*ms)...)
	r.SetLoop(true)
	r.SetSpeed(-50)
	r.Play()
	pacer := replay.NewPacer(-50, r.now)
	for range 50 {
		r.now += 20 * ms
		pacer.Add(r.now, r.State(), r.Tick(), 0, 0)
	}
	if got := pacer.Pacing().Achieved; got != -50 {
		t.Fatalf("achieved %v", got)
	}
}

func TestTickThatEndsPlayDoesNotCountTowardsTheSpeed(t *testing.T) {
	r := newRig(t, 0, 30*ms)
	r.Play()
	pacer := replay.NewPacer(1, r.now)
	for r.State().Playing {
		r.now += 20 * ms
		passed := r.Tick()
		pacer.Add(r.now, r.State(), passed, 0, 0)
	}
	if got := pacer.Pacing(); got.Achieved != 1 || got.Ticks != 2 {
		t.Fatalf("got %+v", got)
	}
}

func TestPacingWithoutTicksIsZeroUnderItsJSONNames(t *testing.T) {
	got, err := json.Marshal(replay.NewPacer(4, time.Hour).Pacing())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"asked":4,"achieved":0,"ticks":0,"jitter_ms":{"p50":0,"p99":0,"max":0},"due":0,"emitted":0}`
	if string(got) != want {
		t.Fatalf("got %s", got)
	}
}
