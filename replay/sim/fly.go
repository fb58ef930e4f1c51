// Package sim makes recordings of a simulated flight and says exactly what is
// in them.
//
// One flight is flown once. What the simulator knows becomes a VGT1 file; what
// the flight controller says goes over a link, with faults on request, and
// becomes VREC files with NavLink or MAVLink inside and a telemetry log; what it
// writes on board becomes DataFlash logs; what the station writes in words
// becomes text logs. The same [Config] gives the same bytes.
package sim

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"postflight/replay/sim/vehicle"
)

// Config says which flight to fly and how it is recorded. The zero value is a
// flight of 200 s over a perfect link.
type Config struct {
	Seed   uint64
	Length time.Duration // of the simulator's run; 0 is 200 s, less than 60 s is 60 s
	Start  time.Time     // wall clock when the stations start to record; zero is a fixed date
	Faults Faults
	// Reboots of the flight controller, counted from the simulator's start. One
	// that could not be told from other faults is left out: less than 20 s after
	// the start or after the reboot before it, or in the last 5 s.
	Reboots []time.Duration
	// ClockSteps of the computer that the stations run on. They show in all that
	// is stamped with its wall clock: the telemetry log and the text logs. A
	// fall by more than 2 s splits a telemetry log. One that could not be told
	// from other faults is left out, as with Reboots.
	ClockSteps []ClockStep
}

// Faults of the link and of the recording. The floats are probabilities for each
// frame. A fault keeps at least one whole frame away from the next, so with
// large values fewer happen than asked for; none happens within 1.5 s of the
// recording's end, of a reboot and of a clock step. The station's own frames have
// none: it logs them as it sends them.
type Faults struct {
	Loss          float64 // the frame never arrives
	BurstLoss     float64 // nor do those of the next 0.2 to 0.8 s
	FlippedBits   float64 // one bit of payload or CRC arrives wrong
	DamagedHeader float64 // magic, length or flags arrive wrong: no reader can name the frame
	Junk          float64 // 1 to 40 random bytes come before the frame
	ConsoleText   float64 // so does a line of the boot console
	Duplicate     float64 // the frame arrives twice within 0.3 s
	Late          float64 // it arrives 0.3 to 0.8 s late, after later ones of its sequence

	DamagedLengths int // VREC records whose length field is wrong

	// Of the telemetry log alone.
	MissingStamps float64 // the frame has no stamp
	SharedStamps  float64 // neither have it and up to two after it: one stamp for all
	GarbageStamps int     // stamps of random bytes
}

// Wire is the protocol inside a VREC file.
type Wire int

// The protocols that stations record.
const (
	NavLink Wire = iota
	MAVLink
)

// TruthRecord is one record of the ground truth, with the values of the file.
type TruthRecord struct {
	Time       time.Duration // since the first VGT1 record
	Tick       uint64        // ms of simulated time
	Quaternion [4]float64    // body to NED, w first
	Euler      [3]float64    // roll, pitch, yaw, degrees
}

// Flight is a flight that was flown. It does not change.
type Flight struct {
	Truth []TruthRecord

	config  Config
	reboots []uint64
	clock   clocks
	vgt     []byte
	sent    [2][]sent // of a Wire, from the tick of connecting
	asked   []sent    // by the ground station itself, on the MAVLink link
	host    hostClock
	flash   []*flashLog // one a boot
	lines   []line      // of the text logs
}

// clocks ties the simulator's ticks to the station's clocks. Host time counts
// microseconds from tick 0.
type clocks struct {
	connect  uint64 // tick at which the VREC files are made; a heartbeat is sent in it
	first    int64  // host time of the first record of both VREC files
	uptime   int64  // of the station's engine at tick 0, us
	opened   int64  // host time at which the VGT1 file was made, whole ms
	vgtFirst int64  // host time of the first VGT1 record
}

var defaultStart = time.Date(2026, 6, 17, 9, 15, 0, 0, time.UTC)

const (
	bootMillis   = 1200 // a reboot keeps the flight controller silent for so long
	firstLatency = 3500 // us, of the first frame; others differ
)

// Fly flies the flight, faster than real time.
func Fly(c Config) *Flight {
	f, _ := FlyContext(context.Background(), c) // which never ends
	return f
}

// ticksBetweenLooks is how often FlyContext looks at its context: each 1 s of the
// flight.
const ticksBetweenLooks = 1000

// FlyContext is [Fly] until ctx ends; the error is then the context's.
func FlyContext(ctx context.Context, c Config) (*Flight, error) {
	c = c.settled()
	f := &Flight{config: c, reboots: c.rebootTicks()}
	f.clock = newClocks(c)
	f.config.ClockSteps = settledSteps(c.ClockSteps, c.Length, f.reboots)
	f.host = newHostClock(c.Start, f.clock.connect, f.config.ClockSteps)
	talk := newSenders(f.config, f.clock.connect)
	truth := newVGTWriter(f.clock, c)
	flash := newFlashWriter(c, f.clock.connect, talk.mav.parameters)
	words := newJournal(c, f.clock.connect)
	for s := range vehicle.Ticks(vehicle.Config{
		Seed: c.Seed, Millis: uint64(c.Length / time.Millisecond), Reboots: f.reboots,
	}) {
		if s.Tick%ticksBetweenLooks == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		truth.step(s)
		talk.step(s)
		flash.step(s)
		words.step(s)
	}
	f.Truth, f.vgt, f.clock.vgtFirst = truth.records, truth.bytes, truth.first
	f.sent = [2][]sent{f.heard(talk.nav.frames), f.heard(talk.mav.wire.frames)}
	f.flash, f.lines = flash.logs, words.lines
	f.asked = talk.station.wire.frames
	return f, nil
}

func (c Config) settled() Config {
	if c.Length == 0 {
		c.Length = 200 * time.Second
	}
	c.Length = max(c.Length, time.Minute)
	if c.Start.IsZero() {
		c.Start = defaultStart
	}
	c.Start = c.Start.UTC().Truncate(time.Millisecond)
	return c
}

func (c Config) rebootTicks() []uint64 {
	var ticks []uint64
	free := 20 * time.Second
	for _, at := range slices.Sorted(slices.Values(c.Reboots)) {
		if at >= free && at <= c.Length-5*time.Second {
			ticks = append(ticks, uint64(at/time.Millisecond))
			free = at + 20*time.Second
		}
	}
	return ticks
}

func newClocks(c Config) clocks {
	r := c.random("clocks")
	connect := uint64(4000 + r.IntN(4000))
	return clocks{
		connect: connect,
		first:   int64(connect)*1000 + firstLatency,
		uptime:  31_000_000_000 + r.Int64N(4_000_000_000),
		opened:  -1000 * (300 + r.Int64N(400)),
	}
}

// random gives a generator of its own to each purpose, so that none disturbs
// another.
func (c Config) random(purpose string) *rand.Rand {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(purpose) {
		h = (h ^ uint64(purpose[i])) * 1099511628211
	}
	return rand.New(rand.NewPCG(c.Seed, h))
}

// heard drops what was sent before the stations listened.
func (f *Flight) heard(frames []sent) []sent {
	i := slices.IndexFunc(frames, func(s sent) bool { return s.at >= f.clock.connect })
	return frames[max(i, 0):]
}

// VGT1MinusVREC is how much later an instant is in the VGT1 file than in the
// VREC files, seconds, both counted from their first record.
func (f *Flight) VGT1MinusVREC() float64 {
	return float64(f.clock.first-f.clock.vgtFirst) / 1e6
}
