package link_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode"
	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/scan"
)

// failed adds n damaged frames of a message, each between good ones of another.
func failed(b *logtest.Builder, n int, m *flight.Message) {
	for range n {
		b.Add(logtest.Frame{Message: logtest.Servos, Fresh: true})
		b.Damage(flight.Damage{Kind: flight.CRCFailed, Source: autopilot, Message: m, Frame: 20}, make([]byte, 20))
	}
}

func TestTheCauseOfFailedChecksumsIsNamed(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(b *logtest.Builder)
		kind flight.Kind
		text string
	}{
		{
			"one message that never holds", func(b *logtest.Builder) { failed(b, 40, logtest.Attitude) },
			flight.DialectMismatch, "40 of 40 frames of ATTITUDE from 1:1 fail",
		},
		{"one message that holds at times, while all others do", func(b *logtest.Builder) {
			failed(b, 40, logtest.Attitude)
			for range 40 {
				b.Add(logtest.Frame{Message: logtest.Attitude, Fresh: true})
			}
		}, flight.DialectMismatch, "40 of 80 frames of ATTITUDE"},
		{"a few of many", func(b *logtest.Builder) {
			failed(b, 2, logtest.Servos)
			for range 100 {
				b.Add(logtest.Frame{Message: logtest.Servos, Fresh: true})
			}
		}, flight.FrameCRC, "2 of 104 frames of SERVO_OUTPUT_RAW from 1:1 fail the CRC, in 2 places: bytes were damaged"},
		{"as many of each message", func(b *logtest.Builder) {
			for range 20 {
				failed(b, 1, logtest.Attitude)
				failed(b, 1, logtest.Servos)
				b.Add(logtest.Frame{Message: logtest.Attitude, Fresh: true})
			}
		}, flight.FrameCRC, "bytes were damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b logtest.Builder
			c.make(&b)
			f := find(count(b.Log()), c.kind)
			if len(f) == 0 || !strings.Contains(f[0].Text, c.text) {
				t.Errorf("%+v", f)
			}
		})
	}
}

// stream is the bytes of a vehicle's ATTITUDE with all values ever different.
func stream(frames int) []byte {
	random := rand.New(rand.NewPCG(1, 1))
	attitude := mavlink.Definition(30)
	var out []byte
	for i := range frames {
		frame := []byte{flight.MagicMAVLink2, 28, 0, 0, byte(i), 1, 1, 30, 0, 0}
		for range 28 {
			frame = append(frame, byte(1+random.IntN(255)))
		}
		sum := crc.Byte(crc.MCRF4XX(crc.Init, frame[1:]), attitude.CRCExtra)
		out = append(out, append(frame, byte(sum), byte(sum>>8))...)
	}
	return out
}

func open(t *testing.T, data []byte) *flight.Log {
	t.Helper()
	l, err := decode.Bytes(t.Context(), "a.raw", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAStreamCopiedAsTextSaysSo(t *testing.T) {
	clean := stream(4000)
	lines := bytes.Count(clean, []byte("\n"))
	if lines < 20 {
		t.Fatalf("%d line ends to begin with", lines)
	}
	r := count(open(t, bytes.ReplaceAll(clean, []byte("\n"), []byte("\r\n"))))
	f := find(r, "text-mode-damage")
	if len(f) != 1 || f[0].Severity != flight.Error || !strings.Contains(f[0].Text, "binary mode") ||
		!strings.Contains(f[0].Text, fmt.Sprintf("added %d bytes: a CR was put before each of its %d LF.", lines, lines)) {
		t.Fatalf("findings %+v", r.Findings)
	}
	for _, other := range r.Findings {
		if other.Kind == flight.JunkRun && other.Severity != flight.Info {
			t.Errorf("told twice: %+v", other)
		}
	}
	if f := find(count(open(t, clean)), "text-mode-damage"); len(f) != 0 {
		t.Errorf("a clean stream: %+v", f)
	}
}

func TestAStreamThatLostItsCRsSaysSo(t *testing.T) {
	clean := stream(4000)
	random := rand.New(rand.NewPCG(3, 3))
	attitude := mavlink.Definition(30)
	expanded := 0
	for at := 0; at < len(clean); at += 40 { // a CR LF in some of the frames
		if random.IntN(40) > 0 {
			continue
		}
		frame := clean[at : at+40]
		copy(frame[12+random.IntN(20):], "\r\n")
		if random.IntN(4) == 0 {
			copy(frame[34:], "\r\n")
		}
		sum := crc.Byte(crc.MCRF4XX(crc.Init, frame[1:38]), attitude.CRCExtra)
		frame[38], frame[39] = byte(sum), byte(sum>>8)
	}
	for at := 0; at < len(clean); at += 40 {
		expanded += bytes.Count(clean[at:at+40], []byte("\r\n"))
	}
	text := bytes.ReplaceAll(clean, []byte("\r\n"), []byte("\n"))
	r := count(open(t, text))
	f := find(r, flight.TextModeDamage)
	missing := len(clean) - len(text)
	if len(f) != 1 || f[0].Severity != flight.Error || !strings.Contains(f[0].Text, fmt.Sprintf("at least %d bytes are missing", missing)) {
		t.Errorf("%d bytes of %d line ends are missing: findings %+v", missing, expanded, f)
	}
	if text[f[0].Span.Offset] != '\n' {
		t.Errorf("it points to %d", f[0].Span.Offset)
	}
}

func TestDamageOfAnotherKindIsNoTextMode(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		data := stream(2000)
		for range 100 {
			at := random.IntN(len(data))
			data = append(data[:at], data[at+1:]...)
		}
		if f := find(count(open(t, data)), flight.TextModeDamage); len(f) != 0 {
			t.Fatalf("findings %+v", f)
		}
	}
}

// stretched is what a serial port hears that samples bits twice where they are
// sent once: eight bits of it are four.
func stretched(data []byte) []byte {
	var out []byte
	for _, b := range data {
		for half := range 2 {
			var v byte
			for bit := range 4 {
				if b>>(4*half+bit)&1 != 0 {
					v |= 3 << (2 * bit)
				}
			}
			out = append(out, v)
		}
	}
	return out
}

func TestNoiseIsToldFromAWrongBaudRate(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	noise := make([]byte, 30000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	head := stream(50)
	for _, c := range []struct {
		name string
		data []byte
		text string
	}{
		{"bits that were read twice", append(bytes.Clone(head), stretched(noise)...), "wrong baud rate"},
		{"noise", append(bytes.Clone(head), noise...), "look like noise"},
	} {
		l := open(t, c.data)
		var found bool
		for _, f := range find(count(l), flight.JunkRun) {
			found = found || f.Severity == flight.Error && strings.Contains(f.Text, c.text)
		}
		if !found {
			t.Errorf("%s: %+v", c.name, count(l).Findings)
		}
	}
}

func TestARunThatWasReadAtTheWrongBaudRateSaysSoHoweverMuchElseThereIs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 9))
	noise := make([]byte, 1000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	for name, c := range map[string]struct {
		junk []byte
		want bool
	}{"stretched": {stretched(noise), true}, "noise": {noise, false}, "too short": {stretched(noise[:100]), false}} {
		f := find(count(open(t, slices.Concat(stream(400), c.junk, stream(400)))), flight.JunkRun)
		if len(f) == 0 || strings.Contains(f[0].Text, "wrong baud rate: the right one is lower.") != c.want {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestAContainerThatIsNotKnownIsSaid(t *testing.T) {
	var data []byte
	clean := open(t, stream(100))
	for i := range clean.Frames.Len() {
		data = append(data, 9, 9, 9, byte(i), 1, 2, 3, 4, 5, 6, 7, 8)
		data = append(data, clean.Frame(i)...)
	}
	if f := find(count(open(t, data)), flight.FormatMismatch); len(f) != 1 || !strings.Contains(f[0].Text, "bytes, 12,") {
		t.Errorf("findings %+v", f)
	}
}

func TestTextThatAStationStampedByteByByteIsText(t *testing.T) {
	var b logtest.Builder
	b.Add(logtest.Frame{Message: logtest.Heartbeat})
	var junk []byte
	for i, c := range []byte("Init Gyro\n") {
		junk = append(junk, 0, 6, 0x34, 0xA1, 0x55, 7, byte(i), 3, c)
	}
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonNoFrame}, junk)
	l := b.Log()
	l.Format = flight.TLog
	if f := find(count(l), flight.ConsoleText); len(f) != 1 || !strings.Contains(f[0].Text, `"Init Gyro\n"`) {
		t.Errorf("findings %+v", f)
	}
}

func TestZerosAreNamedFromAFewOn(t *testing.T) {
	for _, c := range []struct {
		length int
		kind   flight.Kind
	}{{1, flight.JunkRun}, {200, flight.ZeroRun}} {
		var b logtest.Builder
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonZeros, Time: time.Second}, make([]byte, c.length))
		if f := find(count(b.Log()), c.kind); len(f) != 1 {
			t.Errorf("%d zeros: %+v", c.length, count(b.Log()).Findings)
		}
	}
}
