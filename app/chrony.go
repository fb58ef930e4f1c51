package app

import (
	"context"
	"errors"
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

// mostDelay is how long a frame may be on its way: more is a clock that is off.
const mostDelay = 10 * time.Second

func runChrony(ctx context.Context, in *invocation) int { return runChronyBy(ctx, in, newTicker()) }

func runChronyBy(ctx context.Context, in *invocation, now instant) int {
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
	if *delay < 0 || *delay > mostDelay {
		return in.fail(fmt.Errorf("--delay: expected a time such as 20ms, up to %v, found %v", mostDelay, *delay))
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
	f := &feeding{in: in, sink: sink, feed: gpstime.NewFeed(from, *delay), now: now, look: lookEvery}
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
	look time.Duration // how long to wait for a datagram before saying that none comes

	told  time.Duration // host time of the last line
	said  bool
	heard time.Duration // host time of the last datagram, or of the start
	dated time.Duration // host time of the last date of the source
	dates int           // told until then
	quiet bool          // that nothing arrives is said
	clash flight.Source // whose disagreement is said
	goes  flight.Source // by whose date it goes, once there is one
}

const (
	maxDatagram = 1 << 16
	tellEvery   = 10 * time.Second
	lookEvery   = time.Second
	// silence is after how long it is said that nothing does.
	silence = 5 * time.Second
)

// run goes on until the context ends, which is no error.
func (f *feeding) run(ctx context.Context, conn net.PacketConn) error {
	stop := context.AfterFunc(ctx, func() { conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	buffer := make([]byte, maxDatagram)
	f.heard, _ = f.now()
	for {
		if err := conn.SetReadDeadline(time.Now().Add(f.look)); err != nil {
			return fmt.Errorf("listening: %w", err)
		}
		if ctx.Err() != nil { // the deadline that stop set may be overwritten
			f.sum()
			return nil
		}
		n, from, err := conn.ReadFrom(buffer)
		host, now := f.now()
		switch {
		case ctx.Err() != nil:
			f.sum()
			return nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			f.tellSilence(host)
		case err != nil:
			return fmt.Errorf("listening: %w", err)
		default:
			f.take(from.String(), buffer[:n], host, now)
		}
	}
}

func (f *feeding) take(from string, datagram []byte, host time.Duration, now time.Time) {
	if f.quiet {
		f.quiet, f.said = false, false
	}
	f.heard = host
	sample, ok := f.feed.Take(from, datagram, host, now)
	if ok {
		f.sink.Send(sample)
	}
	f.tellOther(host)
	if f.feed.Dates > f.dates {
		f.dates, f.dated = f.feed.Dates, host
	}
	if f.tellClash() && !f.stopped(host) {
		return
	}
	f.tell(host, sample, ok)
}

// tellOther says that another autopilot has taken over.
func (f *feeding) tellOther(host time.Duration) {
	if f.goes != 0 && f.goes != f.feed.Source {
		fmt.Fprintf(f.in.stdout, "%s has not told the date for %.0f s: from now on that of %s counts\n", f.goes, (host - f.dated).Seconds(), f.feed.Source)
		f.said = false
	}
	f.goes = f.feed.Source
}

// stopped says whether the source no longer tells the date.
func (f *feeding) stopped(host time.Duration) bool {
	return f.feed.Dates > 0 && host-f.dated >= silence
}

// tellSilence says once that nothing arrives.
func (f *feeding) tellSilence(host time.Duration) {
	if f.quiet || host-f.heard < silence {
		return
	}
	f.quiet = true
	if f.feed.Datagrams == 0 {
		fmt.Fprintf(f.in.stdout, "Nothing has arrived for %.0f s. Is the vehicle's link set to send to this address?\n", (host - f.heard).Seconds())
		return
	}
	fmt.Fprintf(f.in.stdout, "Nothing has arrived for %.0f s: no samples until something does\n", (host - f.heard).Seconds())
}

// tellClash says once that another autopilot tells another date. It reports whether
// one does.
func (f *feeding) tellClash() bool {
	other, by, disagrees := f.feed.Disagreement()
	if disagrees && other != f.clash {
		way := "ahead of"
		if by < 0 {
			way = "behind"
		}
		fmt.Fprintf(f.in.stdout, "The date of %s is %.3f s %s that of %s: no samples until they agree; --source %s or --source %s says whose counts\n",
			other, by.Abs().Seconds(), way, f.feed.Source, f.feed.Source, other)
	}
	if !disagrees && f.clash != 0 {
		f.said = false
	}
	f.clash = other
	return disagrees
}

// tell writes a line at first and every ten seconds.
func (f *feeding) tell(host time.Duration, sample chrony.Sample, sent bool) {
	stopped := f.stopped(host)
	if f.said && host-f.told < tellEvery || f.feed.Dates > 0 && !sent && !stopped && f.feed.Ready() {
		return
	}
	f.said, f.told = true, host
	count, dropped := f.sink.Counts()
	switch {
	case sent:
		e, _ := f.feed.Estimate()
		fmt.Fprintf(f.in.stdout, "%s: this clock is off by %+.6f s (±%.6f s), it runs %+.1f ppm; %d samples sent, %d dropped\n",
			f.feed.Source, 0-sample.Offset.Seconds(), max(1e-6, float64(e.Sigma)/1e9), 0-e.SkewPPM(), count, dropped)
	case stopped:
		fmt.Fprintf(f.in.stdout, "%s has not told the date for %.0f s: no samples until it does\n", f.feed.Source, (host - f.dated).Seconds())
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
