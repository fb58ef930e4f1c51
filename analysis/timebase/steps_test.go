package timebase_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

// heard is two minutes of sources, each with its time since power-up, of which the
// first may tell the date, and answer.
func heard(dates, answers bool, sources ...flight.Source) *recording {
	var r recording
	for i, source0 := range sources {
		boot := int64(40+860*i) * s
		r.fly(0, 60*s, source0, remote{boot, 0}, source(6))
		r.fly(60*s, 120*s, source0, remote{boot, 0}, source(7))
	}
	for at := int64(0); at < 120*s; at += s {
		if dates {
			r.add(start+at+6*ms, sources[0], "SYSTEM_TIME", fields{"time_unix_usec": (start + at) / 1000, "time_boot_ms": (40*s + at) / ms})
		}
		if answers {
			r.ask(at+s/2, station, sources[0], unixAt, remote{40 * s, 0}.at, at%(7*ms))
		}
	}
	return &r
}

// setStation sets the clock of the station at 60 s.
func (r *recording) setStation(by int64) *recording {
	r.sorted()
	for i := range r.messages {
		if r.messages[i].at-start >= 60*s+5*ms {
			r.messages[i].at += by
		}
	}
	return r
}

// slowDown lets what vehicles send from 60 s on take longer.
func (r *recording) slowDown(by int64) *recording {
	for i := range r.messages {
		if m := &r.messages[i]; m.at-start >= 60*s+5*ms && m.source != station {
			m.at += by
		}
	}
	return r
}

const orLonger = " Or every frame took that much longer from then on."

func TestAStepOfAllSourcesIsThatOfTheStation(t *testing.T) {
	for _, c := range []struct {
		name       string
		log        *timebase.Result
		text, hint string
	}{
		{"forward, and answers take no longer", heard(false, true, vehicle, camera).setStation(700 * ms).tlog(t), "set forward by 0.7", ""},
		{"forward, without answers", heard(false, false, vehicle, camera).setStation(700 * ms).tlog(t), "set forward by 0.7", orLonger},
		{"a slower link looks the same", heard(false, false, vehicle, camera).slowDown(700 * ms).tlog(t), "set forward by 0.7", orLonger},
		{"back", heard(false, false, vehicle, camera).setStation(-700 * ms).asListed(t), "set back by 0.7", ""},
		{"back, by its own stamps", heard(false, false, vehicle).setStation(-700 * ms).asListed(t), "set back by 0.7", ""},
		{"by more than any link", heard(true, false, vehicle).setStation(100 * s).tlog(t), "set forward by 100.0", ""},
	} {
		f := findingOf(t, c.log, flight.ClockStepped)
		if f.Source != "" || !strings.HasPrefix(f.Text, "The clock of the ground station was "+c.text) ||
			strings.Contains(f.Text, "±0.000") || !strings.HasSuffix(f.Text, "of it)."+c.hint) {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

// Without answers a link that became faster looks as if clocks were set: the stamps
// of the station rise.
func TestAFasterLinkIsNotTakenForASetBackOfTheStation(t *testing.T) {
	later := func(r *recording) *timebase.Result {
		for i := range r.messages {
			r.messages[i].at += 750 * ms
		}
		return r.slowDown(-700 * ms).tlog(t)
	}
	f := findingOf(t, later(heard(false, false, vehicle)), flight.ClockStepped)
	if f.Source != "1:1" || !strings.HasPrefix(f.Text, "1:1 stepped by +0.7") || !strings.HasSuffix(f.Text, " Or its frames took that much less long from then on. Or the clock of the station was set by as much.") {
		t.Errorf("%+v", f)
	}
	f = findingOf(t, later(heard(false, false, vehicle, camera)), flight.ClockStepped)
	if f.Source != "" || !strings.HasSuffix(f.Text, " Or every frame took that much less long from then on.") {
		t.Errorf("%+v", f)
	}
}

func TestClocksOfOneSourceThatStepAlikeAreThatOfTheSource(t *testing.T) {
	for _, answers := range []bool{false, true} {
		hint := " Or its frames took that much longer from then on."
		if answers {
			hint = ""
		}
		f := findingOf(t, heard(true, answers, vehicle).setStation(700*ms).tlog(t), flight.ClockStepped)
		if f.Source != "1:1" || !strings.HasPrefix(f.Text, "1:1 stepped by -0.7") || !strings.Contains(f.Text, " against the station, and so did its date (±0.0") ||
			!strings.HasSuffix(f.Text, "of it)."+hint+" Or the clock of the station was set by as much.") {
			t.Errorf("%+v", f)
		}
	}
}

func TestALinkThatBecomesSlowerIsNoStepOfAClock(t *testing.T) {
	for name, by := range map[string]int64{"slower": 300 * ms, "faster": -300 * ms} {
		r := heard(true, true, vehicle, camera)
		if by < 0 {
			for i := range r.messages {
				if r.messages[i].source != station {
					r.messages[i].at += 350 * ms
				}
			}
		}
		found := r.slowDown(by).tlog(t)
		for _, f := range found.Findings {
			if f.Kind == flight.ClockStepped { // nor of the camera, which does not answer
				t.Errorf("%s: %+v", name, f)
			}
		}
		c := clockOf(t, found, vehicle, timebase.Envelope, timebase.Boot)
		if len(c.Changes) != 1 || !c.Changes[0].Delay || !strings.Contains(c.Sentence(), "; how long its frames took changed for good once.") {
			t.Errorf("%s: %+v, %s", name, c.Changes, c.Sentence())
		}
	}
}

// What a vehicle asks a part of itself takes no longer over a slower link.
func TestAnswersToTheVehicleTellNothingOfTheLink(t *testing.T) {
	r := heard(false, false, vehicle, camera)
	for at := int64(0); at < 120*s; at += s {
		r.ask(at+s/2, camera, vehicle, unixAt, remote{40 * s, 0}.at, 0)
	}
	f := findingOf(t, r.slowDown(700*ms).tlog(t), flight.ClockStepped)
	if (f.Time-60*time.Second).Abs() > 2*time.Second || !strings.HasSuffix(f.Text, orLonger) {
		t.Errorf("%+v", f)
	}
}
