package sim_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"

	"postflight/replay/sim"
)

func TestASlowReaderFindsExactlyWhatWasPutIntoATelemetryLog(t *testing.T) {
	var flown *sim.Flight
	for seed := range uint64(manySeeds()) {
		if seed%10 == 0 {
			flown = sim.Fly(short(seed))
		}
		faults := short(seed).Faults
		if seed%5 == 4 {
			faults = harsh
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			file, truth := flown.Relinked(seed, faults).TLog()
			found := readTLog(t, file)
			compareCounts(t, truth, found.truth)
			compareJunk(t, truth.Junk, found.truth.Junk)
			compareEstimates(t, truth.Estimates, found.estimates(sim.MAVLink))
			if found.unstamped != truth.Unstamped || !slices.Equal(found.garbage, truth.GarbageStamps) || len(found.garbage) != faults.GarbageStamps {
				t.Errorf("%d frames without stamp, garbage at %v; want %d, %v", found.unstamped, found.garbage, truth.Unstamped, truth.GarbageStamps)
			}
			if steps := truth.CaptureSteps; len(steps) != 2 || len(found.splits) != 1 || steps[0] != [2]float64{float64(found.splits[0]) / 1e6, -3} {
				t.Errorf("splits at %v, want %v", found.splits, steps)
			}
			if tiles := found.stampBytes + found.goodBytes + found.failedBytes + found.junkBytes; tiles != len(file) {
				t.Errorf("%d of %d bytes belong to something", tiles, len(file))
			}
		})
	}
}

func TestATelemetryLogHoldsBothDirections(t *testing.T) {
	f := cleanFlight()
	file, truth := f.TLog()
	kinds := map[string]int{}
	for _, fr := range readTLog(t, file).frames {
		kinds[fmt.Sprintf("%s %x %T", fr.source, fr.bytes[0], decodeMAV(t, fr))]++
	}
	for kind, least := range map[string]int{
		"1:1 fd *minimal.MessageHeartbeat": 50, "1:100 fd *minimal.MessageHeartbeat": 50,
		"51:68 fe *common.MessageRadioStatus": 0, "255:190 fd *minimal.MessageHeartbeat": 50,
		"255:190 fd *common.MessageTimesync": 50, "1:1 fd *common.MessageTimesync": 50,
		"255:190 fd *common.MessageParamRequestList": 1, "255:190 fd *common.MessageParamSet": 1,
		"1:1 fd *common.MessageParamValue": 33, "1:1 fd *common.MessageGpsRawInt": 250,
	} {
		if kinds[kind] < least {
			t.Errorf("%d frames of %s: %v", kinds[kind], kind, kinds)
		}
	}
	if got := slices.Sorted(maps.Keys(truth.Sources)); !slices.Equal(got, []string{"1:1", "1:100", "255:190", "51:68"}) {
		t.Errorf("sources %v", got)
	}
	for id, s := range truth.Sources {
		if s != (sim.SourceTruth{Sent: s.Sent}) {
			t.Errorf("source %s: %+v", id, s)
		}
	}
}

// Each reply to a TIMESYNC request lies between request and reply on the host's
// clock, which started with the boot clock.
func TestTimeSyncRepliesCarryTheVehiclesClock(t *testing.T) {
	file, _ := cleanFlight().TLog()
	r := readTLog(t, file)
	asked := map[int64]int64{}
	least, most := math.Inf(1), math.Inf(-1)
	for i, fr := range r.frames {
		m, ok := decodeMAV(t, fr).(*all.MessageTimesync)
		switch {
		case !ok:
		case fr.source == "255:190":
			asked[m.Ts1] = r.stamps[i]
			if m.Tc1 != 0 || m.Ts1 != r.stamps[i]*1000 {
				t.Fatalf("request %+v at %d us", m, r.stamps[i])
			}
		default:
			sent, known := asked[m.Ts1]
			if !known || m.TargetSystem != 255 || m.TargetComponent != 190 || sent >= r.stamps[i] {
				t.Fatalf("reply %+v", m)
			}
			boot := m.Tc1 / 1000
			least = min(least, float64(r.stamps[i]-boot))
			most = max(most, float64(sent-boot))
		}
	}
	if len(asked) < 50 || most > least {
		t.Errorf("%d requests; boot clock began between %v and %v us", len(asked), most, least)
	}
}

func TestSystemTimeIsTheTrueTimeWhateverTheStationsClockDoes(t *testing.T) {
	f := shortFlight()
	file, truth := f.TLog()
	r := readTLog(t, file)
	start, err := time.Parse(time.RFC3339Nano, truth.Start)
	if err != nil || start.UnixMicro() != r.stamps[0] {
		t.Fatalf("starts at %s, first stamp %d: %v", truth.Start, r.stamps[0], err)
	}
	known, unknown, fell := 0, 0, firstFall(r)
	for i, fr := range r.frames {
		m, ok := decodeMAV(t, fr).(*all.MessageSystemTime)
		if !ok || r.stamps[i] == 0 {
			continue
		}
		if m.TimeUnixUsec == 0 {
			unknown++
			continue
		}
		known++
		late := r.stamps[i] - int64(m.TimeUnixUsec)
		if fr.stretch > 0 {
			late += 3e6
		}
		if i >= fell {
			late += 1.2e6
		}
		if late < 0 || late > 1e6 {
			t.Fatalf("frame %d at %d us of log time: %d us late", i, fr.at, late)
		}
	}
	if known < 30 || unknown < 5 {
		t.Errorf("%d with a date, %d without", known, unknown)
	}
}

// firstFall is the first frame behind a step back that splits nothing.
func firstFall(r tlogReading) int {
	for i := 1; i < len(r.stamps); i++ {
		if fall := r.stamps[i-1] - r.stamps[i]; r.stamps[i] != 0 && fall > 1e6 && fall < 2e6 {
			return i
		}
	}
	return len(r.stamps)
}

func TestParametersAreListedAndEchoedInTheChannelsSequence(t *testing.T) {
	file, _ := cleanFlight().TLog()
	var listed []string
	echo := float32(0)
	text := ""
	for _, fr := range readTLog(t, file).frames {
		switch m := decodeMAV(t, fr).(type) {
		case *all.MessageParamValue:
			if m.ParamIndex == 65535 {
				echo = m.ParamValue
				continue
			}
			if int(m.ParamIndex) != len(listed) {
				t.Fatalf("parameter %d follows %d", m.ParamIndex, len(listed)-1)
			}
			listed = append(listed, m.ParamId)
			if m.ParamCount != 32 && int(m.ParamCount) < len(listed) {
				t.Fatalf("%+v", m)
			}
		case *all.MessageStatustext:
			if m.Id > 0 {
				text += m.Text
			}
		}
	}
	if len(listed) < 30 || !slices.IsSorted(listed) || echo != 320 {
		t.Errorf("%d parameters, echo of %v", len(listed), echo)
	}
	if want := "ChibiOS: 6a85082c, CubeOrange 0034003A 33315104 32373534, IOMCU 2.0"; text != want {
		t.Errorf("joined chunks: %q", text)
	}
}

func TestOnlyClockStepsThatCanBeToldApartHappen(t *testing.T) {
	step := func(at, by float64) sim.ClockStep {
		return sim.ClockStep{At: time.Duration(at * 1e9), By: time.Duration(by * 1e9)}
	}
	c := sim.Config{
		Seed: 1, Length: time.Minute, Reboots: []time.Duration{30 * time.Second},
		ClockSteps: []sim.ClockStep{step(50, 5), step(3, -3), step(20, -2.1), step(22, -60), step(24, -3), step(33, -3), step(58, -3)},
	}
	f := sim.Fly(c)
	file, truth := f.TLog()
	if len(truth.CaptureSteps) != 2 || truth.CaptureSteps[0][1] != -60 || truth.CaptureSteps[1][1] != 5 {
		t.Fatalf("steps %v", truth.CaptureSteps)
	}
	if r := readTLog(t, file); len(r.splits) != 1 || math.Abs(truth.CaptureSteps[1][0]-truth.CaptureSteps[0][0]-33) > 0.2 {
		t.Errorf("steps %v, splits %v", truth.CaptureSteps, r.splits)
	}
}

func TestTheSameConfigGivesTheSameTelemetryLog(t *testing.T) {
	f := shortFlight()
	a, _ := f.TLog()
	b, _ := f.TLog()
	if !bytes.Equal(a, b) {
		t.Error("two differ")
	}
}
