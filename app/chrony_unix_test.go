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
	return dateFrameOf(flight.MakeSource(1, 1), date, boot)
}

func dateFrameOf(source flight.Source, date time.Time, boot time.Duration) []byte {
	b := []byte{flight.MagicMAVLink2, 12, 0, 0, 0, source.System(), source.Component(), 2, 0, 0}
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
	started := false
	f := &feeding{
		in: &invocation{stdout: &out, stderr: &out}, sink: sink, feed: gpstime.NewFeed(0, 5*time.Millisecond), look: time.Hour,
		now: func() (time.Duration, time.Time) {
			if !started {
				started = true
				return host, zero
			}
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
		"1:1 tells the date: heard for 0 s of 40", "1:1: this clock is off by -2.005000 s (±0.000001 s), it runs +0.0 ppm; 1 samples sent, 0 dropped",
		"60 datagrams, 60 frames, 60 dates; ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, out.String())
		}
	}
}

// heardAt is a datagram and its host time, without data a look that finds none.
type heardAt struct {
	at   time.Duration
	data []byte
}

// told is what a feed says of what it hears.
func told(t *testing.T, source flight.Source, all []heardAt) string {
	t.Helper()
	sink, err := chrony.NewSink(filepath.Join(t.TempDir(), "none"))
	if err != nil {
		t.Fatal(err)
	}
	defer sink.Close()
	var out bytes.Buffer
	f := &feeding{in: &invocation{stdout: &out, stderr: &out}, sink: sink, feed: gpstime.NewFeed(source, 0)}
	zero := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	for _, h := range all {
		if h.data == nil {
			f.tellSilence(h.at)
			continue
		}
		f.take("a", h.data, h.at, zero.Add(h.at))
	}
	return out.String()
}

func TestSilenceIsToldOnce(t *testing.T) {
	var all []heardAt
	silent := func(from, until time.Duration) {
		for at := from; at < until; at += time.Second {
			all = append(all, heardAt{at, nil})
		}
	}
	silent(time.Second, 30*time.Second)
	zero := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	all = append(all, heardAt{30 * time.Second, dateFrame(zero, time.Second)})
	silent(31*time.Second, 60*time.Second)
	all = append(all, heardAt{60 * time.Second, dateFrame(zero.Add(30*time.Second), 31*time.Second)})
	want := "Nothing has arrived for 5 s. Is the vehicle's link set to send to this address?\n" +
		"1:1 tells the date: heard for 0 s of 40\n" +
		"Nothing has arrived for 5 s: no samples until something does\n" +
		"1:1 tells the date: heard for 30 s of 40\n"
	if got := told(t, 0, all); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestWhoWaitsForTheFirstDatagramIsToldThatNoneCame(t *testing.T) {
	sink, err := chrony.NewSink(filepath.Join(t.TempDir(), "none"))
	if err != nil {
		t.Fatal(err)
	}
	defer sink.Close()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, stop := context.WithCancel(t.Context())
	host := time.Duration(0)
	var out bytes.Buffer
	f := &feeding{
		in: &invocation{stdout: &out, stderr: &out}, sink: sink, feed: gpstime.NewFeed(0, 0), look: time.Millisecond,
		now: func() (time.Duration, time.Time) {
			if host += time.Second; host > 20*time.Second {
				stop()
			}
			return host, time.Time{}.Add(host)
		},
	}
	if err := f.run(ctx, conn); err != nil {
		t.Error(err)
	}
	if got := out.String(); strings.Count(got, "Nothing has arrived for 5 s.") != 1 || strings.Count(got, "\n") != 2 {
		t.Errorf("%s", got)
	}
}

func TestADisagreementOfDatesIsToldOnce(t *testing.T) {
	zero := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	var all []heardAt
	for at := time.Duration(0); at < 90*time.Second; at += 500 * time.Millisecond {
		all = append(all, heardAt{at, dateFrame(zero.Add(at), at)})
		if at >= 45*time.Second && at < 55*time.Second {
			all = append(all, heardAt{at, dateFrameOf(flight.MakeSource(2, 1), zero.Add(at-time.Hour), at)})
		}
	}
	const clash = "The date of 2:1 is 3600.000 s behind that of 1:1: no samples until they agree; --source 1:1 or --source 2:1 says whose counts\n"
	got := told(t, 0, all)
	_, after, found := strings.Cut(got, clash)
	if !found || strings.Contains(after, clash) || strings.Count(after, "this clock is off by") != 1 {
		t.Errorf("%s", got)
	}
	if got := told(t, flight.MakeSource(1, 1), all); strings.Contains(got, "2:1") {
		t.Errorf("with a source asked for:\n%s", got)
	}
}

func TestADateThatIsNoLongerToldIsMissed(t *testing.T) {
	zero := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	var all []heardAt
	for at := time.Duration(0); at < 60*time.Second; at += 500 * time.Millisecond {
		if at < 50*time.Second {
			all = append(all, heardAt{at, dateFrame(zero.Add(at), at)})
		} else {
			all = append(all, heardAt{at, []byte("other")})
		}
	}
	if got := told(t, 0, all); strings.Count(got, "1:1 has not told the date for ") != 1 {
		t.Errorf("%s", got)
	}
}

func TestAnotherAutopilotTakesOverFromOneThatFellSilent(t *testing.T) {
	zero := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	other := flight.MakeSource(2, 1)
	var all []heardAt
	for at := time.Duration(0); at < 140*time.Second; at += 500 * time.Millisecond {
		if at < 55*time.Second {
			all = append(all, heardAt{at, dateFrame(zero.Add(at), at)})
		} else {
			all = append(all, heardAt{at, dateFrameOf(other, zero.Add(at+9*time.Second), at)})
		}
	}
	rest := told(t, 0, all)
	for _, want := range []string{ // in this order
		"The date of 2:1 is 9.000 s ahead of that of 1:1: no samples until they agree; ",
		"1:1 has not told the date for 6 s: no samples until it does\n",
		"1:1 has not told the date for 16 s: no samples until it does\n",
		"1:1 has not told the date for 30 s: from now on that of 2:1 counts\n2:1 tells the date: heard for 0 s of 40\n",
		"2:1: this clock is off by ",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("lacks %q in\n%s", want, told(t, 0, all))
		}
		rest = after
	}
	if got := told(t, flight.MakeSource(1, 1), all); strings.Contains(got, "2:1") {
		t.Errorf("with a source asked for:\n%s", got)
	}
}

func TestChronyWantsToKnowWhereToListen(t *testing.T) {
	for _, words := range [][]string{
		{"/tmp/x"},
		{"/tmp/x", "--listen", "tcp://127.0.0.1:14550"},
		{"/tmp/x", "--listen", "127.0.0.1:14550"},
		{"/tmp/x", "--listen", "udp://127.0.0.1"},
		{"/tmp/x", "--listen", "udp://127.0.0.1:0", "--source", "vehicle"},
		{"/tmp/x", "--listen", "udp://127.0.0.1:0", "--delay", "99h"},
		{"/tmp/x", "--listen", "udp://127.0.0.1:0", "--delay", "10001ms"},
		{"/tmp/x", "--listen", "udp://127.0.0.1:0", "--delay", "-1ms"},
		{"", "--listen", "udp://127.0.0.1:0"},
		{"--listen", "udp://127.0.0.1:0"},
	} {
		_, stderr, code := run(t, append([]string{"chrony"}, words...)...)
		if code != exitFailed || stderr == "" {
			t.Errorf("%q: exit %d, %q", words, code, stderr)
		}
	}
}
