package link_test

import (
	"encoding/hex"
	"slices"
	"testing"

	"postflight/decode/flight"
)

// fourFrames are two bytes of junk, HEARTBEAT 10 and ATTITUDE 11, a byte of junk,
// ATTITUDE 12 of which one byte is wrong, and HEARTBEAT 13.
const fourFrames = "0013" +
	"fd0900000a01010000000000000002038104036aa2" +
	"fd1c00000b01011e0000e02e0000cdcc4c3d0ad7a3bcc3f5c83f0ad7233c000000000ad7a33c5649" +
	"55" +
	"fd1c00000c01011e0000e02e0000cd334c3d0ad7a3bcc3f5c83f0ad7233c000000000ad7a33cf96a" +
	"fd0900000d01010000000000000002038104032910"

func TestOfFourFramesTheDamagedOneFailsAndTheNextIsWhole(t *testing.T) {
	data, err := hex.DecodeString(fourFrames)
	if err != nil {
		t.Fatal(err)
	}
	l := open(t, data)
	r := count(l)
	whole := map[string]int{}
	for i := range l.Frames.Len() {
		whole[l.Message(i).Name]++
	}
	s := r.Of(autopilot)
	if len(whole) != 2 || whole["HEARTBEAT"] != 2 || whole["ATTITUDE"] != 1 || r.Wire.CRCFailed != 1 || s.CRCFailed != 1 || s.Lost != 1 {
		t.Errorf("whole %v, %+v, %+v", whole, r.Wire, *s)
	}
	failed := slices.IndexFunc(l.Damage, func(d flight.Damage) bool { return d.Kind == flight.CRCFailed })
	if d := l.Damage[failed]; d.Span != (flight.Span{Offset: 64, Length: 40}) || d.Seq != 12 || d.Source != autopilot {
		t.Errorf("%+v", d)
	}
	if r.Wire.JunkBytes != 3 {
		t.Errorf("%d bytes of junk", r.Wire.JunkBytes)
	}
}
