package decode_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"postflight/decode"
	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
)

// recorded is a VREC recording of so many frames, each made by frame.
func recorded(n int, frame func(seq uint8) []byte) []byte {
	v := build.VREC{Protocol: 2, StartMs: 1_700_000_000_000}
	for i := range n {
		v.Records = append(v.Records, build.Record{Us: 60e6 + uint64(i)*20_000, Data: frame(uint8(i))})
	}
	return v.Bytes()
}

func navlinked(seq uint8) []byte {
	return build.Frame{
		Seq: seq, System: 1, Component: 1, ID: 1026, Extra: 213,
		Payload: []byte{seq, 0, 0, 63, seq, 1, 0x80, 62, 0, 0, 0x80, 63},
	}.NavLink2()
}

func dataFlashOf(n int) []byte {
	b := dataFlash()
	b = slices.Insert(b, 89, b[89:2*89]...) // a third format, as real logs have many
	for i := range n {
		b = append(b, 0xA3, 0x95, 1)
		b = append(binary.LittleEndian.AppendUint64(b, uint64(5000+1000*i)), 1, 2, 3, 4)
	}
	return b
}

func poses(n int) []byte {
	v := build.VGT1{}
	for i := range n {
		v.Poses = append(v.Poses, build.Pose{Us: uint64(i) * 16_000})
	}
	return v.Bytes()
}

func TestALogOfAnotherKindBehindOneIsNamedAndNotRead(t *testing.T) {
	type kind struct {
		bytes []byte
		name  string
	}
	kinds := []kind{
		{stamped(200), "a telemetry log (tlog)"},
		{recorded(200, heartbeat), "a VREC recording"},
		{recorded(200, navlinked), "a VREC recording"},
		{dataFlashOf(300), "a DataFlash log"},
		{poses(100), "a VGT1 ground truth"},
	}
	for i, a := range kinds {
		for k, b := range kinds {
			if a.name == b.name {
				continue
			}
			for _, torn := range []int{0, 5} {
				name := fmt.Sprintf("%d then %d, torn by %d", i, k, torn)
				whole := a.bytes[:len(a.bytes)-torn]
				alone, err := decode.Bytes(t.Context(), "", whole, nil)
				if err != nil {
					t.Fatal(err)
				}
				l, err := decode.Bytes(t.Context(), "", slices.Concat(whole, b.bytes), nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := prove.Log(l); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				says := fmt.Sprintf("Behind the log lies another one, %s of %d bytes, which was not read. Cut the file at byte %d to open it.", b.name, len(b.bytes), len(whole))
				if !slices.ContainsFunc(l.Findings, func(f flight.Finding) bool { return f.Text == says }) {
					t.Errorf("%s: %+v", name, l.Findings)
				}
				if l.Frames.Len() != alone.Frames.Len() || l.End != alone.End || len(l.Steps) != len(alone.Steps) {
					t.Errorf("%s: %d frames of %d, ends at %v, not %v", name, l.Frames.Len(), alone.Frames.Len(), l.End, alone.End)
				}
			}
		}
	}
}

func TestALogThatIsSentOverALinkIsNotBehindIt(t *testing.T) {
	log := dataFlashOf(300)
	var link []byte
	for at, seq := 0, 0; at < len(log); at, seq = at+90, seq+1 {
		chunk := log[at:min(len(log), at+90)]
		p := append([]byte{0, 0, 0, 0, 1, 0, byte(len(chunk))}, chunk...)
		link = binary.BigEndian.AppendUint64(link, 1_700_000_000_000_000+uint64(seq)*1000)
		link = append(link, build.Frame{Seq: uint8(seq), System: 1, Component: 1, ID: 120, Extra: 134, Payload: append(p, make([]byte, 97-len(p))...)}.MAVLink2()...)
	}
	link = append(link, "some junk that is no frame"...)
	l, err := decode.Bytes(t.Context(), "", slices.Concat(stamped(40), link, stamped(40)), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range l.Findings {
		if strings.HasPrefix(f.Text, "Behind the log") {
			t.Error(f.Text)
		}
	}
	if l.Frames.Len() < 80+len(log)/90 {
		t.Errorf("%d frames", l.Frames.Len())
	}
}
