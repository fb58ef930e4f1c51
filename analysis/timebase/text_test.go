package timebase_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

// dated is the date of a source, off the station's by offset; sigma is -1 where
// nobody knows.
func dated(offset, sigma time.Duration) *timebase.Clock {
	c := &timebase.Clock{
		Source: flight.MakeSource(1, 1), Kind: timebase.GPS, Remote: timebase.UTC,
		Against: "the station", HostUnix: true, Pairs: 9,
	}
	c.Line.Offset, c.Sigma = int64(offset), int64(sigma)
	return c
}

func TestAnOffsetIsToldAsFarAsItIsKnown(t *testing.T) {
	const day = 24 * time.Hour
	for _, c := range []struct {
		offset, sigma time.Duration
		want          string
	}{
		{3 * time.Second, 10 * time.Millisecond, "The date of 1:1 is 3.00 s ahead of the station's (±0.01 s)."},
		{-3 * time.Second, 10 * time.Millisecond, "The date of 1:1 is 3.00 s behind the station's (±0.01 s)."},
		{3198 * time.Millisecond, time.Millisecond, "The date of 1:1 is 3.20 s ahead of the station's."},
		{2918 * time.Millisecond, 938 * time.Millisecond, "The date of 1:1 is 2.9 s ahead of the station's (±0.9 s)."},
		{-15433 * time.Millisecond, 970 * time.Millisecond, "The date of 1:1 is 15.4 s behind the station's (±1.0 s)."},
		{-911 * time.Millisecond, 8 * time.Millisecond, "The date of 1:1 is 911 ms behind the station's (±8 ms)."},
		{-2184 * time.Millisecond, -1, "The date of 1:1 is about 2.2 s behind the station's."},
		{7*time.Hour - 2*time.Millisecond, time.Millisecond, "The date of 1:1 is 7 h 0 min ahead of the station's."},
		{-125 * time.Second, time.Millisecond, "The date of 1:1 is 2 min 5 s behind the station's."},
		{7 * time.Hour, 40 * time.Second, "The date of 1:1 is 7 h 0 min ahead of the station's (±40 s)."},
		{-1024 * 7 * day, time.Millisecond, "The date of 1:1 is 7168 days behind the station's."},
		{10 * time.Millisecond, 100 * time.Millisecond, "The date of 1:1 is within 210 ms of the station's."},
		{292 * time.Second, 153 * time.Second, "is not known."},
	} {
		if got := dated(c.offset, c.sigma).Sentence(); !strings.HasSuffix(got, c.want) {
			t.Errorf("%v ± %v: %q, want %q", c.offset, c.sigma, got, c.want)
		}
	}
}

func TestADateIsOffWhereAPersonWouldAct(t *testing.T) {
	for _, c := range []struct {
		offset, sigma time.Duration
		want          bool
	}{
		{7 * time.Hour, time.Millisecond, true},
		{-15 * time.Second, 10 * time.Millisecond, true},
		{1050 * time.Millisecond, 2 * time.Millisecond, true},
		{-2918 * time.Millisecond, 938 * time.Millisecond, true},
		{7 * time.Hour, 40 * time.Second, true},
		{-2 * time.Second, -1, true},
		{950 * time.Millisecond, time.Millisecond, false},
		{2680 * time.Millisecond, 2850 * time.Millisecond, false},
		{292 * time.Second, 153 * time.Second, false},
	} {
		d := dated(c.offset, c.sigma)
		if d.DateIsOff() != c.want {
			t.Errorf("%v ± %v: off %v", c.offset, c.sigma, !c.want)
		}
		boot, relative := *d, *d
		boot.Remote, relative.HostUnix = timebase.Boot, false
		if boot.DateIsOff() || relative.DateIsOff() {
			t.Errorf("%v: a clock that tells no date, or is held against none, is off", c.offset)
		}
	}
}

func TestWhenASourcePoweredUpIsToldNoFinerThanItIsKnown(t *testing.T) {
	at := time.Date(2014, 1, 6, 6, 18, 50, 983_000_000, time.UTC)
	for _, c := range []struct {
		sigma time.Duration
		want  string
	}{
		{306 * time.Millisecond, "06:18:51.0 UTC (±0.3 s)."},
		{4 * time.Millisecond, "06:18:50.983 UTC (±0.004 s)."},
		{200 * time.Microsecond, "06:18:50.983 UTC."},
		{3800 * time.Millisecond, "06:18:51 UTC (±4 s)."},
		{-1, "06:18:51 UTC."},
	} {
		k := dated(time.Duration(at.UnixNano()), c.sigma)
		k.HostUnix, k.PowerUp = false, at.UnixNano()
		if got, want := k.Sentence(), "By its date, 1:1 powered up at 2014-01-06 "+c.want; got != want {
			t.Errorf("%v: %q, want %q", c.sigma, got, want)
		}
	}
}

func TestALineSaysHowWellARateIsKnownAndHowLongAnswersTook(t *testing.T) {
	var r recording
	r.fly(0, 300*s, vehicle, remote{40 * s, 25}, source(1))
	for at := int64(0); at < 300*s; at += 10 * s {
		r.ask(at, station, vehicle, unixAt, remote{40 * s, 25}.at, 0)
	}
	found := r.tlog(t)
	c := clockOf(t, found, vehicle, timebase.Envelope, timebase.Boot)
	got := found.Line(c)
	if !strings.Contains(got, " ± ") || !strings.Contains(got, " ppm fast against the station; 9 in 10 of its frames took ") ||
		!strings.HasSuffix(got, "; a round trip took at least 6.0 ms.") {
		t.Error(got)
	}
	if strings.Contains(c.Sentence(), "±") || math.IsNaN(c.SkewSigma) {
		t.Errorf("%q stands beside what says how well", c.Sentence())
	}
}

func TestKeepingPaceIsBoundByTheSkewAndItsSigma(t *testing.T) {
	for _, c := range []struct {
		skew, sigma float64 // ppm
		want        string
	}{
		{2, 2.1, "within 4.1 ppm"},
		{-2, 2.1, "within 4.1 ppm"},
		{0.01, 0.01, "within 0.1 ppm"},
		{0, 0.3, "within 0.3 ppm"},
		{0.2, 0.24, "within 0.5 ppm"}, // rounded up: it is a bound
		{-60, 90, "within 150.0 ppm"},
	} {
		k := dated(0, -1)
		k.Remote, k.Kind, k.Ready, k.Skew, k.SkewSigma = timebase.Boot, timebase.Envelope, true, c.skew/1e6, c.sigma
		if got := k.Sentence(); !strings.HasPrefix(got, "1:1 keeps pace with the station, "+c.want+";") {
			t.Errorf("%v ± %v ppm: %q, want %q", c.skew, c.sigma, got, c.want)
		}
	}
}
