package gpstime_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis/clock/chrony"
	"postflight/analysis/clock/gpstime"
	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

var vehicle = flight.MakeSource(1, 1)

// encode makes a MAVLink 2 frame of a payload.
func encode(source flight.Source, id uint32, payload []byte) []byte {
	b := append([]byte{
		flight.MagicMAVLink2, byte(len(payload)), 0, 0, 0, source.System(), source.Component(),
		byte(id), byte(id >> 8), byte(id >> 16),
	}, payload...)
	sum := crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), mavlink.Definition(id).CRCExtra)
	return binary.LittleEndian.AppendUint16(b, uint16(sum))
}

func systemTime(source flight.Source, date time.Time, boot time.Duration) []byte {
	us := uint64(0)
	if !date.IsZero() {
		us = uint64(date.UnixMicro())
	}
	payload := binary.LittleEndian.AppendUint64(nil, us)
	return encode(source, 2, binary.LittleEndian.AppendUint32(payload, uint32(boot.Milliseconds())))
}

func heartbeat(source flight.Source) []byte { return encode(source, 0, make([]byte, 9)) }

// The clock of the computer in these tests is 700 ms ahead of the vehicle's, which
// is right.
var (
	zero  = time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	ahead = 700 * time.Millisecond
)

// sent is a datagram that leaves the vehicle at a time and how long it takes.
type sent struct {
	at, delay time.Duration
	data      []byte
}

// hear gives the datagrams to a feed and returns the samples.
func hear(f *gpstime.Feed, datagrams []sent) []chrony.Sample {
	var out []chrony.Sample
	for _, d := range datagrams {
		host := d.at + d.delay
		if s, ok := f.Take("vehicle", d.data, host, zero.Add(host+ahead)); ok {
			out = append(out, s)
		}
	}
	return out
}

// dated is SYSTEM_TIME twice a second, 20 to 100 ms on the way.
func dated(from, until time.Duration, date func(at time.Duration) time.Time) []sent {
	random := rand.New(rand.NewPCG(1, 2))
	var out []sent
	for at := from; at < until; at += 500 * time.Millisecond {
		delay := 20*time.Millisecond + time.Duration(random.Int64N(int64(80*time.Millisecond)))
		out = append(out, sent{at, delay, systemTime(vehicle, date(at), 60*time.Second+at)})
	}
	return out
}

// slack is how well 40 s of such dates tell.
const slack = 15 * time.Millisecond

func right(at time.Duration) time.Time { return zero.Add(at) }

func TestTheDateGoesThroughTheLeastLate(t *testing.T) {
	f := gpstime.NewFeed(0, 20*time.Millisecond)
	samples := hear(f, dated(0, 90*time.Second, right))
	// From 40 s on about one a second.
	if len(samples) < 40 || len(samples) > 51 || f.Source != vehicle || f.Resets != 0 {
		t.Fatalf("%d samples of %s, %d resets", len(samples), f.Source, f.Resets)
	}
	for _, s := range samples {
		if off := s.Offset + ahead; off.Abs() > slack || s.Pulse {
			t.Errorf("at %v the clock is said to be off by %v", s.Time, s.Offset)
		}
	}
}

func TestWithoutADateThereIsNoSample(t *testing.T) {
	f := gpstime.NewFeed(0, 0)
	none := func(time.Duration) time.Time { return time.Time{} }
	if s := hear(f, dated(0, 90*time.Second, none)); len(s) != 0 || f.Dates != 0 || f.Frames != 180 {
		t.Errorf("%d samples, %d dates, %d frames", len(s), f.Dates, f.Frames)
	}
}

func TestOnlyTheAutopilotsDateCounts(t *testing.T) {
	wrong := func(at time.Duration) time.Time { return zero.Add(at - 9*time.Hour) }
	companion := dated(0, 90*time.Second, wrong)
	for i := range companion {
		companion[i].data = systemTime(flight.MakeSource(1, 191), wrong(companion[i].at), 0)
	}
	f := gpstime.NewFeed(0, 0)
	if s := hear(f, companion); len(s) != 0 || f.Dates != 0 {
		t.Errorf("%d samples, %d dates", len(s), f.Dates)
	}
	f = gpstime.NewFeed(flight.MakeSource(1, 191), 0)
	if s := hear(f, companion); len(s) == 0 {
		t.Error("a source that was asked for does not count")
	}
}

func TestARestartAndAnotherDateBeginAnew(t *testing.T) {
	f := gpstime.NewFeed(0, 20*time.Millisecond)
	hear(f, dated(0, 60*time.Second, right))
	again := dated(60*time.Second, 75*time.Second, right)
	for i := range again {
		again[i].data = systemTime(vehicle, right(again[i].at), again[i].at-60*time.Second)
	}
	if s := hear(f, again); len(s) != 0 || f.Resets != 1 {
		t.Errorf("after a restart: %d samples, %d resets", len(s), f.Resets)
	}
	f = gpstime.NewFeed(0, 20*time.Millisecond)
	hear(f, dated(0, 60*time.Second, right))
	later := func(at time.Duration) time.Time { return right(at).Add(time.Hour) }
	s := hear(f, dated(60*time.Second, 120*time.Second, later))
	if f.Resets != 1 || len(s) == 0 || (s[len(s)-1].Offset-time.Hour+ahead).Abs() > 10*time.Millisecond {
		t.Errorf("after a jump: %d samples, %d resets", len(s), f.Resets)
	}
}

func TestOneWrongDateIsPassedOver(t *testing.T) {
	f := gpstime.NewFeed(0, 20*time.Millisecond)
	all := dated(0, 90*time.Second, func(at time.Duration) time.Time {
		if at == 50*time.Second {
			return right(at).Add(time.Minute)
		}
		return right(at)
	})
	for _, s := range hear(f, all) {
		if off := s.Offset + ahead; off.Abs() > slack {
			t.Errorf("at %v the clock is said to be off by %v", s.Time, s.Offset)
		}
	}
}

func TestFramesAreFoundHoweverTheyAreCut(t *testing.T) {
	stream := []byte("junk\xfd\xfe")
	for i := range 40 {
		stream = append(stream, heartbeat(vehicle)...)
		stream = append(stream, systemTime(vehicle, zero.Add(time.Duration(i)*time.Second), time.Minute)...)
		stream = append(stream, 0xFD, 0xFF, 0) // a header that leads nowhere
	}
	stream = append(stream, make([]byte, mavlink.MaxFrame)...)
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 50 {
		f := gpstime.NewFeed(0, 0)
		for rest := stream; len(rest) > 0; {
			n := min(len(rest), 1+random.IntN(1+round*8))
			f.Take("a", rest[:n], 0, zero)
			f.Take("b", []byte{0xFD, 40, 0}, 0, zero) // another sender does not disturb
			rest = rest[n:]
		}
		if f.Frames != 80 || f.Dates != 40 {
			t.Fatalf("pieces of up to %d bytes: %d frames, %d dates", round*8, f.Frames, f.Dates)
		}
	}
}

func TestHostileDatagramsCostLittle(t *testing.T) {
	f := gpstime.NewFeed(0, 0)
	random := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		b := make([]byte, random.IntN(300))
		for i := range b {
			b[i] = byte(random.Uint32())
			if random.IntN(4) == 0 {
				b[i] = 0xFD
			}
		}
		f.Take(string(b[:min(2, len(b))]), b, time.Duration(random.Int64()), zero)
	}
	extreme := binary.LittleEndian.AppendUint64(nil, math.MaxUint64)
	f.Take("", encode(vehicle, 2, append(extreme, 1, 0, 0, 0)), math.MaxInt64, zero)
	f.Take("", systemTime(vehicle, time.UnixMicro((1<<62)/1000-1), 0), math.MinInt64, zero)
}

// chronyd is a computer's clock that is slewed by the newest sample every 16 s, by at
// most 83,333 ppm.
type chronyd struct {
	off, left time.Duration // of the clock, and of what is being slewed
}

func (c *chronyd) advance(step time.Duration) {
	most := time.Duration(float64(step) * 0.083333)
	d := min(most, max(-most, c.left))
	c.off, c.left = c.off+d, c.left-d
}

func TestAClockThatIsSlewedComesToRest(t *testing.T) {
	for _, behind := range []time.Duration{100 * time.Millisecond, 500 * time.Millisecond, 900 * time.Millisecond} {
		f, computer := gpstime.NewFeed(0, 20*time.Millisecond), chronyd{off: -behind}
		random := rand.New(rand.NewPCG(1, 2))
		var last *chrony.Sample
		const step = 10 * time.Millisecond
		for at := time.Duration(0); at < 400*time.Second; at += step {
			computer.advance(step)
			if at%(250*time.Millisecond) == 0 {
				delay := 20*time.Millisecond + time.Duration(random.Int64N(int64(30*time.Millisecond)))
				date := systemTime(vehicle, zero.Add(at-delay), 60*time.Second+at)
				if s, ok := f.Take("vehicle", date, at, zero.Add(at+computer.off)); ok {
					last = &s
				}
			}
			if at%(16*time.Second) == 0 && last != nil {
				computer.left, last = last.Offset, nil
			}
			if at > 100*time.Second && (computer.off > 5*time.Millisecond || computer.off < -5*time.Millisecond) {
				t.Fatalf("%v behind at first, %v off after %v", behind, computer.off, at)
			}
		}
	}
}

func TestOneDateThatIsAheadChangesNothing(t *testing.T) {
	dates := dated(0, 120*time.Second, func(at time.Duration) time.Time {
		if at == 60*time.Second {
			return zero.Add(at + 900*time.Millisecond)
		}
		return zero.Add(at)
	})
	f := gpstime.NewFeed(0, 20*time.Millisecond)
	samples := hear(f, dates)
	for _, s := range samples {
		if off := s.Offset + ahead; off > slack || off < -slack {
			t.Errorf("a sample of %v, want %v", s.Offset, -ahead)
		}
	}
	if len(samples) < 70 || f.Resets != 0 {
		t.Errorf("%d samples, %d resets", len(samples), f.Resets)
	}
}
