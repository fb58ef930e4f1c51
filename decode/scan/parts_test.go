package scan_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/scan"
	"postflight/decode/vrec"
)

// oddFrame is a frame as they come, or one of an unknown message, some of them
// signed, some with magics all through them.
func oddFrame(random *rand.Rand, seq uint8, mavlinkOnly bool) []byte {
	if random.IntN(3) > 0 {
		for {
			if f := anyFrame(random, seq); !mavlinkOnly || f[0] != flight.MagicNavLink {
				return f
			}
		}
	}
	f := build.Frame{Seq: seq, System: uint8(1 + random.IntN(3)), Component: 1, ID: 0x7F0000 + uint32(random.IntN(3)), Extra: 9}
	f.Payload = make([]byte, 1+random.IntN(40))
	for i := range f.Payload {
		f.Payload[i] = []byte{0xFD, 0xFE, 0, 1, uint8(random.Uint32())}[random.IntN(5)]
	}
	if random.IntN(4) == 0 {
		f.Signature = make([]byte, 13)
		f.Signature[random.IntN(13)] = 0xFD
	}
	return f.MAVLink2()
}

// spoil damages a wire in a few places: changes bytes, drops some, adds some.
func spoil(random *rand.Rand, wire []byte) []byte {
	for range random.IntN(8) {
		if len(wire) == 0 {
			return wire
		}
		from := random.IntN(len(wire))
		to := min(len(wire), from+1+random.IntN(50))
		switch random.IntN(4) {
		case 0:
			wire[from] ^= byte(1 + random.IntN(255))
		case 1:
			wire = slices.Delete(wire, from, to)
		case 2:
			junk := make([]byte, to-from)
			for i := range junk {
				junk[i] = []byte{0xFD, 0xFE, 0x56, 0, 9, uint8(random.Uint32())}[random.IntN(6)]
			}
			wire = slices.Insert(wire, from, junk...)
		case 3: // a part of a frame again, which begins as one does
			wire = slices.Insert(wire, from, slices.Clone(wire[from:to])...)
		}
	}
	return wire
}

func TestALogScannedInPartsEqualsItInOne(t *testing.T) {
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 11))
		var wire []byte
		for i := range 60 {
			wire = append(wire, oddFrame(random, uint8(i), false)...)
		}
		l, err := vrec.Open(t.Context(), "", spread(random, spoil(random, wire)).Bytes(), nil)
		if err != nil {
			t.Fatal(err)
		}
		compareParts(t, seed, random, 0, func() *flight.Log { return &flight.Log{Data: l.Data, Records: l.Records} })
	}
}

func TestAStampedLogScannedInPartsEqualsItInOne(t *testing.T) {
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 12))
		var wire []byte
		for i := range 60 {
			if random.IntN(8) > 0 {
				stamp := uint64(1_700_000_000_000_000 + i*1000)
				if random.IntN(8) == 0 { // magics inside the stamp
					stamp = 0xFD_09_00_00_FE_09_00_FD
				}
				wire = binary.BigEndian.AppendUint64(wire, stamp)
			}
			wire = append(wire, oddFrame(random, uint8(i), true)...)
		}
		wire = spoil(random, wire)
		records := flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: int64(len(wire))}
		compareParts(t, seed, random, scan.StampSize, func() *flight.Log { return &flight.Log{Data: wire, Records: records} })
	}
}

// compareParts scans a log in one part and several times in many.
func compareParts(t *testing.T, seed uint64, random *rand.Rand, lead int, fresh func() *flight.Log) {
	t.Helper()
	one := fresh()
	if err := scan.InParts(one, lead, nil); err != nil {
		t.Fatal(err)
	}
	if err := prove.Log(provable(one)); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	for range 6 {
		var cuts []int64
		for range 1 + random.IntN(12) {
			cuts = append(cuts, random.Int64N(one.Size()+1))
		}
		slices.Sort(cuts)
		many := fresh()
		if err := scan.InParts(many, lead, cuts); err != nil {
			t.Fatal(err)
		}
		if err := difference(many, one); err != nil {
			t.Fatalf("seed %d, cut at %v: %v", seed, cuts, err)
		}
	}
}

// provable is a scanned log as a decoder returns it, but for its times: one whose
// records are its frames has no others.
func provable(l *flight.Log) *flight.Log {
	out := &flight.Log{Data: l.Data, Lead: l.Lead, Frames: l.Frames, Streams: l.Streams, Damage: l.Damage}
	if l.Lead == 0 {
		out.Records = l.Records
	}
	out.Frames.Time = make([]time.Duration, l.Frames.Len())
	return out
}

func difference(got, want *flight.Log) error {
	for i := range min(got.Frames.Len(), want.Frames.Len()) {
		if g, w := frameStory(got, i), frameStory(want, i); g != w {
			return fmt.Errorf("frame %d: got %s, want %s", i, g, w)
		}
	}
	if got.Frames.Len() != want.Frames.Len() {
		return fmt.Errorf("%d frames, want %d", got.Frames.Len(), want.Frames.Len())
	}
	for i := range min(len(got.Damage), len(want.Damage)) {
		if g, w := damageStory(got.Damage[i]), damageStory(want.Damage[i]); g != w {
			return fmt.Errorf("damage %d: got %s, want %s", i, g, w)
		}
	}
	if len(got.Damage) != len(want.Damage) {
		return fmt.Errorf("%d runs of damage, want %d", len(got.Damage), len(want.Damage))
	}
	if g, w := streamStory(got), streamStory(want); g != w {
		return fmt.Errorf("streams: got\n%s\nwant\n%s", g, w)
	}
	return nil
}

func frameStory(l *flight.Log, i int) string {
	f := &l.Frames
	return fmt.Sprintf("%d+%d stream %d seq %d flags %b at %v", f.Offset[i], f.Length[i], f.Stream[i], f.Seq[i], f.Flags[i], f.Time[i])
}

func damageStory(d flight.Damage) string {
	name := ""
	if d.Message != nil {
		name = d.Message.Name
	}
	d.Message = nil
	return fmt.Sprintf("%+v %s", d, name)
}

func streamStory(l *flight.Log) string {
	var out strings.Builder
	for i, s := range l.Streams {
		fmt.Fprintf(&out, "%d: %d %s %s %d\n", i, s.Index, s.Source, s.Message.Name, s.Count)
	}
	return out.String()
}

func TestMoreStreamsThanNumbersAreTheSameInParts(t *testing.T) {
	var wire []byte
	for i := range 1<<16 + 500 {
		f := build.Frame{System: uint8(i % 5), ID: 0x700000 + uint32(i)%(1<<16+300), Payload: []byte{1}}
		wire = append(wire, f.MAVLink2()...)
	}
	fresh := func() *flight.Log {
		l := &flight.Log{Data: wire, Records: flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: int64(len(wire))}}
		l.Damage = append(make([]flight.Damage, 0, 100), flight.Damage{Reason: "of the container"})
		return l
	}
	one, many := fresh(), fresh()
	if err := errors.Join(scan.InParts(one, 0, nil), scan.InParts(many, 0, []int64{100, 400_000})); err != nil {
		t.Fatal(err)
	}
	if err := difference(many, one); err != nil {
		t.Fatal(err)
	}
	if len(one.Streams) != 1<<16 || one.Frames.Len() >= 1<<16+500 {
		t.Errorf("%d streams, %d frames", len(one.Streams), one.Frames.Len())
	}
}
