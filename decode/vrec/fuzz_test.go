package vrec_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/vrec"
)

// FuzzVREC takes any bytes as a recording, and as damage to a good one.
func FuzzVREC(f *testing.F) {
	for _, v := range recordings(eightHours) {
		f.Add(v.Bytes(), uint16(0))
	}
	f.Add(build.VREC{Records: []build.Record{{}, {Us: 1 << 63}, {Us: 5, Data: attitude(1)}}}.Bytes(), uint16(9))
	f.Add([]byte{0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0}, uint16(56))
	f.Add(build.VREC{}.Bytes(), uint16(1000))
	v := recordings(eightHours)["a frame a record"]
	whole := v.Bytes()
	f.Fuzz(func(t *testing.T, data []byte, at uint16) {
		check(t, data)
		good := bytes.Clone(whole)
		offset := build.HeaderSize + int(at)%(len(good)-build.HeaderSize)
		end := offset + copy(good[offset:], data)
		l := check(t, good)
		// Records start anew somewhere behind the damage; frames are found there
		// in any case, but for those that a header in doubt cuts.
		found, want := 0, -3
		for i := range l.Frames.Len() {
			if l.Frames.Offset[i] >= int64(end) {
				found++
			}
		}
		for i := range v.Records {
			if v.Offset(i)+build.RecordHead >= end {
				want++
			}
		}
		if found < want {
			t.Errorf("bytes %d to %d damaged: %d frames behind, want %d", offset, end, found, want)
		}
	})
}

func check(t *testing.T, data []byte) *flight.Log {
	t.Helper()
	l, err := vrec.Open(context.Background(), "", data, nil)
	if err != nil {
		if len(data) >= build.HeaderSize && binary.LittleEndian.Uint32(data) == 0x56524543 {
			t.Fatal(err)
		}
		return &flight.Log{}
	}
	if err := prove.Log(l); err != nil {
		t.Fatal(err)
	}
	if len(l.Findings) > 400 {
		t.Errorf("%d findings", len(l.Findings))
	}
	return l
}
