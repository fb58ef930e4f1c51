package sim

import (
	"math/rand/v2"
	"slices"
	"sort"
)

// arrival is how something came out of the link.
type arrival uint8

const (
	whole   arrival = iota
	late            // whole, but after later ones of its counter
	copied          // whole, and the same frame came before
	flipped         // with one bit of payload or CRC wrong
	broken          // with a header that names it no more
	noise           // never a frame
)

// item is a run of bytes that came out of the link.
type item struct {
	how   arrival
	frame *sent // nil for noise
	bytes []byte
	at    int64  // host time of its last byte, us
	lead  []byte // what the container writes before it

	garbage bool // the lead means nothing
}

const (
	quietMillis  = 1500 // no faults so close to a reboot, a clock step or the end
	mostLost     = 150  // in a row of one counter; a gap of 256 would be invisible
	longestBurst = 80   // frames
)

// link decides the fate of each frame. Between two faulted places in the byte
// stream there is always a frame that came through clean, so that what happened
// at each place can be known from the bytes.
type link struct {
	frames  []sent
	faults  Faults
	random  *rand.Rand
	at      []int64 // host time at which each frame arrives if nothing happens, us
	next    []int   // the next frame of the same counter, or -1
	quiet   []bool
	clean   []bool // must come through untouched
	fate    []arrival
	lost    []bool
	before  map[int]item // what comes in before a frame
	arrived map[counter]bool
	missing map[counter]int // lost in a row
}

func newLink(f *Flight, frames []sent, random *rand.Rand) *link {
	n := len(frames)
	l := &link{
		frames: frames, faults: f.config.Faults, random: random,
		at: make([]int64, n), next: make([]int, n), quiet: make([]bool, n), clean: make([]bool, n),
		fate: make([]arrival, n), lost: make([]bool, n), before: map[int]item{},
		arrived: map[counter]bool{}, missing: map[counter]int{},
	}
	following := map[counter]int{}
	for i := n - 1; i >= 0; i-- {
		l.next[i] = -1
		if k, ok := following[frames[i].counter]; ok {
			l.next[i] = k
		}
		following[frames[i].counter] = i
		l.quiet[i] = f.quietAt(frames[i].at)
	}
	last := f.clock.first
	for i := range frames {
		jitter := min(random.ExpFloat64()*1500, 30000)
		last = max(last, int64(frames[i].at)*1000+2000+int64(jitter))
		if i == 0 {
			last = f.clock.first
		}
		l.at[i] = last
	}
	return l
}

// quietAt reports whether a fault at this tick would blur what happens at the
// recording's ends, at a reboot or at a step of the station's clock.
func (f *Flight) quietAt(tick uint64) bool {
	end := uint64(f.config.Length.Milliseconds())
	if tick < f.clock.connect+500 || tick+quietMillis > end {
		return true
	}
	for _, r := range f.reboots {
		if tick+quietMillis > r && tick < r+bootMillis+quietMillis {
			return true
		}
	}
	for _, s := range f.config.ClockSteps {
		at := uint64(s.At.Milliseconds())
		if tick+quietMillis > at && tick < at+quietMillis {
			return true
		}
	}
	return false
}

// carry gives what came out of the link, in order.
func (l *link) carry() []item { return l.damage(l.arrivals()) }

// arrivals gives what comes out of the link, in order, nothing spoilt yet.
func (l *link) arrivals() []item {
	for i := 0; i < len(l.frames); i++ {
		i = l.decide(i)
	}
	items := make([]item, 0, len(l.frames)+len(l.before))
	for i := range l.frames {
		if in, ok := l.before[i]; ok {
			items = append(items, in)
		}
		if l.lost[i] || l.fate[i] == late {
			continue
		}
		frame := &l.frames[i]
		items = append(items, item{how: l.fate[i], frame: frame, bytes: frame.bytes, at: l.at[i]})
	}
	return items
}

// decide settles frame i, with a burst also those after it, and gives the index
// of the last one settled.
func (l *link) decide(i int) int {
	of := l.frames[i].counter
	if l.clean[i] || l.quiet[i] || l.missing[of] >= mostLost {
		l.pass(i)
		return i
	}
	f, p := l.faults, l.random.Float64()
	chance := func(share float64) bool {
		p -= share
		return p < 0
	}
	switch {
	case chance(f.Loss):
		l.lose(i)
	case chance(f.BurstLoss):
		return l.burst(i)
	case chance(f.FlippedBits):
		l.harm(i, flipped)
	case chance(f.DamagedHeader):
		l.harm(i, broken)
	case chance(f.Junk):
		l.insert(i, item{how: noise, bytes: l.randomBytes(), at: l.at[i]})
		l.pass(i)
	case chance(f.ConsoleText):
		text := consoleLines[l.random.IntN(len(consoleLines))]
		l.insert(i, item{how: noise, bytes: []byte(text), at: l.at[i]})
		l.pass(i)
	case chance(f.Duplicate):
		l.pass(i)
		l.double(i)
	case chance(f.Late):
		if !l.delay(i) {
			l.pass(i)
		}
	default:
		l.pass(i)
	}
	return i
}

func (l *link) pass(i int) {
	of := l.frames[i].counter
	l.arrived[of], l.missing[of] = true, 0
}

func (l *link) lose(i int) {
	l.lost[i] = true
	l.missing[l.frames[i].counter]++
	l.keepClean(i + 1)
}

func (l *link) harm(i int, how arrival) {
	l.fate[i] = how
	l.missing[l.frames[i].counter]++
	l.keepClean(i + 1)
}

func (l *link) burst(i int) int {
	until := l.at[i] + 200_000 + l.random.Int64N(600_000)
	k := i
	for k < len(l.frames) && k < i+longestBurst && l.at[k] < until && !l.clean[k] && !l.quiet[k] &&
		l.missing[l.frames[k].counter] < mostLost {
		l.lost[k] = true
		l.missing[l.frames[k].counter]++
		k++
	}
	l.keepClean(k)
	return k - 1
}

// double lets a copy of frame i arrive at once or a little later.
func (l *link) double(i int) {
	at := l.at[i]
	if l.random.IntN(2) == 0 {
		at += l.random.Int64N(250_000)
	}
	j := l.firstAfter(at)
	if j == len(l.frames) || l.taken(j) {
		return
	}
	l.insert(j, item{how: copied, frame: &l.frames[i], bytes: l.frames[i].bytes, at: at})
}

// delay lets frame i arrive after the next of its counter. It reports false if
// it would not be late then, or if no earlier frame of the counter had arrived
// to show the gap.
func (l *link) delay(i int) bool {
	at := l.at[i] + 300_000 + l.random.Int64N(500_000)
	j, n := l.firstAfter(at), l.next[i]
	if j == len(l.frames) || l.taken(j) || n < 0 || n >= j || !l.arrived[l.frames[i].counter] {
		return false
	}
	l.fate[i] = late
	l.keepClean(i + 1)
	l.keepClean(n)
	l.insert(j, item{how: late, frame: &l.frames[i], bytes: l.frames[i].bytes, at: at})
	return true
}

func (l *link) firstAfter(at int64) int {
	return sort.Search(len(l.at), func(k int) bool { return l.at[k] > at })
}

func (l *link) taken(j int) bool {
	_, ok := l.before[j]
	return ok
}

// insert puts something before frame j and keeps faults off both its sides.
func (l *link) insert(j int, in item) {
	l.before[j] = in
	l.keepClean(j - 1)
	l.keepClean(j)
}

func (l *link) keepClean(i int) {
	if i >= 0 && i < len(l.clean) {
		l.clean[i] = true
	}
}

// consoleLines hold no 'V', NavLink's sync byte. Noise never holds a byte that
// could start a frame: what a reader makes of one depends on how long it waits
// for the rest, and then no truth could be stated.
var consoleLines = []string{
	"[boot] imu0 ok, mag0 ok\r\n",
	"assert failed: fifo.c:118 (depth < cap)\r\n",
	"usb: reset\r\n",
	"nsh> ps\r\n",
	"WARN heap low: 4120 bytes\r\n",
}

func (l *link) randomBytes() []byte {
	b := make([]byte, 1+l.random.IntN(40))
	for i := range b {
		b[i] = l.unmagic()
	}
	return b
}

func (l *link) unmagic() byte {
	for {
		if b := byte(l.random.Uint32()); !isMagic(b) {
			return b
		}
	}
}

func isMagic(b byte) bool { return b == navSync || b == mavMagic1 || b == mavMagic2 }

func hasMagic(b []byte) bool { return slices.ContainsFunc(b, isMagic) }
