package timebase

import (
	"cmp"
	"context"
	"slices"
	"time"

	"postflight/analysis/clock"
	"postflight/analysis/epoch"
	"postflight/analysis/internal/cancel"
	"postflight/decode/flight"
)

// key names a clock.
type key struct {
	source   flight.Source
	epoch    int
	remote   Remote
	link     uint8
	timesync bool
}

// group is the readings of one clock, in file order.
type group struct {
	pairs  []clock.Pair
	frames []int32
	powers []int64 // date less boot time, where a frame tells both
	boots  []int64 // and that boot time
	trip   int64   // of exchanges: the shortest
	trips  []trip  // of those that the host asked for
}

func (g *group) add(frame int, p clock.Pair) {
	if p.Valid() {
		g.pairs = append(g.pairs, p)
		g.frames = append(g.frames, int32(frame))
	}
}

// reserve makes room for n readings, of which a long log has many.
func (g *group) reserve(n int) {
	g.pairs, g.frames = slices.Grow(g.pairs, n), slices.Grow(g.frames, n)
}

// readers are how the clocks in the payloads of a stream are read; a nil one
// reads nothing.
type readers struct {
	sender     *sender
	boot, date func([]byte) (int64, bool)
	lap        int64 // that boot runs over after, ns; 0 for never
	sync       *syncFields
}

// sender is a source as the walk over the frames has reached it.
type sender struct {
	source     flight.Source
	own        bool // log time follows its boot clock
	epochs     []epoch.Epoch
	boots      int // frames that may tell its boot time
	epoch      int
	laps       unwrapper
	boot, date *group // of this epoch; nil until there is a reading
}

// reach moves on to frame i.
func (s *sender) reach(i int) {
	for s.epoch+1 < len(s.epochs) && s.epochs[s.epoch+1].FirstFrame <= i {
		s.epoch++
		s.laps, s.boot, s.date = unwrapper{}, nil, nil
	}
}

type collector struct {
	log     *flight.Log
	host    *hostClock
	senders map[flight.Source]*sender
	read    []*readers // by stream
	groups  map[key]*group

	syncs    []syncFrame
	navLinks []exchange
	tooEarly map[[2]flight.Source]*early
}

func newCollector(l *flight.Log, h *hostClock, epochs []epoch.Epoch) *collector {
	c := &collector{
		log: l, host: h, senders: map[flight.Source]*sender{},
		groups: map[key]*group{}, tooEarly: map[[2]flight.Source]*early{},
	}
	for _, run := range bySource(epochs) {
		source := run[0].Source
		c.senders[source] = &sender{source: source, own: !h.capture && source == h.driver, epochs: run}
	}
	dates := false
	for _, s := range l.Streams {
		r := &readers{sender: c.senders[s.Source], boot: bootReader(s), lap: int64(lapOf(s)), date: dateReader(l, s), sync: syncFieldsOf(s.Message)}
		if r.sender != nil && r.boot != nil {
			r.sender.boots += s.Count
		}
		if s.Bare && r.date != nil {
			if dates {
				r.date = nil // of several receivers the first
			}
			dates = true
		}
		if h.capture != (r.sync != nil) {
			r.sync = nil
		}
		c.read = append(c.read, r)
	}
	return c
}

// collect reads every clock of every frame.
func (c *collector) collect(ctx context.Context) error {
	l := c.log
	var buffer []byte
	for i, s := range l.Frames.Stream {
		if err := cancel.At(ctx, i); err != nil {
			return err
		}
		r := c.read[s]
		signed := l.Frames.Flags[i]&flight.Signed != 0
		if r.sender == nil || r.boot == nil && r.date == nil && r.sync == nil && !signed {
			continue
		}
		b := l.AppendFrame(buffer, i)
		if l.Frames.Flags[i]&flight.Split != 0 {
			buffer = b
		}
		c.frame(i, b, r, signed)
	}
	return nil
}

func (c *collector) frame(i int, b []byte, r *readers, signed bool) {
	host, ok := c.host.at(i)
	if !ok {
		return
	}
	payload := b
	if !c.log.Streams[c.log.Frames.Stream[i]].Bare {
		payload = flight.Payload(b)
	}
	from := r.sender
	from.reach(i)
	boot, hasBoot := int64(0), false
	if r.boot != nil {
		if boot, hasBoot = r.boot(payload); hasBoot {
			boot = from.laps.next(boot, r.lap)
		}
	}
	switch {
	case hasBoot && from.own:
		host = boot
	case hasBoot:
		if from.boot == nil {
			from.boot = c.group(key{source: from.source, epoch: from.epoch, remote: Boot})
			if len(from.epochs) == 1 {
				from.boot.reserve(from.boots)
			}
		}
		from.boot.add(i, clock.Pair{Host: host, Remote: boot})
	}
	if r.date != nil && (hasBoot || !from.own) {
		if date, ok := r.date(payload); ok {
			c.date(i, from, host, date)
			if hasBoot {
				from.date.powers, from.date.boots = append(from.date.powers, date-boot), append(from.date.boots, boot)
			}
		}
	}
	if signed {
		link, at := signature(b)
		k := key{source: from.source, epoch: from.epoch, remote: Signature, link: link}
		c.group(k).add(i, clock.Pair{Host: host, Remote: at})
	}
	if r.sync != nil {
		c.sync(i, from, host, payload, r.sync)
	}
}

func (c *collector) date(i int, from *sender, host, date int64) {
	if from.date == nil {
		from.date = c.group(key{source: from.source, epoch: from.epoch, remote: UTC})
	}
	from.date.add(i, clock.Pair{Host: host, Remote: date})
}

func (c *collector) group(k key) *group {
	g := c.groups[k]
	if g == nil {
		g = &group{}
		c.groups[k] = g
	}
	return g
}

// keys lists the clocks in the order in which a person reads them.
func (c *collector) keys() []key {
	out := make([]key, 0, len(c.groups))
	for k, g := range c.groups {
		if len(g.pairs) >= minPairs {
			out = append(out, k)
		}
	}
	remotes := []Remote{Boot, UTC, Signature}
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	slices.SortFunc(out, func(a, b key) int {
		return cmp.Or(
			cmp.Compare(a.source, b.source), cmp.Compare(a.epoch, b.epoch),
			cmp.Compare(slices.Index(remotes, a.remote), slices.Index(remotes, b.remote)),
			cmp.Compare(flag(a.timesync), flag(b.timesync)), cmp.Compare(a.link, b.link),
		)
	})
	return out
}

// strayLead is by how much a reading has to lie ahead of both its neighbours to
// be a stray: nothing that is late looks so.
const strayLead = int64(time.Second)

// dropFar drops dates that lie far from the median of all, as where bytes of one were
// damaged: what an oscillator that is off by a thousandth explains is kept.
func (g *group) dropFar() {
	if len(g.pairs) < minPairs {
		return
	}
	off, hosts := make([]int64, len(g.pairs)), make([]int64, len(g.pairs))
	for i, p := range g.pairs {
		off[i], hosts[i] = p.Offset(), p.Host
	}
	middle, host, kept := median(off), median(hosts), 0
	for i, p := range g.pairs {
		if time.Duration(off[i]-middle).Abs() <= time.Duration(strayLead)+time.Duration(p.Host-host).Abs()/1000 {
			g.pairs[kept], g.frames[kept] = p, g.frames[i]
			kept++
		}
	}
	g.pairs, g.frames = g.pairs[:kept], g.frames[:kept]
}

// dropStrays drops readings that alone lie ahead of those around them: one of
// them would carry the whole line.
func (g *group) dropStrays() {
	n := len(g.pairs)
	if n < minPairs {
		return
	}
	offset := func(i int) int64 { return g.pairs[i].Offset() }
	before, kept := offset(2), 0
	for i := range g.pairs {
		after := before // the last has those before it alone
		if i+1 < n {
			after = offset(i + 1)
		}
		own := offset(i)
		if own <= max(before, after)+strayLead {
			g.pairs[kept], g.frames[kept] = g.pairs[i], g.frames[i]
			kept++
		}
		before = own
	}
	g.pairs, g.frames = g.pairs[:kept], g.frames[:kept]
}
