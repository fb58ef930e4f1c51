package gpstime_test

import (
	"slices"
	"testing"
	"time"

	"postflight/analysis/clock/gpstime"
	"postflight/decode/flight"
)

// both are the dates of the vehicle and, from a time on, those of another that are
// off by so much, in the order they come.
func both(from, until time.Duration, by time.Duration) []sent {
	all := dated(0, 180*time.Second, right)
	for _, d := range dated(from, until, right) {
		d.data = systemTime(flight.MakeSource(2, 1), right(d.at).Add(by), d.at)
		all = append(all, d)
	}
	slices.SortStableFunc(all, func(a, b sent) int { return int(a.at + a.delay - b.at - b.delay) })
	return all
}

func TestNoSampleIsSentWhileTwoAutopilotsDisagree(t *testing.T) {
	for _, by := range []time.Duration{-time.Hour, -time.Second, time.Second, time.Hour} {
		f := gpstime.NewFeed(0, 20*time.Millisecond)
		before, between, after := 0, 0, 0
		told := false
		for _, d := range both(60*time.Second, 100*time.Second, by) {
			_, ok := f.Take("", d.data, d.at+d.delay, zero.Add(d.at+d.delay+ahead))
			switch {
			case ok && d.at < 63*time.Second:
				before++
			case ok && d.at < 129*time.Second:
				between++
			case ok:
				after++
			}
			other, off, disagrees := f.Disagreement()
			if d.at > 70*time.Second && d.at < 100*time.Second {
				told = disagrees && other == flight.MakeSource(2, 1) && (off-by).Abs() < 100*time.Millisecond
				if !told || f.Ready() {
					t.Fatalf("%v at %v: %s is said to be off by %v (%v), ready %v", by, d.at, other, off, disagrees, f.Ready())
				}
			}
		}
		if !told || before < 15 || between > 0 || after < 40 || f.Resets != 0 {
			t.Errorf("%v: %d samples before, %d while they disagree, %d after; %d resets", by, before, between, after, f.Resets)
		}
	}
}

func TestAutopilotsThatAgreeAndOneThatWasAskedForSendSamples(t *testing.T) {
	for _, c := range []struct {
		source flight.Source
		by     time.Duration
	}{{0, 0}, {0, 50 * time.Millisecond}, {vehicle, time.Hour}} {
		f := gpstime.NewFeed(c.source, 20*time.Millisecond)
		if samples := hear(f, both(0, 180*time.Second, c.by)); len(samples) < 130 || f.Source != vehicle {
			t.Errorf("%v apart: %d samples of %s", c.by, len(samples), f.Source)
		}
		if other, by, disagrees := f.Disagreement(); disagrees {
			t.Errorf("%v apart: %s is said to be off by %v", c.by, other, by)
		}
	}
}

func TestAnotherAutopilotTakesOverFromOneThatFellSilent(t *testing.T) {
	other := flight.MakeSource(2, 1)
	for _, c := range []struct {
		silent time.Duration
		source flight.Source
		want   flight.Source
	}{{25 * time.Second, 0, vehicle}, {35 * time.Second, 0, other}, {35 * time.Second, vehicle, vehicle}} {
		f := gpstime.NewFeed(c.source, 20*time.Millisecond)
		all := dated(0, 60*time.Second, right)
		for _, d := range dated(0, 60*time.Second+c.silent, right) {
			if d.at > 30*time.Second {
				d.data = systemTime(other, right(d.at).Add(time.Second), d.at)
				all = append(all, d)
			}
		}
		all = append(all, dated(60*time.Second+c.silent, 110*time.Second, right)...)
		slices.SortStableFunc(all, func(a, b sent) int { return int(a.at + a.delay - b.at - b.delay) })
		hear(f, all)
		if f.Source != c.want {
			t.Errorf("%v of silence: goes by %s, want %s", c.silent, f.Source, c.want)
		}
	}
}
