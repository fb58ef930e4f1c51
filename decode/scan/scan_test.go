package scan_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/scan"
	"postflight/decode/vrec"
)

// open reads a recording and checks what holds for every log.
func open(t testing.TB, v build.VREC) *flight.Log {
	t.Helper()
	return openBytes(t, v.Bytes())
}

func openBytes(t testing.TB, data []byte) *flight.Log {
	t.Helper()
	l, err := vrec.Open(context.Background(), "test", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := prove.Log(l); err != nil {
		t.Fatal(err)
	}
	return l
}

func unhex(text string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// story tells what a log holds, in file order: frames by name and sequence,
// failed frames with a "!", junk as its bytes.
func story(l *flight.Log) string {
	var out []string
	frame, junk := 0, ""
	flush := func() {
		if junk != "" {
			out, junk = append(out, "junk "+junk), ""
		}
	}
	frames := func(before int64) {
		for ; frame < l.Frames.Len() && l.Frames.Offset[frame] < before; frame++ {
			flush()
			out = append(out, fmt.Sprintf("%s#%d", l.Message(frame).Name, l.Frames.Seq[frame]))
		}
	}
	for _, d := range l.Damage {
		frames(d.Offset)
		switch {
		case d.Kind != flight.CRCFailed:
			junk += hex.EncodeToString(l.Data[d.Offset:d.End()])
		case d.Frame > 0:
			flush()
			out = append(out, fmt.Sprintf("!%s#%d", d.Message.Name, d.Seq))
		}
	}
	frames(l.Size())
	flush()
	return strings.Join(out, ", ")
}

// stray is a stream of junk, good frames and a damaged one.
var stray = unhex("0013" +
	"fd0900000a01010000000000000002038104036aa2" +
	"fd1c00000b01011e0000e02e0000cdcc4c3d0ad7a3bcc3f5c83f0ad7233c000000000ad7a33c5649" + "55" +
	"fd1c00000c01011e0000e02e0000cd334c3d0ad7a3bcc3f5c83f0ad7233c000000000ad7a33cf96a" +
	"fd0900000d01010000000000000002038104032910")

const strayStory = "junk 0013, HEARTBEAT#10, ATTITUDE#11, junk 55, !ATTITUDE#12, HEARTBEAT#13"

func TestWhereRecordsCutAStreamDoesNotMatter(t *testing.T) {
	if len(stray) != 125 {
		t.Fatalf("%d bytes", len(stray))
	}
	if got := story(open(t, build.Recording(stray))); got != strayStory {
		t.Errorf("whole: %s", got)
	}
	for i := 0; i <= len(stray); i++ {
		for j := i; j <= len(stray); j++ {
			l := open(t, build.Recording(stray[:i], stray[i:j], stray[j:]))
			if got := story(l); got != strayStory {
				t.Fatalf("cut at %d and %d: %s", i, j, got)
			}
		}
	}
}

func TestEveryByteInARecordOfItsOwn(t *testing.T) {
	var v build.VREC
	for i, b := range stray {
		v.Records = append(v.Records, build.Record{Us: uint64(i + 1), Data: []byte{b}}, build.Record{Us: uint64(i + 1)})
	}
	l := open(t, v)
	if got := story(l); got != strayStory {
		t.Error(got)
	}
	end := len("..") + 21 - 1 // last byte of the first frame
	if got := l.Frames.Time[0].Microseconds(); got != int64(end) {
		t.Errorf("a split frame has the time of %d µs, want that of its last byte, %d", got, end)
	}
	if l.Frames.Flags[0]&flight.Split == 0 || len(l.Pieces(0)) != 21 {
		t.Errorf("flags %b, %d pieces", l.Frames.Flags[0], len(l.Pieces(0)))
	}
	if !bytes.Equal(l.Frame(0), stray[2:23]) {
		t.Errorf("% x", l.Frame(0))
	}
}

// heartbeat and attitude are MAVLink 2 frames.
func heartbeat(seq uint8) []byte {
	return build.Frame{Seq: seq, System: 1, Component: 1, Extra: 50, Payload: []byte{0, 0, 0, 0, 2, 3, 81, 4, 3}}.MAVLink2()
}

func attitude(seq uint8) []byte {
	p := make([]byte, 28)
	for i := range p {
		p[i] = seq + uint8(i)*7
	}
	p[27] = 1
	return build.Frame{Seq: seq, System: 1, Component: 1, ID: 30, Extra: 39, Payload: p}.MAVLink2()
}

func navAttitude(seq uint8) []byte {
	return build.Frame{Seq: seq, System: 1, Component: 1, ID: 1026, Extra: 213, Payload: []byte{seq, 0, 0, 63}}.NavLink2()
}

// unknown is a MAVLink 2 frame of a message that no dialect has.
func unknown(seq uint8, payload ...byte) []byte {
	return build.Frame{Seq: seq, System: 1, Component: 1, ID: 0x7F0001, Extra: 99, Payload: payload}.MAVLink2()
}

func with(b []byte, at int, v byte) []byte {
	b = bytes.Clone(b)
	b[at] = v
	return b
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func repeat(n int, f func(i int) []byte) []byte {
	var out []byte
	for i := range n {
		out = append(out, f(i)...)
	}
	return out
}

func TestFramesInDamage(t *testing.T) {
	bad := func(b []byte) []byte { return with(b, len(b)-1, b[len(b)-1]^0x40) }
	signature := bytes.Repeat([]byte{0xFD}, 13)
	signed := build.Frame{Seq: 7, System: 1, Component: 1, Extra: 50, Payload: []byte{1}, Signature: signature}.MAVLink2()
	v1 := unhex("fe090a010100000000000203810403b237")
	magicCRC := func() []byte { // an unknown frame whose checksum ends with a magic
		for i := range 1 << 16 {
			if f := unknown(5, byte(i), byte(i>>8), 1); f[len(f)-1] == 0xFD {
				return f
			}
		}
		panic("none")
	}()
	for _, c := range []struct {
		name  string
		bytes []byte
		want  string
	}{
		{"nothing", nil, ""},
		{"one byte that starts nothing", []byte{7}, "junk 07"},
		{"one magic", []byte{0xFD}, "junk fd"},
		{"MAVLink 1 beside 2", join(heartbeat(1), v1, heartbeat(2)), "HEARTBEAT#1, HEARTBEAT#10, HEARTBEAT#2"},
		{"MAVLink 1 with a length its message does not have", join(heartbeat(1), build.Frame{Seq: 2, Extra: 50, Payload: make([]byte, 8)}.MAVLink1(), heartbeat(3)), "HEARTBEAT#1, junk " + hex.EncodeToString(build.Frame{Seq: 2, Extra: 50, Payload: make([]byte, 8)}.MAVLink1()) + ", HEARTBEAT#3"},
		{"a signed frame, its signature full of magics", join(signed, heartbeat(2)), "HEARTBEAT#7, HEARTBEAT#2"},
		{"a signature that lacks a byte", join(signed[:len(signed)-1], heartbeat(2)), "junk " + hex.EncodeToString(signed[:len(signed)-1]) + ", HEARTBEAT#2"},
		{"NavLink among MAVLink", join(heartbeat(1), navAttitude(2), heartbeat(3)), "HEARTBEAT#1, ATTITUDE_EULER#2, HEARTBEAT#3"},
		{"magics inside a payload", join(build.Frame{Seq: 1, ID: 30, Extra: 39, Payload: bytes.Repeat([]byte{0xFD, 9, 0, 0}, 7)}.MAVLink2(), heartbeat(2)), "ATTITUDE#1, HEARTBEAT#2"},
		{"a magic as the second byte of the checksum of an unknown frame", join(heartbeat(1), magicCRC, heartbeat(2)), "HEARTBEAT#1, UNKNOWN_8323073#5, HEARTBEAT#2"},
		{"two failed in a row", join(heartbeat(1), bad(attitude(2)), bad(heartbeat(3)), heartbeat(4)), "HEARTBEAT#1, !ATTITUDE#2, !HEARTBEAT#3, HEARTBEAT#4"},
		{"a failed one at the start", join(bad(attitude(2)), heartbeat(4)), "!ATTITUDE#2, HEARTBEAT#4"},
		{"a failed one at the end", join(heartbeat(4), bad(attitude(2))), "HEARTBEAT#4, !ATTITUDE#2"},
		{"a failed one only", bad(attitude(2)), "!ATTITUDE#2"},
		{"a failed NavLink frame", join(navAttitude(1), bad(navAttitude(2)), navAttitude(3)), "ATTITUDE_EULER#1, !ATTITUDE_EULER#2, ATTITUDE_EULER#3"},
		{"an unknown message between good frames", join(heartbeat(1), unknown(2, 3, 4), heartbeat(3)), "HEARTBEAT#1, UNKNOWN_8323073#2, HEARTBEAT#3"},
		{"an unknown message at the start", join(unknown(2, 3, 4), heartbeat(3)), "UNKNOWN_8323073#2, HEARTBEAT#3"},
		{"an unknown message at the end", join(heartbeat(1), unknown(2, 3, 4)), "HEARTBEAT#1, UNKNOWN_8323073#2"},
		{"an unknown message before junk", join(heartbeat(1), unknown(2, 3), []byte{0}, heartbeat(3)), "HEARTBEAT#1, junk " + hex.EncodeToString(unknown(2, 3)) + "00, HEARTBEAT#3"},
		{"an unknown message behind junk", join(heartbeat(1), []byte{0}, unknown(2, 3), heartbeat(3)), "HEARTBEAT#1, junk 00" + hex.EncodeToString(unknown(2, 3)) + ", HEARTBEAT#3"},
		{"a flag that makes the length unknowable", join(heartbeat(1), build.Frame{Seq: 2, Extra: 50, Payload: []byte{1}, Incompat: 2}.MAVLink2(), heartbeat(3)), "HEARTBEAT#1, junk " + hex.EncodeToString(build.Frame{Seq: 2, Extra: 50, Payload: []byte{1}, Incompat: 2}.MAVLink2()) + ", HEARTBEAT#3"},
		{"a checksum with an extra of zero", join(heartbeat(1), build.Frame{Seq: 2, ID: 395, Extra: 0, Payload: []byte{1}}.MAVLink2(), heartbeat(3)), "HEARTBEAT#1, COMPONENT_INFORMATION#2, HEARTBEAT#3"},
		{"the last frame cut", join(heartbeat(1), attitude(2)[:20]), "HEARTBEAT#1, junk " + hex.EncodeToString(attitude(2)[:20])},
		{"an unknown frame that would swallow a good one", join(heartbeat(1), build.Frame{Seq: 9, ID: 0x7F0001, Payload: append(heartbeat(2), 1)}.MAVLink2(), heartbeat(3)), "HEARTBEAT#1, junk " + hex.EncodeToString(build.Frame{Seq: 9, ID: 0x7F0001, Payload: append(heartbeat(2), 1)}.MAVLink2()[:10]) + ", HEARTBEAT#2, junk 01" + hex.EncodeToString(tail(build.Frame{Seq: 9, ID: 0x7F0001, Payload: append(heartbeat(2), 1)}.MAVLink2(), 2)) + ", HEARTBEAT#3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := story(open(t, build.Recording(c.bytes))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func tail(b []byte, n int) []byte { return b[len(b)-n:] }

func TestADamagedLengthByteCostsNoOtherFrame(t *testing.T) {
	for damaged := range 10 {
		for length := range 256 {
			var stream []byte
			for i := range 10 {
				f := attitude(uint8(i))
				if i == damaged {
					f[1] = byte(length)
				}
				stream = append(stream, f...)
			}
			l := open(t, build.Recording(stream))
			if n := l.Frames.Len(); n != 9 && length != 28 {
				t.Fatalf("length of frame %d damaged to %d: %d frames found", damaged, length, n)
			}
		}
	}
}

func TestAnyNumberOfUnknownMessagesInARow(t *testing.T) {
	for _, n := range []int{1, 31, 32, 33, 34, 500} {
		run := repeat(n, func(i int) []byte { return unknown(uint8(i), 1, 2) })
		l := open(t, build.Recording(join(heartbeat(1), run, heartbeat(2))))
		if l.Frames.Len() != n+2 || len(l.Damage) != 0 {
			t.Errorf("%d unknown in a row: %d frames, %d damaged", n, l.Frames.Len(), len(l.Damage))
		}
		l = open(t, build.Recording(join(heartbeat(1), run, []byte{0}, heartbeat(2))))
		if l.Frames.Len() != 2 {
			t.Errorf("%d unknown in a row before junk: %d frames", n, l.Frames.Len())
		}
	}
}

func TestReasonsOfJunk(t *testing.T) {
	for _, c := range []struct {
		bytes []byte
		want  string
	}{
		{[]byte("NuttShell (NSH)\r\nnsh> "), scan.ReasonText},
		{make([]byte, 40), scan.ReasonZeros},
		{[]byte{0xFD, 1, 2}, scan.ReasonChecksum},
		{[]byte{1, 2, 3}, scan.ReasonNoFrame},
	} {
		l := open(t, build.Recording(join(heartbeat(1), c.bytes, heartbeat(2))))
		if len(l.Damage) != 1 || l.Damage[0].Reason != c.want {
			t.Errorf("%q: %+v", c.bytes, l.Damage)
		}
	}
	l := open(t, build.Recording(join(heartbeat(1), attitude(2)[:20])))
	if len(l.Damage) != 1 || l.Damage[0].Kind != flight.Tail {
		t.Errorf("a cut frame: %+v", l.Damage)
	}
}
