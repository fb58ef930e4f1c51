package sim_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"

	"postflight/replay/sim"
)

var wires = map[string]sim.Wire{"NavLink": sim.NavLink, "MAVLink": sim.MAVLink}

// short is a demo flight of a minute, so that many fit into a test.
func short(seed uint64) sim.Config {
	c := sim.DemoConfig(seed)
	c.Length = time.Minute
	c.Reboots = []time.Duration{32 * time.Second}
	c.Faults.DamagedLengths = 2
	c.ClockSteps = []sim.ClockStep{{At: 20 * time.Second, By: -3 * time.Second}, {At: 45 * time.Second, By: -1200 * time.Millisecond}}
	return c
}

// Flying takes the time of these tests, so those that ask nothing special of a
// flight share one.
var (
	shortFlight = sync.OnceValue(func() *sim.Flight { return sim.Fly(short(7)) })
	demoFlight  = sync.OnceValue(func() *sim.Flight { return sim.Fly(sim.DemoConfig(1)) })
	cleanFlight = sync.OnceValue(func() *sim.Flight { return sim.Fly(sim.Config{Seed: 5, Length: time.Minute}) })
)

var harsh = sim.Faults{
	Loss: 0.1, BurstLoss: 0.01, FlippedBits: 0.1, DamagedHeader: 0.1, Junk: 0.05, ConsoleText: 0.05,
	Duplicate: 0.1, Late: 0.1, DamagedLengths: 3,
	MissingStamps: 0.05, SharedStamps: 0.05, GarbageStamps: 3,
}

func TestASlowReaderFindsExactlyWhatWasPutIn(t *testing.T) {
	var flown *sim.Flight
	for seed := range uint64(manySeeds()) {
		if seed%10 == 0 {
			flown = sim.Fly(short(seed))
		}
		faults := short(seed).Faults
		if seed%5 == 4 {
			faults = harsh
		}
		f := flown.Relinked(seed, faults)
		for name, w := range wires {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				file, truth := f.VREC(w)
				found := readVREC(t, file)
				compareCounts(t, truth, found.truth)
				compareJunk(t, truth.Junk, found.truth.Junk)
				compareEstimates(t, truth.Estimates, found.estimates(w))
				if n := faults.DamagedLengths; len(truth.DamagedLength) != n {
					t.Errorf("%d damaged lengths, want %d", len(truth.DamagedLength), n)
				}
				if truth.Records != len(found.times) {
					t.Errorf("%d records, found %d", truth.Records, len(found.times))
				}
				tiles := 20 + found.headerBytes + found.goodBytes + found.failedBytes + found.junkBytes
				if tiles != len(file) {
					t.Errorf("%d of %d bytes belong to something", tiles, len(file))
				}
			})
		}
	}
}

func compareCounts(t *testing.T, truth, found sim.FileTruth) {
	t.Helper()
	sources := maps.Clone(truth.Sources)
	for id, s := range sources {
		s.Sent = found.Sources[id].Sent // no reader can know it
		sources[id] = s
	}
	if !maps.Equal(sources, found.Sources) {
		t.Errorf("sources %v, found %v", sources, found.Sources)
	}
	if truth.Frames != found.Frames {
		t.Errorf("%d frames, found %d", truth.Frames, found.Frames)
	}
	if !slices.Equal(truth.Reboots, found.Reboots) || len(truth.Reboots) != 1 {
		t.Errorf("reboots at %v, found at %v", truth.Reboots, found.Reboots)
	}
}

func compareJunk(t *testing.T, truth, found [][2]int) {
	t.Helper()
	if !slices.Equal(truth, found) {
		t.Errorf("%d junk runs, found %d, the first that differs is number %d",
			len(truth), len(found), firstDifference(truth, found))
	}
}

func firstDifference(a, b [][2]int) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

func compareEstimates(t *testing.T, truth, found []sim.Estimate) {
	t.Helper()
	same := func(a, b sim.Estimate) bool {
		a.Late, a.Duplicate = false, false
		return a == b
	}
	if !slices.EqualFunc(truth, found, same) || len(truth) < 300 {
		t.Errorf("%d estimates delivered, found %d, or they differ", len(truth), len(found))
	}
}

func TestTheSameConfigGivesTheSameBytes(t *testing.T) {
	a, b, other := sim.Fly(short(3)), sim.Fly(short(3)), sim.Fly(short(4))
	if !bytes.Equal(a.VGT1(), b.VGT1()) || bytes.Equal(a.VGT1(), other.VGT1()) {
		t.Error("the ground truth does not follow the seed alone")
	}
	for name, w := range wires {
		x, _ := a.VREC(w)
		again, _ := a.VREC(w)
		y, _ := b.VREC(w)
		z, _ := other.VREC(w)
		if !bytes.Equal(x, again) || !bytes.Equal(x, y) || bytes.Equal(x, z) {
			t.Errorf("the %s recording does not follow the seed alone", name)
		}
	}
}

func TestACleanLinkHasNothingToTell(t *testing.T) {
	f := cleanFlight()
	for name, w := range wires {
		_, truth := f.VREC(w)
		for id, s := range truth.Sources {
			if s != (sim.SourceTruth{Sent: s.Sent}) {
				t.Errorf("%s, source %s: %+v", name, id, s)
			}
		}
		if len(truth.Junk)+len(truth.Reboots)+len(truth.DamagedLength) != 0 {
			t.Errorf("%s: %v", name, truth)
		}
	}
}

func TestTheDemoShowsEveryFault(t *testing.T) {
	f := demoFlight()
	for name, w := range wires {
		file, truth := f.VREC(w)
		s := truth.Sources["1:1"]
		t.Logf("%s: %d bytes, %d records, %d frames, %+v, %d junk runs", name, len(file), truth.Records, truth.Frames, truth.Sources, len(truth.Junk))
		if s.Late == 0 || s.Duplicate == 0 || s.CRCFailed == 0 || s.Restarts != 1 || len(truth.DamagedLength) != 1 {
			t.Errorf("%s: %+v, damaged lengths %v", name, s, truth.DamagedLength)
		}
		if share := float64(s.Lost) / float64(s.Sent); share < 0.008 || share > 0.05 {
			t.Errorf("%s: %.1f %% lost", name, 100*share)
		}
		if !bytes.Contains(file, []byte("\r\n")) {
			t.Errorf("%s: no console text", name)
		}
		if longest := longestSilence(readVREC(t, file)); longest < 200*time.Millisecond {
			t.Errorf("%s: no loss burst, longest silence %v", name, longest)
		}
	}
}

func longestSilence(r reading) time.Duration {
	var longest time.Duration
	for i, f := range r.frames {
		if i > 0 && f.reboot == r.frames[i-1].reboot {
			longest = max(longest, time.Duration(f.at-r.frames[i-1].at)*time.Microsecond)
		}
	}
	return longest
}

func TestRecordsAreChunksNotFrames(t *testing.T) {
	f := shortFlight()
	for name, w := range wires {
		file, _ := f.VREC(w)
		r := readVREC(t, file)
		if r.spread < len(r.frames)/10 {
			t.Errorf("%s: only %d of %d frames span records", name, r.spread, len(r.frames))
		}
		shared := 0
		for i := range r.frames[1:] {
			if r.frames[i].at == r.frames[i+1].at {
				shared++
			}
		}
		if shared < len(r.frames)/20 {
			t.Errorf("%s: only %d of %d frames share a record with the one before", name, shared, len(r.frames))
		}
		if !slices.IsSorted(r.times) {
			t.Errorf("%s: time goes backwards", name)
		}
	}
}

func TestBothRecordingsBeginAtOneInstantWithAHeartbeat(t *testing.T) {
	f := shortFlight()
	nav, _ := f.VREC(sim.NavLink)
	mav, _ := f.VREC(sim.MAVLink)
	if !bytes.Equal(nav[:28], mav[:28]) {
		t.Errorf("% x\n% x", nav[:28], mav[:28])
	}
	if got := nav[:12]; !bytes.Equal(got, []byte("CERV\x01\x00\x00\x00\x01\x00\x00\x00")) {
		t.Errorf("header % x", got)
	}
	for _, file := range [][]byte{nav, mav} {
		n := binary.LittleEndian.Uint32(file[28:])
		if first, length, ok := readFrame(file[32 : 32+n]); !ok || first.id != 0 || length != int(n) {
			t.Errorf("first record % x", file[32:32+n])
		}
		if hours := time.Duration(binary.LittleEndian.Uint64(file[20:])) * time.Microsecond; hours < 8*time.Hour {
			t.Errorf("first record at %v of the engine", hours)
		}
	}
}

func TestNavLinkKeepsTheRatesOfARealFile(t *testing.T) {
	f := cleanFlight()
	file, _ := f.VREC(sim.NavLink)
	r := readVREC(t, file)
	count := map[uint32]float64{}
	for _, fr := range r.frames {
		count[fr.id]++
	}
	seconds := float64(r.times[len(r.times)-1]) / 1e6
	for id, want := range map[uint32]float64{
		1025: 23.4, 1030: 19.9, 1029: 17.5, 1026: 9.4, 1028: 9.2, 1035: 8.5, 0: 2.9, 1036: 2.8, 3: 2.7,
		2: 2.6, 1024: 1.4, 1034: 1.0, 1033: 0.8, 10: 0.2,
	} {
		if rate := count[id] / seconds; math.Abs(rate-want) > 0.1 {
			t.Errorf("message %d at %.2f Hz, want %.1f", id, rate, want)
		}
	}
}

func TestMAVLinkHasThreeSourcesAndAllFrameKinds(t *testing.T) {
	file, truth := shortFlight().VREC(sim.MAVLink)
	if got := slices.Sorted(maps.Keys(truth.Sources)); !slices.Equal(got, []string{"1:100", "1:1", "51:68"}) &&
		!slices.Equal(got, []string{"1:1", "1:100", "51:68"}) {
		t.Errorf("sources %v", got)
	}
	kinds := map[string]int{}
	for _, f := range readVREC(t, file).frames {
		kinds[fmt.Sprintf("%s %x", f.source, f.bytes[0])]++
		if f.bytes[0] == 0xFD && f.bytes[2] == 1 {
			kinds["signed"]++
		}
		if servo, ok := decodeMAV(t, f).(*all.MessageServoOutputRaw); ok && (servo.Servo1Raw < 1000 || servo.Servo1Raw > 2000) {
			t.Errorf("servo 1 at %d us", servo.Servo1Raw)
		}
	}
	for _, want := range []string{"1:1 fd", "1:100 fd", "51:68 fe", "signed"} {
		if kinds[want] < 30 {
			t.Errorf("%d frames of %s", kinds[want], want)
		}
	}
}

func TestARebootSilencesTheAutopilotAlone(t *testing.T) {
	file, truth := shortFlight().VREC(sim.MAVLink)
	from := int64(truth.Reboots[0]*1e6) - 1_150_000
	others := 0
	for _, f := range readVREC(t, file).frames {
		if f.at <= from || f.at >= from+1_150_000 {
			continue
		}
		if f.source == "1:1" {
			t.Errorf("1:1 speaks %d us into its reboot", f.at-from)
		}
		others++
	}
	if others == 0 {
		t.Error("radio and camera are silent too")
	}
	if s := truth.Sources; s["1:1"].Restarts != 1 || s["51:68"].Restarts != 0 || s["1:100"].Restarts != 0 {
		t.Errorf("restarts %v", s)
	}
}

func TestOnlyRebootsThatCanBeToldApartHappen(t *testing.T) {
	c := sim.Config{Seed: 1, Length: time.Minute, Reboots: []time.Duration{
		time.Second, 45 * time.Second, 22 * time.Second, 23 * time.Second, 59 * time.Second, -time.Second,
	}}
	_, truth := sim.Fly(c).VREC(sim.NavLink)
	if len(truth.Reboots) != 2 {
		t.Errorf("reboots at %v", truth.Reboots)
	}
}

// manySeeds is how many links a flight is sent over; reading slowly takes long.
func manySeeds() int {
	switch {
	case slow:
		return 5
	case testing.Short():
		return 10
	}
	return 50
}
