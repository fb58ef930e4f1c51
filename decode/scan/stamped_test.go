package scan_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
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

func TestStampsAreReadAlikeWhateverTheParts(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 13))
		odd := seed%2 == 1
		wire := stampedWire(random, odd)
		read := func(base uint64, cuts []int64) ([]time.Duration, scan.Stamps) {
			l := &flight.Log{Data: wire, Records: flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: int64(len(wire))}}
			stamps, err := scan.StampedInParts(l, scan.Clock{Unit: time.Microsecond, Base: base}, cuts)
			if err != nil {
				t.Fatal(err)
			}
			return l.Frames.Time, stamps
		}
		base := binary.BigEndian.Uint64(wire)
		times, _ := read(base, nil)
		for range 5 {
			cuts := []int64{random.Int64N(int64(len(wire))), random.Int64N(int64(len(wire)))}
			slices.Sort(cuts)
			got, stamps := read(base, cuts)
			if !slices.Equal(got, times) {
				t.Fatalf("seed %d, cut at %v: got %v, want %v", seed, cuts, got, times)
			}
			if !odd && !stamps.Even {
				t.Errorf("seed %d, cut at %v: even stamps were not taken for such", seed, cuts)
			}
			if stamps.Even && !rising(got) {
				t.Errorf("seed %d, cut at %v: taken for even: %v", seed, cuts, got)
			}
		}
	}
}

func rising(times []time.Duration) bool {
	for i := 1; i < len(times); i++ {
		if times[i] < times[i-1] || times[i]-times[i-1] > 10*time.Second {
			return false
		}
	}
	return times[0] == 0
}

func TestStampsThatNoDateCanHoldKeepTheirDifferences(t *testing.T) {
	for _, base := range []uint64{0, startMicros, 1 << 63, 1<<64 - 1} {
		for _, unit := range []time.Duration{time.Nanosecond, time.Microsecond} {
			c := scan.Clock{Unit: unit, Base: base}
			for _, by := range []uint64{0, 1, 123_456, 1 << 63, 1<<63 + 5, 1<<64 - 7} {
				got := c.Read(binary.BigEndian.AppendUint64(nil, base+by))
				want := time.Duration(by) * unit
				if by == 1<<63 || by == 1<<63+5 {
					want = math.MaxInt64
				}
				if got != want {
					t.Errorf("%d behind %d in %v: %v, want %v", by, base, unit, got, want)
				}
			}
		}
	}
}
