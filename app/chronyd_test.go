//go:build unix

package app

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"postflight/analysis/clock/chronydtest"
)

// hurried is a host clock that stands where it is put until the present begins.
type hurried struct {
	mutex sync.Mutex
	began time.Time
	host  time.Duration // before the present, below 0
	read  chan struct{} // has something whenever the clock was looked at
}

func (h *hurried) now() (time.Duration, time.Time) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	select {
	case h.read <- struct{}{}:
	default:
	}
	if h.host < 0 {
		return h.host, h.began.Add(h.host)
	}
	return time.Since(h.began), time.Now()
}

func (h *hurried) put(host time.Duration) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.host = host
	select {
	case <-h.read:
	default:
	}
}

// TestTheCommandFeedsAChronyd runs the command beside a real chronyd: a minute that
// this computer does not wait for, then dates in real time, 0.3 s ahead.
func TestTheCommandFeedsAChronyd(t *testing.T) {
	const aheadBy = 300 * time.Millisecond
	chronyd := chronydtest.Start(t)
	clock := &hurried{began: time.Now(), host: -time.Minute, read: make(chan struct{}, 1)}
	errors, wrote := io.Pipe()
	var out bytes.Buffer
	in := &invocation{words: []string{chronyd.Socket(), "--listen", "udp://127.0.0.1:0"}, stdout: &out, stderr: wrote}
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		code <- runChronyBy(ctx, in, clock.now)
		wrote.Close()
	}()
	line, _ := bufio.NewReader(errors).ReadString('\n')
	_, address, _ := strings.Cut(line, "udp://")
	address, _, _ = strings.Cut(address, ". ")
	link, err := net.Dial("udp", address)
	if err != nil {
		stop()
		t.Fatalf("%q: %v, exit %d", line, err, <-code)
	}
	defer link.Close()
	send := func(at time.Time, boot time.Duration) {
		if _, err := link.Write(dateFrame(at.Add(aheadBy), time.Hour+boot)); err != nil {
			t.Error(err)
		}
	}
	for host := -time.Minute; host < 0; host += 250 * time.Millisecond {
		clock.put(host)
		send(clock.began.Add(host), host)
		<-clock.read
	}
	began := clock.began
	clock.put(0)
	said, ok := "", false
	for now := time.Now(); !ok && now.Sub(began) < 20*time.Second; now = time.Now() {
		send(now, now.Sub(began))
		var reached bool
		var ahead time.Duration
		reached, ahead, said = chronyd.Reading()
		ok = reached && (ahead-aheadBy).Abs() < 20*time.Millisecond
		<-time.After(50 * time.Millisecond)
	}
	stop()
	told := out.String
	if c := <-code; c != exitOK || !ok || !strings.Contains(told(), "off by -0.3") && !strings.Contains(told(), "off by -0.29") {
		t.Errorf("exit %d; chronyc: %s; it said:\n%s", c, said, told())
	}
}
