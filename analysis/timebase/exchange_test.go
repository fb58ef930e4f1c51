package timebase_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

// ask adds a question that is answered: each way takes 3 ms, more by late.
func (r *recording) ask(at int64, from, to flight.Source, own, answer func(int64) int64, late int64) {
	stamp := own(at)
	r.add(start+at, from, "TIMESYNC", fields{"ts1": stamp})
	r.add(start+at+6*ms+late, to, "TIMESYNC", fields{"tc1": answer(at + 3*ms), "ts1": stamp})
}

func unixAt(at int64) int64  { return start + at }
func aheadBy(at int64) int64 { return start + at + 250*ms }

func TestQuestionsAreJoinedToTheirAnswersWhoeverAsks(t *testing.T) {
	boot := remote{40 * s, 30}.at
	var r recording
	for at := int64(0); at < 60*s; at += s {
		late := int64(0)
		if at%(5*s) == 0 {
			late = 80 * ms // waited in a queue: does not count
		}
		r.ask(at, station, vehicle, unixAt, boot, late)
		r.ask(at+s/2, vehicle, camera, boot, aheadBy, 0)
	}
	found := r.tlog(t)
	c := clockOf(t, found, vehicle, timebase.Timesync, timebase.Boot)
	want := boot(c.At-start) - c.At
	if off := c.Offset() - want; c.Pairs != 48 || off < -ms/10 || off > ms/10 || c.MinTrip != 6*time.Millisecond {
		t.Errorf("vehicle: %d pairs, wrong by %d ns, fastest %v", c.Pairs, off, c.MinTrip)
	}
	if skew := c.SkewPPM(); skew < 29 || skew > 31 {
		t.Errorf("vehicle: skew %.2f ppm", skew)
	}
	c = clockOf(t, found, camera, timebase.Timesync, timebase.UTC)
	if off := c.Offset() - 250*ms; c.Pairs != 60 || off < -ms/10 || off > ms/10 {
		t.Errorf("camera: %d pairs, wrong by %d ns", c.Pairs, off)
	}
}

func TestAnAnswerBeforeItsQuestionIsAFinding(t *testing.T) {
	for _, c := range []struct {
		by       int64
		severity flight.Severity
		text     string
	}{
		{30_000, flight.Info, "5 answers of 1:1 stand before the TIMESYNC of 255:190 that asked, by 0.030 ms at most"},
		{20 * ms, flight.Warning, "5 answers of 1:1 stand before the TIMESYNC of 255:190 that asked, by 20.000 ms at most"},
	} {
		var r recording
		for i := range int64(5) {
			at := i * s
			r.add(start+at, vehicle, "TIMESYNC", fields{"tc1": 40*s + at, "ts1": start + at})
			r.add(start+at+c.by, station, "TIMESYNC", fields{"ts1": start + at})
		}
		found := r.asListed(t)
		f := findingOf(t, found, flight.Causality)
		if f.Severity != c.severity || f.Source != "1:1" || !strings.HasPrefix(f.Text, c.text) || f.Span.Offset != 8 {
			t.Errorf("%+v", f)
		}
		if len(found.Clocks) > 0 {
			t.Errorf("a clock rests on them: %+v", found.Clocks)
		}
	}
}

func TestAnswersWithoutTheirQuestionsGoByTheStampTheyBear(t *testing.T) {
	var r recording
	for at := int64(0); at < 20*s; at += s {
		r.add(start+at+6*ms, vehicle, "TIMESYNC", fields{"tc1": 40*s + at + 3*ms, "ts1": start + at})
	}
	c := clockOf(t, r.tlog(t), vehicle, timebase.Timesync, timebase.Boot)
	if off := c.Offset() - (40*s - start); c.Pairs != 20 || off < -ms/10 || off > ms/10 {
		t.Errorf("%d pairs, wrong by %d", c.Pairs, off)
	}
}

func TestTheFourStampsOfNavLinkAreAnExchange(t *testing.T) {
	const uptime = 31_000 * s
	var r recording
	for at := int64(0); at < 60*s; at += s {
		asked, waited := uptime+at-12*ms, 2*ms
		heard := 40*s + at - 12*ms + 5*ms
		r.add(start+at, vehicle, "TIME_SYNC", fields{
			"role": 1, "t1_gcs_tx": asked / ms, "t2_fc_rx": heard / ms, "t3_fc_tx": (heard + waited) / ms,
		})
	}
	c := clockOf(t, r.vrec(t, uptime), vehicle, timebase.Timesync, timebase.Boot)
	if off := c.Offset() - (40*s - start); c.Pairs != 60 || off < -ms || off > ms || c.MinTrip != 10*time.Millisecond {
		t.Errorf("%d pairs, wrong by %d ns, fastest %v", c.Pairs, off, c.MinTrip)
	}
}
