package scan_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/vrec"
)

// anyFrame is one of the frames a log may hold.
func anyFrame(random *rand.Rand, seq uint8) []byte {
	payload := make([]byte, 28)
	for i := range payload {
		payload[i] = byte(random.Uint32())
	}
	f := build.Frame{Seq: seq, System: 1, Component: 1, Payload: payload}
	switch random.IntN(7) {
	case 0:
		return heartbeat(seq)
	case 1:
		f.ID, f.Extra = 30, 39
		return f.MAVLink1()
	case 2:
		f.ID, f.Extra, f.Payload = 1026, 213, payload[:24]
		return f.NavLink2()
	case 3:
		f.ID, f.Payload = 4, payload[:12]
		return f.NavLink1(uint32(seq) * 1000)
	case 4:
		f.ID, f.Extra, f.Signature = 30, 39, payload[:13]
		return f.MAVLink2()
	case 5:
		f.ID, f.Extra, f.Payload = 1030, 16, append(make([]byte, 64), payload[:8]...)
		return f.NavLink2()
	}
	f.ID, f.Extra = 30, 39
	return f.MAVLink2()
}

// spread puts the bytes of a wire into records of random lengths.
func spread(random *rand.Rand, wire []byte) build.VREC {
	most := []int{1, 3, 40, 400, 100_000}[random.IntN(5)]
	v := build.VREC{StartMs: 1}
	for us := uint64(60_000_000); len(wire) > 0; us += uint64(random.IntN(30_000)) {
		n := min(len(wire), random.IntN(most+1))
		v.Records = append(v.Records, build.Record{Us: us, Data: wire[:n]})
		wire = wire[n:]
	}
	return v
}

// TestAFrameOutsideTheDamageIsAlwaysFound damages a run of a wire and expects
// each frame that has none of it, where it was.
func TestAFrameOutsideTheDamageIsAlwaysFound(t *testing.T) {
	for seed := range uint64(800) {
		if err := findAll(seed); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

func findAll(seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 7))
	var frames [][]byte
	for i := range 30 {
		frames = append(frames, anyFrame(random, uint8(i)))
	}
	wire := slices.Concat(frames...)
	from := random.IntN(len(wire))
	to := min(len(wire), from+1+random.IntN([]int{1, 4, 60, 600}[random.IntN(4)]))
	switch random.IntN(3) {
	case 0:
		for i := from; i < to; i++ {
			wire[i] ^= byte(1 + random.IntN(255))
		}
	case 1: // bytes missing
		wire = slices.Delete(wire, from, to)
	case 2: // bytes too many
		extra := make([]byte, to-from)
		for i := range extra {
			extra[i] = []byte{0xFD, 0xFE, 0x56, 0, 2, byte(random.Uint32())}[random.IntN(6)]
		}
		wire = slices.Insert(wire, from, extra...)
		to = from
	}
	l, err := vrec.Open(context.Background(), "", spread(random, wire).Bytes(), nil)
	if err != nil {
		return err
	}
	if err := prove.Log(l); err != nil {
		return err
	}
	found := map[string]bool{}
	for i := range l.Frames.Len() {
		found[string(l.Frame(i))] = true
	}
	at := 0
	for i, f := range frames {
		untouched := at+len(f) <= from || at >= to
		at += len(f)
		if untouched && !found[string(f)] {
			return fmt.Errorf("bytes %d to %d of the wire damaged; frame %d, up to byte %d, was not found", from, to, i, at)
		}
	}
	return nil
}

// FuzzScan takes any bytes as the wire, spread over records.
func FuzzScan(f *testing.F) {
	f.Add(stray, uint64(1))
	f.Add(join(heartbeat(1), unknown(2, 1), unknown(3, 2), navAttitude(4)), uint64(2))
	f.Add(join(unknown(2, 1), build.Frame{System: 1, ID: 4, Payload: make([]byte, 12)}.NavLink1(7), stray[:50]), uint64(3))
	f.Add(bytes.Repeat([]byte{0xFD, 0, 0, 0}, 20), uint64(4))
	f.Add(reachingInto(attitude(77)), uint64(5))
	f.Fuzz(func(t *testing.T, wire []byte, seed uint64) {
		v := spread(rand.New(rand.NewPCG(seed, 1)), wire)
		l := open(t, v)
		if l.Format != flight.VREC {
			t.Fail()
		}
		readAll(l)
		// An intact frame behind a wire is found whatever the wire is; one in
		// front of it too.
		good := attitude(77)
		v.Records = append([]build.Record{{Us: 60_000_000, Data: good}}, v.Records...)
		v.Records = append(v.Records, build.Record{Us: 1 << 40, Data: good})
		l = open(t, v)
		for _, record := range []int{0, len(v.Records) - 1} {
			if err := prove.Found(l, int64(v.Offset(record)+build.RecordHead)); err != nil {
				t.Errorf("%v: %s", err, story(l))
			}
		}
	})
}

// reachingInto makes the beginning of an ATTITUDE whose rest and checksum are
// the first bytes of a frame that follows it.
func reachingInto(next []byte) []byte {
	const own = 6 + 16
	whole := build.Frame{System: 1, Component: 1, ID: 30, Extra: 39, Payload: make([]byte, 28)}.MAVLink1()
	copy(whole[own:], next)
	for n := uint32(0); !prove.Intact(whole, 39); n++ {
		binary.LittleEndian.PutUint32(whole[6:], n)
	}
	return whole[:own]
}

// readAll decodes every column of a log.
func readAll(l *flight.Log) {
	for _, s := range l.Streams {
		for i := range s.Message.Fields {
			f := &s.Message.Fields[i]
			for e := range f.Elements() {
				l.Column(s, f, e)
			}
		}
	}
}
