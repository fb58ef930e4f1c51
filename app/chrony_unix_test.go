//go:build unix

package app

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"postflight/analysis/clock/chrony"
	"postflight/analysis/clock/gpstime"
	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

// dateFrame is SYSTEM_TIME of 1:1.
func dateFrame(date time.Time, boot time.Duration) []byte {
	b := []byte{flight.MagicMAVLink2, 12, 0, 0, 0, 1, 1, 2, 0, 0}
	b = binary.LittleEndian.AppendUint64(b, uint64(date.UnixMicro()))
	b = binary.LittleEndian.AppendUint32(b, uint32(boot.Milliseconds()))
	return binary.LittleEndian.AppendUint16(b, uint16(crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), mavlink.Definition(2).CRCExtra)))
}

func TestDatesFromALinkBecomeSamplesForChronyd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "gps")
	chronyd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer chronyd.Close()
	sink, err := chrony.NewSink(path)
	if err != nil {
		t.Fatal(err)
	}
	defer sink.Close()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	link, err := net.Dial("udp", conn.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()

	// The clock moves on by a second with each datagram that is read, and the next
	// is sent only then. It is 2 s behind the vehicle's.
	zero := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	host := time.Duration(0)
	read := make(chan struct{}, 1)
	var out bytes.Buffer
	f := &feeding{
		in: &invocation{stdout: &out, stderr: &out}, sink: sink, feed: gpstime.NewFeed(0, 5*time.Millisecond),
		now: func() (time.Duration, time.Time) {
			host += time.Second
			read <- struct{}{}
			return host, zero.Add(host)
		},
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.run(ctx, conn) }()
	for i := range 60 {
		at := time.Duration(i+1) * time.Second
		if _, err := link.Write(dateFrame(zero.Add(at+2*time.Second), at)); err != nil {
			t.Fatal(err)
		}
		<-read
	}
	sample := make([]byte, 100)
	n, err := chronyd.Read(sample)
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	offset := math.Float64frombits(binary.NativeEndian.Uint64(sample[16:]))
	if n != chrony.SampleLen || math.Abs(offset-2.005) > 1e-6 {
		t.Errorf("%d bytes, offset %v", n, offset)
	}
	for _, want := range []string{
		"1:1 tells the date: heard for 0 s of 40", "1:1: this clock is off by -2.005000 s (±0.000000 s), it runs +0.0 ppm; 1 samples sent, 0 dropped",
		"60 datagrams, 60 frames, 60 dates; ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, out.String())
		}
	}
}

func TestChronyWantsToKnowWhereToListen(t *testing.T) {
	for _, words := range [][]string{
		{"/tmp/x"},
		{"/tmp/x", "--listen", "tcp://127.0.0.1:14550"},
		{"/tmp/x", "--listen", "127.0.0.1:14550"},
		{"/tmp/x", "--listen", "udp://127.0.0.1"},
		{"/tmp/x", "--listen", "udp://127.0.0.1:0", "--source", "vehicle"},
		{"", "--listen", "udp://127.0.0.1:0"},
		{"--listen", "udp://127.0.0.1:0"},
	} {
		_, stderr, code := run(t, append([]string{"chrony"}, words...)...)
		if code != exitFailed || stderr == "" {
			t.Errorf("%q: exit %d, %q", words, code, stderr)
		}
	}
}
