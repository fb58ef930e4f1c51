package link_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

// sentence is an NMEA sentence around a body.
func sentence(body string) []byte {
	var sum byte
	for i := range len(body) {
		sum ^= body[i]
	}
	return fmt.Appendf(nil, "$%s*%02X\r\n", body, sum)
}

// ublox is a UBX packet.
func ublox(class, id byte, payload ...byte) []byte {
	b := append([]byte{class, id, byte(len(payload)), byte(len(payload) >> 8)}, payload...)
	var one, two byte
	for _, c := range b {
		one += c
		two += one
	}
	return append(append([]byte{0xB5, 0x62}, b...), one, two)
}

// multiwii is an MSP 1 packet.
func multiwii(command byte, payload ...byte) []byte {
	sum := byte(len(payload)) ^ command
	for _, c := range payload {
		sum ^= c
	}
	return append(append([]byte{'$', 'M', '>', byte(len(payload)), command}, payload...), sum)
}

func unhex(text string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// correction is a message 1005 of RTCM 3, from the example in the standard.
var correction = unhex("D3 00 13 3E D7 D3 02 02 98 0E DE EF 34 B4 BD 62 AC 09 41 98 6F 33 36 0B 98")

// crsfPacket is a link statistics packet of CRSF.
var crsfPacket = func() []byte {
	b := []byte{0xC8, 12, 0x14, 16, 19, 99, 151, 1, 2, 3, 8, 88, 148}
	var crc byte
	for _, c := range b[2:] {
		for bit := 7; bit >= 0; bit-- {
			top := crc>>7 ^ c>>bit&1
			if crc <<= 1; top != 0 {
				crc ^= 0xD5
			}
		}
	}
	return append(b, crc)
}()

// said is what the finding about a run of junk says.
func said(t *testing.T, junk []byte) string {
	t.Helper()
	var b logtest.Builder
	b.Add(logtest.Frame{Message: logtest.Heartbeat})
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonNoFrame}, junk)
	f := find(count(b.Log()), flight.JunkRun)
	if len(f) != 1 {
		t.Fatalf("findings %+v", f)
	}
	return f[0].Text
}

func TestWhatElseSpeaksOnTheLineIsNamed(t *testing.T) {
	fix := sentence("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
	packet := unhex("0600000064000000 00000000 00000000 00000000 44000000 44000000")
	for _, c := range []struct {
		name string
		junk []byte
		want string
	}{
		{"NMEA", bytes.Repeat(fix, 3), "3 NMEA sentences"},
		{"NMEA of a known example", []byte("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"), "1 NMEA sentence."},
		{"u-blox", append(ublox(1, 7, make([]byte, 92)...), ublox(1, 3)...), "2 u-blox packets"},
		{"a known u-blox packet", unhex("B5 62 06 08 06 00 C8 00 01 00 01 00 DE 6A"), "1 u-blox packet."},
		{"RTCM 3", correction, "1 RTCM 3 message."},
		{"MSP", append(multiwii(108, 1, 2, 3, 4, 5, 6), multiwii(101)...), "2 MSP packets"},
		{"CRSF", bytes.Repeat(crsfPacket, 4), "1 run of CRSF packets."},
		{"SBUS", bytes.Repeat(append(append([]byte{0x0F}, bytes.Repeat([]byte{0x5A}, 22)...), 0x03, 0x00), 4), "1 run of SBUS frames."},
		{"both", append(append([]byte{1, 2, 3}, fix...), ublox(1, 7, 1)...), "1 NMEA sentence and 1 u-blox packet"},
		{"pcapng", packet, "1 packet header of a pcapng capture"},
		{"ULog", []byte("ULog\x01\x12\x35\x01"), "1 beginning of a PX4 ULog"},
		{"DataFlash", []byte("\xA3\x95\x80\x80\x59FMT\x00BBnNZ"), "1 beginning of a DataFlash log"},
		{"JPEG", []byte("\xFF\xD8\xFF\xE0\x00\x10JFIF\x00\x01"), "1 beginning of a JPEG picture"},
		{"gzip", unhex("1F8B0808 00000000 0003 61 00 4B 04 00"), "1 beginning of a gzip archive"},
		{"zip", append(unhex("504B0304 1400 0000 0800 00000000 00000000 00000000 00000000 0500 0000"), "a.bin"...), "1 entry of a zip archive"},
		{"HTTP", []byte("HTTP/1.1 200 OK\r\n"), "1 HTTP header"},
	} {
		if got := said(t, c.junk); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestANameIsNeverGuessed(t *testing.T) {
	wrong := func(b []byte) []byte {
		b = bytes.Clone(b)
		b[len(b)/2] ^= 1
		return b
	}
	for name, junk := range map[string][]byte{
		"NMEA":          wrong(sentence("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W")),
		"NMEA, cut":     sentence("GPRMC,123519,A,4807.038,N")[:20],
		"u-blox":        wrong(ublox(1, 7, 1, 2, 3, 4)),
		"u-blox, cut":   ublox(1, 7, 1, 2, 3, 4)[:8],
		"RTCM":          wrong(correction),
		"MSP":           wrong(multiwii(108, 1, 2, 3)),
		"one CRSF":      crsfPacket,
		"gzip":          unhex("1F8B08FF 00000000 0003 61 00"),
		"a JPEG's mark": unhex("FFD8FFE0 0010 00000000 00000000"),
	} {
		if got := said(t, junk); !strings.Contains(got, "of junk: no frame starts here") {
			t.Errorf("%s: %q", name, got)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	var b logtest.Builder
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonNoFrame}, noise)
	for _, f := range count(b.Log()).Findings {
		if !strings.Contains(f.Text, "look like noise") && !strings.Contains(f.Text, "no frame starts here") {
			t.Errorf("in noise: %q", f.Text)
		}
	}
}

func TestAReceiverThatSharesTheLineIsTheCause(t *testing.T) {
	vehicle := stream(400)
	var line []byte
	l := open(t, vehicle)
	for i := range l.Frames.Len() {
		line = append(line, l.Frame(i)...)
		if i%4 == 0 {
			line = append(line, ublox(1, 7, bytes.Repeat([]byte{byte(i), 0xFD, 3}, 30)...)...)
			line = append(line, sentence(fmt.Sprintf("GPGLL,%07d.2,N,01131.000,E,1", i))...)
		}
	}
	r := count(open(t, line))
	var causes []flight.Finding
	for _, f := range r.Findings {
		if f.Severity != flight.Info {
			causes = append(causes, f)
		}
	}
	if len(causes) != 1 || causes[0].Kind != flight.JunkRun ||
		!strings.Contains(causes[0].Text, "100 NMEA sentences and 100 u-blox packets") {
		t.Errorf("findings %+v", causes)
	}
}

func TestAPacketThatARecordHeaderPartsIsStillOne(t *testing.T) {
	var b logtest.Builder
	b.Add(logtest.Frame{Message: logtest.Heartbeat})
	junk := ublox(1, 7, make([]byte, 92)...)
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonNoFrame}, junk[:50])
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonNoFrame}, junk[50:])
	b.Add(logtest.Frame{At: time.Second, Message: logtest.Heartbeat, Seq: 1})
	f := find(count(b.Log()), flight.JunkRun)
	if len(f) != 2 || !strings.Contains(f[0].Text, "1 u-blox packet") {
		t.Errorf("findings %+v", f)
	}
}

func TestFramesInAPcapngCaptureSaySo(t *testing.T) {
	l := open(t, stream(100))
	data := []byte{1, 2, 3}
	for i := range l.Frames.Len() {
		frame := l.Frame(i)
		captured := uint32(42 + len(frame)) // Ethernet, IP and UDP
		pad := -captured & 3
		block := make([]byte, 28+42)
		for at, v := range []uint32{6, captured + pad + 32, 0, 1, uint32(i), captured, captured} {
			binary.LittleEndian.PutUint32(block[4*at:], v)
		}
		data = append(append(append(data, block...), frame...), make([]byte, pad)...)
		data = binary.LittleEndian.AppendUint32(data, captured+pad+32)
	}
	f := find(count(open(t, data)), flight.FormatMismatch)
	if len(f) != 1 || !strings.Contains(f[0].Text, "100 packet headers") {
		t.Errorf("findings %+v", f)
	}
}

func TestJunkMadeToSlowTheSearchDoesNot(t *testing.T) {
	for _, unit := range [][]byte{
		{0xB5, 0x62, 1, 7, 0, 0x20}, {0xD3, 3, 0xFF}, {'$', 'X', '>', 0, 0, 0, 0xFF, 0xFF}, {flight.MagicMAVLink2, '\n'},
	} {
		var b logtest.Builder
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonNoFrame}, bytes.Repeat(unit, 1<<20/len(unit)))
		begun := time.Now()
		count(b.Log())
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("% X: %v", unit, took)
		}
	}
}
