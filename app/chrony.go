package app

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

	"postflight/analysis/clock"
	"postflight/analysis/clock/chrony"
	"postflight/analysis/clock/gpstime"
	"postflight/decode/flight"
)

func runChrony(ctx context.Context, in *invocation) int {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM) // a service manager's way to end it
	defer stop()
	flags := in.flags()
	listen := flags.String("listen", "", "where frames of the vehicle come in, such as udp://127.0.0.1:14550")
	source := flags.String("source", "", "whose date counts, such as 1:1; the first autopilot where it is not given")
	delay := flags.Duration("delay", 0, "how long the fastest frame takes from the vehicle to here, which cannot be measured")
	words, code, ok := in.parse(flags, 1, 1)
	if !ok {
		return code
	}
	network, address, err := udpAddress(*listen)
	if err != nil {
		return in.fail(err)
	}
	var from flight.Source
	if *source != "" {
		if from, err = flight.ParseSource(*source); err != nil {
			return in.fail(err)
		}
		if from == 0 {
			return in.fail(fmt.Errorf("--source %s: expected one that sends, such as 1:1", *source))
		}
	}
	if *delay < 0 {
		return in.fail(fmt.Errorf("--delay: expected a time such as 20ms, found %v", *delay))
	}
	info, absent := os.Stat(words[0])
	if absent == nil && info.Mode()&os.ModeSocket == 0 {
		return in.fail(fmt.Errorf("%s: expected a socket of chronyd, found %s", words[0], kindOf(info)))
	}
	sink, err := chrony.NewSink(words[0])
	if err != nil {
		return in.fail(err)
	}
	defer sink.Close()
	var config net.ListenConfig
	conn, err := config.ListenPacket(ctx, network, address)
	if err != nil {
		return in.fail(err)
	}
	defer conn.Close()
	fmt.Fprintf(in.stderr, "Listening on udp://%s. The fastest frame is taken to need %v; the clock will be behind by what it needs more.\n",
		conn.LocalAddr(), *delay)
	if absent != nil {
		fmt.Fprintf(in.stderr, "%s is no socket yet. chronyd makes it when it starts with \"refclock SOCK %s\" in chrony.conf; until then samples are dropped.\n", words[0], words[0])
	}
	f := &feeding{in: in, sink: sink, feed: gpstime.NewFeed(from, *delay), now: newTicker()}
	if err := f.run(ctx, conn); err != nil {
		return in.fail(err)
	}
	return exitOK
}

// udpAddress reads "udp://host:port". An address in the form of IPv4 is meant as
// one; the network "udp" would take 0.0.0.0 for every address there is.
func udpAddress(text string) (network, address string, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "udp" || u.Port() == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", "", fmt.Errorf("--listen %q: expected udp://ADDRESS:PORT, such as udp://127.0.0.1:14550", text)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && ip.Is4() {
		return "udp4", u.Host, nil
	}
	return "udp", u.Host, nil
}

func kindOf(info os.FileInfo) string {
	if info.IsDir() {
		return "a folder"
	}
	return "a file"
}

// instant is a time by a clock that nobody sets or slews, and by the one that is.
type instant func() (host time.Duration, now time.Time)

func newTicker() instant {
	host := newHostClock()
	return func() (time.Duration, time.Time) { return host(), time.Now() }
}

// feeding hands what a vehicle sends to chronyd and tells how it goes.
type feeding struct {
	in   *invocation
	sink *chrony.Sink
	feed *gpstime.Feed
	now  instant

	told time.Duration // host time of the last line
	said bool
}

const (
	maxDatagram = 1 << 16
	tellEvery   = 10 * time.Second
)

// run goes on until the context ends, which is no error.
func (f *feeding) run(ctx context.Context, conn net.PacketConn) error {
	stop := context.AfterFunc(ctx, func() { conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	buffer := make([]byte, maxDatagram)
	for {
		n, from, err := conn.ReadFrom(buffer)
		if ctx.Err() != nil {
			f.sum()
			return nil
		}
		if err != nil {
			return fmt.Errorf("listening: %w", err)
		}
		host, now := f.now()
		sample, ok := f.feed.Take(from.String(), buffer[:n], host, now)
		if ok {
			f.sink.Send(sample)
		}
		f.tell(host, sample, ok)
	}
}

// tell writes a line at first and every ten seconds.
func (f *feeding) tell(host time.Duration, sample chrony.Sample, sent bool) {
	if f.said && host-f.told < tellEvery || f.feed.Dates > 0 && !sent && f.feed.Ready() {
		return
	}
	f.said, f.told = true, host
	count, dropped := f.sink.Counts()
	switch {
	case sent:
		e, _ := f.feed.Estimate()
		fmt.Fprintf(f.in.stdout, "%s: this clock is off by %+.6f s (±%.6f s), it runs %+.1f ppm; %d samples sent, %d dropped\n",
			f.feed.Source, 0-sample.Offset.Seconds(), float64(e.Sigma)/1e9, 0-e.SkewPPM(), count, dropped)
	case f.feed.Scatters():
		e, _ := f.feed.Estimate()
		fmt.Fprintf(f.in.stdout, "%s tells dates that do not agree (±%.3f s): no samples until they do\n", f.feed.Source, float64(e.Sigma)/1e9)
	case f.feed.Dates > 0:
		e, _ := f.feed.Estimate()
		fmt.Fprintf(f.in.stdout, "%s tells the date: heard for %.0f s of %.0f\n",
			f.feed.Source, e.Span.Seconds(), clock.EnvelopeReadySpan.Seconds())
	default:
		fmt.Fprintf(f.in.stdout, "%d frames in %d datagrams; no autopilot tells the date yet\n", f.feed.Frames, f.feed.Datagrams)
	}
}

func (f *feeding) sum() {
	sent, dropped := f.sink.Counts()
	fmt.Fprintf(f.in.stdout, "%d datagrams, %d frames, %d dates; %d samples sent, %d dropped\n",
		f.feed.Datagrams, f.feed.Frames, f.feed.Dates, sent, dropped)
}
