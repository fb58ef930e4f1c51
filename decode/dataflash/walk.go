package dataflash

import (
	"encoding/binary"
	"math"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// kind is what the walk has to know about records of a type.
type kind struct {
	length       int32 // whole record; 0 for a type no format describes
	usual        bool  // needs no closer look
	instanceAt   uint8 // where the instance lies
	instanceMask uint8 // 0 where there are none: all records are instance 0
	clockAt      uint8 // where the boot time lies; 0 for none
	clockUnit    uint64
	clockMask    uint64              // the bits of it
	streams      *[maxInstance]int32 // of each instance; -1 for one not yet met
	definition   *definition
}

// noStamp stands for the boot time of a record without one.
const noStamp = -1

// walker finds the records of a binary log. It steps from record to record; what
// is needed only where something is odd or new is kept out of that loop.
type walker struct {
	decoder
	data    []byte
	kinds   [256]kind
	padding int // where the run of equal bytes 00 or FF at the end begins
	unknown [256]string

	n      int // records
	offset []int64
	time   []time.Duration // log time, as long as the clock has no break
	length []uint16
	stream []uint16
	count  []int // by stream

	first, last, highest time.Duration // of the boot clock
	started, broken      bool
}

func newWalker(l *flight.Log) *walker {
	w := &walker{decoder: decoder{log: l, byContent: map[format]*definition{}}, data: l.Data}
	w.padding = paddingFrom(l.Data)
	w.setKind(w.define(formatOfFormats, flight.Span{}))
	return w
}

// run walks from the offset on until it has passed the offset until, and returns
// where it got.
func (w *walker) run(at, until int) int {
	for at < until {
		if at = w.glide(at, until); at < until {
			at = w.odd(at)
		}
	}
	return at
}

// glide takes records as long as they are of types met before and in order, and
// returns where something else starts. It is the loop that all time goes into.
func (w *walker) glide(at, until int) int {
	if !w.started {
		return at
	}
	data, kinds := w.data, &w.kinds
	last, highest, first := w.last, w.highest, w.first
	count := w.count
	n := w.n
	offset := w.offset
	times, length, streams := w.time[:len(offset)], w.length[:len(offset)], w.stream[:len(offset)]
	for at < until && n < len(offset) {
		rest := data[at:]
		if len(rest) < headSize || rest[0] != head1 || rest[1] != head2 {
			break
		}
		k := &kinds[rest[2]]
		size := int(k.length)
		if !k.usual || size > len(rest) {
			break
		}
		stream := int(k.streams[rest[k.instanceAt]&k.instanceMask])
		if stream < 0 {
			break
		}
		if k.clockAt != 0 {
			if int(k.clockAt)+8 > len(rest) {
				break
			}
			t := k.duration(binary.LittleEndian.Uint64(rest[k.clockAt:]))
			if odd(last, t) {
				w.broken = true
			}
			last = t
			highest = max(highest, t)
		}
		offset[n] = int64(at)
		length[n] = uint16(size)
		streams[n] = uint16(stream)
		times[n] = highest - first
		count[stream]++
		n++
		at += size
	}
	w.last, w.highest, w.n = last, highest, n
	return at
}

// odd deals with whatever starts at the offset.
func (w *walker) odd(at int) (next int) {
	rest := w.data[at:]
	if len(rest) < headSize || rest[0] != head1 || rest[1] != head2 {
		return w.recover(at)
	}
	k := &w.kinds[rest[2]]
	if k.length == 0 || int(k.length) > len(rest) {
		return w.recover(at)
	}
	if !k.definition.used {
		w.use(k.definition)
		w.setKind(k.definition)
	}
	record := rest[:k.length]
	next = at + len(record)
	if record[2] == formatType && !w.follows(at, next) {
		if found := w.resync(at + 1); found < next {
			w.junk(at, found)
			return found
		}
	}
	if t := k.definition.clock.at(record); t != noStamp {
		w.tick(t)
	}
	w.add(at, len(record), w.streamOf(k, record))
	switch {
	case record[2] == formatType:
		w.takeFormat(record, at)
	case k.definition.isTable():
		w.tables = append(w.tables, int32(w.n-1))
		if k.definition.name == "FMTU" {
			w.takeUnits(k.definition.message, record, int64(at))
		}
	}
	return next
}

// streamOf is the stream of a record, made where it is the first.
func (w *walker) streamOf(k *kind, record []byte) int {
	instance := record[k.instanceAt] & k.instanceMask
	if to := k.streams[instance]; to >= 0 {
		return int(to)
	}
	stream := w.newInstance(k.definition, int(instance))
	w.countStreams()
	return int(stream)
}

// tick takes the boot time of a record.
func (w *walker) tick(t time.Duration) {
	if !w.started {
		w.started, w.first = true, t
		w.last, w.highest = t, t
		w.broken = t == math.MaxInt64
	}
	if odd(w.last, t) {
		w.broken = true
	}
	w.last = t
	w.highest = max(w.highest, t)
}

// odd reports whether a boot time does not simply go on from the one before. Both
// are 0 at least: what cannot be told apart from a silence is looked at closely.
func odd(last, t time.Duration) bool {
	return uint64(t-last+stamp.DataFlashLimit) > uint64(stamp.DataFlashLimit+stamp.Silence)
}

func (w *walker) add(at, length, stream int) {
	i := w.n
	if i >= len(w.offset) {
		w.grow(at)
	}
	w.offset[i] = int64(at)
	w.length[i] = uint16(length)
	w.stream[i] = uint16(stream)
	w.time[i] = w.highest - w.first
	w.count[stream]++
	w.n = i + 1
}

// takeBack removes the last record.
func (w *walker) takeBack() {
	w.n--
	w.count[w.stream[w.n]]--
	w.broken = true
}

// duration makes a time since boot of the eight bytes where it lies, held at the
// largest there is.
func (k *kind) duration(bits uint64) time.Duration {
	bits &= k.clockMask
	if bits > math.MaxInt64/1_000_000 {
		return duration(bits, k.clockUnit)
	}
	return time.Duration(bits * k.clockUnit)
}

func duration(raw, unit uint64) time.Duration {
	if raw > math.MaxInt64/unit {
		return math.MaxInt64
	}
	return time.Duration(raw * unit)
}

// use lays a definition out when its first record comes and gives it its stream.
func (w *walker) use(def *definition) {
	def.layOut()
	w.decoder.use(def)
	w.countStreams()
}

// countStreams makes room for the counts of new streams.
func (w *walker) countStreams() {
	w.count = append(w.count, make([]int, len(w.log.Streams)-len(w.count))...)
}

func (w *walker) takeFormat(record []byte, at int) {
	span := flight.Span{Offset: int64(at), Length: formatSize}
	f := readFormat(record)
	if f.number == formatType && f.name == formatOfFormats.name {
		w.noteJoin(w.n-1, w.n-1)
	}
	w.countFormat(w.n-1, span)
	if f.number == formatType {
		return
	}
	w.kinds[f.number] = kind{}
	if f.length < headSize {
		return
	}
	if def := w.define(f, span); def != nil {
		w.setKind(def)
	}
}

// setKind makes a definition the one in force.
func (w *walker) setKind(def *definition) {
	k := kind{length: int32(def.length), definition: def, streams: &def.streams}
	k.usual = def.used && def.number != formatType && !def.isTable()
	if c := def.clock; c.field != nil {
		k.clockAt, k.clockUnit = uint8(c.field.Offset), uint64(c.unit)
		k.clockMask = math.MaxUint64 >> (64 - 8*c.field.Type.Size())
	}
	if def.splitsAtOnce() {
		k.instanceAt, k.instanceMask = uint8(def.instance.Offset), math.MaxUint8
	}
	w.kinds[def.number] = k
}

// usualRecord is a length of records, on the short side, to begin with.
const usualRecord = 40

// grow makes room for the records up to the end, were they as long as those up
// to the offset.
func (w *walker) grow(at int) {
	n := min(len(w.data)/usualRecord, 1<<14) + 64
	if w.n > 0 {
		left := float64(len(w.data)-at) / float64(at)
		n = w.n + max(w.n/8, int(float64(w.n)*left*1.02)) + 64
	}
	w.offset = append(make([]int64, 0, n), w.offset...)[:n]
	w.time = append(make([]time.Duration, 0, n), w.time...)[:n]
	w.length = append(make([]uint16, 0, n), w.length...)[:n]
	w.stream = append(make([]uint16, 0, n), w.stream...)[:n]
}

// finishFrames hands the records over to the log.
func (w *walker) finishFrames() {
	for i, s := range w.log.Streams {
		s.Count = w.count[i]
	}
	w.log.Frames = flight.Frames{
		Offset: w.offset[:w.n], Time: w.time[:w.n], Length: w.length[:w.n], Stream: w.stream[:w.n],
		Seq: make([]uint8, w.n), Flags: make([]flight.Flag, w.n),
	}
}

// setTimes settles log time. The walk has it right already if the clock never
// broke.
func (w *walker) setTimes() {
	if w.started && !w.broken && len(w.joins) == 0 {
		w.stretches = []stretch{{boot: w.first}}
		return
	}
	w.readStamps()
	w.decoder.setTimes()
}
