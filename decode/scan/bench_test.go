package scan_test

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/scan"
	"postflight/decode/vrec"
)

// traffic is a wire of MAVLink 2 frames of the lengths that vehicles send, and
// where its frames start.
func traffic(frames int) (wire []byte, starts []int) {
	random := rand.New(rand.NewPCG(1, 2))
	kinds := []build.Frame{
		{ID: 0, Extra: 50, Payload: make([]byte, 9)},
		{ID: 30, Extra: 39, Payload: make([]byte, 28)},
		{ID: 33, Extra: 104, Payload: make([]byte, 28)},
		{ID: 74, Extra: 20, Payload: make([]byte, 20)},
		{ID: 65, Extra: 118, Payload: make([]byte, 42)},
		{ID: 1, Extra: 124, Payload: make([]byte, 31)},
		{ID: 27, Extra: 144, Payload: make([]byte, 26)},
		{ID: 147, Extra: 154, Payload: make([]byte, 41)},
		{ID: 24, Extra: 24, Payload: make([]byte, 30)},
		{ID: 193, Extra: 71, Payload: make([]byte, 22)},
	}
	for i := range frames {
		f := kinds[random.IntN(len(kinds))]
		f.Seq, f.System, f.Component = uint8(i), 1, 1
		for j := range f.Payload {
			f.Payload[j] = byte(random.Uint32())
		}
		starts = append(starts, len(wire))
		wire = append(wire, f.MAVLink2()...)
	}
	return wire, starts
}

func BenchmarkCRCOnly(b *testing.B) {
	wire, starts := traffic(100_000)
	b.SetBytes(int64(len(wire)))
	for b.Loop() {
		good := 0
		for _, at := range starts {
			end := at + 10 + int(wire[at+1])
			if crc.MCRF4XX(crc.Init, wire[at+1:end]) != binary.LittleEndian.Uint16(wire[end:]) {
				good++
			}
		}
		if good == 0 {
			b.Fatal("no frame")
		}
	}
}

func BenchmarkScanMAVLink(b *testing.B) { benchmarkScan(b, 1<<20) }

func BenchmarkScanMAVLinkInSmallRecords(b *testing.B) { benchmarkScan(b, 100) }

func benchmarkScan(b *testing.B, record int) {
	wire, starts := traffic(100_000)
	v := build.VREC{}
	for at := 0; at < len(wire); at += record {
		v.Records = append(v.Records, build.Record{Us: uint64(60_000_000 + at), Data: wire[at:min(at+record, len(wire))]})
	}
	l, err := vrec.Open(context.Background(), "", v.Bytes(), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(wire)))
	for b.Loop() {
		again := &flight.Log{Data: l.Data, Records: l.Records}
		if err := scan.Frames(context.Background(), again, nil); err != nil || again.Frames.Len() != len(starts) {
			b.Fatal(again.Frames.Len(), err)
		}
	}
}
