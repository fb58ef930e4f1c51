package sim

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"time"
)

const tlogStamp = 8

// TLog gives the telemetry log that a ground station keeps of the MAVLink link,
// its own frames among those it hears, and what is in it. The caller owns both.
//
// Each frame stands behind the station's wall clock in microseconds, 64 bits,
// big-endian (MAVLink guide; QGroundControl and Mission Planner write it so).
// Noise has no stamp: the station stamps what it takes for a frame.
func (f *Flight) TLog() ([]byte, FileTruth) {
	random := f.config.random("tlog")
	l := newLink(f, f.sent[MAVLink], random)
	c := &capture{flight: f, random: random, items: withOwn(l.arrivals(), f.asked)}
	c.stamp()
	c.items = l.damage(c.items)

	sent := slices.Concat(f.sent[MAVLink], f.asked)
	truth := FileTruth{
		Format: "tlog", Wire: "mavlink", Start: stamp(time.UnixMicro(f.host.wall(c.items[0].at))),
		Sources: countSources(sent, c.items, f.host.stretch),
	}
	times := c.times()
	truth.tell(c.items, times)
	c.tell(&truth, times)
	truth.Records = truth.Frames
	return c.bytes(), truth
}

// withOwn puts the station's own frames between those it hears.
func withOwn(heard []item, own []sent) []item {
	out := make([]item, 0, len(heard)+len(own))
	for _, it := range heard {
		for len(own) > 0 && own[0].host <= it.at {
			out = append(out, ownItem(&own[0]))
			own = own[1:]
		}
		out = append(out, it)
	}
	for i := range own {
		out = append(out, ownItem(&own[i]))
	}
	return out
}

func ownItem(s *sent) item { return item{frame: s, bytes: s.bytes, at: s.host} }

// capture is a telemetry log being made. The lead of an item is its stamp.
type capture struct {
	flight *Flight
	random *rand.Rand
	items  []item
}

// stamp writes the stamps, with the faults asked for.
func (c *capture) stamp() {
	faults := c.flight.config.Faults
	var plain []int
	for i := range c.items {
		if c.items[i].frame != nil {
			c.items[i].lead = binary.BigEndian.AppendUint64(nil, uint64(c.flight.host.wall(c.items[i].at)))
		}
		if c.undisturbed(i) {
			plain = append(plain, i)
		}
	}
	before := -1
	for _, i := range plain {
		p := c.random.Float64()
		run := 0
		switch {
		case i <= before:
			continue
		case p < faults.MissingStamps:
			run = 1
		case p < faults.MissingStamps+faults.SharedStamps:
			run = 1 + c.random.IntN(3)
		}
		for k := i; k < i+run && c.undisturbed(k); k++ {
			c.items[k].lead = nil
			before = k + 2
		}
	}
	c.spoilStamps(plain, faults.GarbageStamps)
}

// undisturbed reports whether nothing is wrong with item i and those around it,
// so that what a missing or wrong stamp does shows clean.
func (c *capture) undisturbed(i int) bool {
	const around = 3
	if i < around || i+around >= len(c.items) {
		return false
	}
	for _, it := range c.items[i-around : i+around+1] {
		if it.how != whole || it.frame == nil || c.flight.quietAt(it.frame.at) {
			return false
		}
	}
	return true
}

// spoilStamps makes n stamps random.
func (c *capture) spoilStamps(plain []int, n int) {
	for _, k := range c.random.Perm(len(plain)) {
		if n == 0 {
			return
		}
		around := c.items[plain[k]-3 : plain[k]+4]
		if slices.ContainsFunc(around, func(it item) bool { return it.lead == nil || it.garbage }) {
			continue
		}
		lead := make([]byte, tlogStamp)
		for i := range lead {
			for lead[i] = byte(c.random.Uint32()); isMagic(lead[i]) || i == 0 && lead[i] == 0; {
				lead[i]++
			}
		}
		c.items[plain[k]].lead, c.items[plain[k]].garbage = lead, true
		n--
	}
}

// times gives the log time of each item: none before the highest stamp so far,
// each stretch of the clock from where the one before ended.
func (c *capture) times() []time.Duration {
	out := make([]time.Duration, len(c.items))
	var now, highest int64
	stretch := -1
	for i, it := range c.items {
		if it.intact() && it.lead != nil && !it.garbage {
			wall := c.flight.host.wall(it.at)
			if s := c.flight.host.stretch(it.at); s != stretch {
				stretch, highest = s, wall
			}
			now += max(0, wall-highest)
			highest = max(highest, wall)
		}
		out[i] = time.Duration(now) * time.Microsecond
	}
	return out
}

// tell fills in what only a telemetry log has.
func (c *capture) tell(t *FileTruth, times []time.Duration) {
	t.Junk = [][2]int{}
	offset := 0
	for _, it := range c.items {
		length := len(it.lead) + len(it.bytes)
		switch {
		case it.how == noise || it.how == broken:
			t.Junk = append(t.Junk, [2]int{offset, length})
		case it.lead == nil:
			t.Unstamped++
		case it.garbage:
			t.GarbageStamps = append(t.GarbageStamps, offset)
		}
		offset += length
	}
	for _, s := range c.flight.config.ClockSteps {
		i := slices.IndexFunc(c.items, func(it item) bool { return it.intact() && it.at >= s.At.Microseconds() })
		t.CaptureSteps = append(t.CaptureSteps, [2]float64{float64(times[i].Microseconds()) / 1e6, s.By.Seconds()})
	}
}

func (c *capture) bytes() []byte {
	var out []byte
	for _, it := range c.items {
		out = append(append(out, it.lead...), it.bytes...)
	}
	return out
}
