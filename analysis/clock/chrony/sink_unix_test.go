//go:build unix

package chrony_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"postflight/analysis/clock/chrony"
)

// socketPath is short: socket paths are.
func socketPath(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sock")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

func newSink(t *testing.T, path string) *chrony.Sink {
	t.Helper()
	s, err := chrony.NewSink(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func receive(t *testing.T, path string) *net.UnixConn {
	t.Helper()
	c, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return c
}

func wantCounts(t *testing.T, s *chrony.Sink, wantSent, wantDropped uint64) {
	t.Helper()
	if sent, dropped := s.Counts(); sent != wantSent || dropped != wantDropped {
		t.Errorf("%d sent, %d dropped; want %d, %d", sent, dropped, wantSent, wantDropped)
	}
}

var sample = chrony.Sample{Time: time.Unix(1_756_224_000, 0), Offset: time.Millisecond}

func TestAReceiverGetsTheSampleAsOneDatagram(t *testing.T) {
	path := socketPath(t)
	c := receive(t, path)
	s := newSink(t, path)
	if !s.Send(sample) {
		t.Fatal("dropped")
	}
	b := make([]byte, 100)
	n, err := c.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if want := sample.Encode(); string(b[:n]) != string(want[:]) {
		t.Errorf("received % x, want % x", b[:n], want)
	}
	wantCounts(t, s, 1, 0)
}

func TestSamplesWithoutAReceiverAreDroppedUntilOneComes(t *testing.T) {
	path := socketPath(t)
	s := newSink(t, path)
	if s.Send(sample) {
		t.Error("sent to nobody")
	}
	c := receive(t, path)
	if !s.Send(sample) {
		t.Error("dropped though the receiver is there")
	}
	c.Close()
	if s.Send(sample) {
		t.Error("sent to a receiver that is gone")
	}
	os.Remove(path)
	receive(t, path)
	if !s.Send(sample) {
		t.Error("dropped though the receiver is back")
	}
	wantCounts(t, s, 2, 2)
}

func TestAFullReceiverDropsSamplesWithoutWaiting(t *testing.T) {
	path := socketPath(t)
	c := receive(t, path)
	s := newSink(t, path)
	const most = 1_000_000
	n := uint64(0)
	for n < most && s.Send(sample) {
		n++
	}
	if n == most {
		t.Fatal("the receiver never filled up")
	}
	wantCounts(t, s, n, 1)
	if _, err := c.Read(make([]byte, chrony.SampleLen)); err != nil {
		t.Fatal(err)
	}
	for range most {
		if s.Send(sample) {
			return
		}
		if _, err := c.Read(make([]byte, chrony.SampleLen)); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("still dropped after the receiver was emptied")
}

func TestAClosedSinkDrops(t *testing.T) {
	path := socketPath(t)
	receive(t, path)
	s := newSink(t, path)
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if s.Send(sample) {
		t.Error("sent after Close")
	}
	wantCounts(t, s, 0, 1)
}

func TestPathsThatNoSocketCanHaveAreRefused(t *testing.T) {
	for _, path := range []string{"", strings.Repeat("x", 200), "a\x00b"} {
		if _, err := chrony.NewSink(path); err == nil {
			t.Errorf("%q accepted", path)
		}
	}
}
