package scan_test

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/scan"
)

const startMicros = 1_700_000_000_000_000

// stampedWire is frames behind stamps that go on evenly, or, where odd, now and
// then do not.
func stampedWire(random *rand.Rand, odd bool) (wire []byte) {
	now := uint64(startMicros)
	for i := range 60 {
		now += random.Uint64N(3000)
		stamp := now
		if odd {
			switch random.IntN(40) {
			case 0:
				stamp -= 10_000
			case 1:
				stamp = random.Uint64()
			case 2:
				now += 36 * 3600 * 1e6
			case 3:
				wire = append(wire, anyFrame(random, 200)...)
			}
		}
		wire = binary.BigEndian.AppendUint64(wire, stamp)
		wire = append(wire, heartbeat(uint8(i))...)
	}
	return wire
}

func TestStampsAreBelievedAlikeWhateverThePartsAndTheFirstSeemsToBe(t *testing.T) {
	const first = startMicros * time.Microsecond
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 13))
		odd := seed%2 == 1
		wire := stampedWire(random, odd)
		read := func(first time.Duration, cuts []int64) ([]time.Duration, scan.Doubts, time.Duration) {
			l := &flight.Log{Data: wire, Records: flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: int64(len(wire))}}
			doubts, err := scan.StampedInParts(l, first, cuts)
			if err != nil {
				t.Fatal(err)
			}
			base := doubts.Base
			for i := range l.Frames.Time {
				l.Frames.Time[i] += base
			}
			doubts.Base = 0
			return l.Frames.Time, doubts, base
		}
		times, doubts, base := read(0, nil)
		if base != 0 {
			t.Fatalf("seed %d: %v taken off", seed, base)
		}
		for range 5 {
			cuts := []int64{random.Int64N(int64(len(wire))), random.Int64N(int64(len(wire)))}
			slices.Sort(cuts)
			thought := []time.Duration{times[0], times[0], first, first + time.Hour}[random.IntN(4)]
			gotTimes, got, base := read(thought, cuts)
			if !reflect.DeepEqual(got, doubts) || !slices.Equal(gotTimes, times) {
				t.Fatalf("seed %d, cut at %v, %v for the first: got %+v, want %+v", seed, cuts, thought, got, doubts)
			}
			if !odd && thought == times[0] && base != times[0] {
				t.Errorf("seed %d, cut at %v: even stamps were gone through one by one", seed, cuts)
			}
		}
	}
}
