package dataflash

import (
	"math"
	"slices"
	"strings"

	"postflight/decode/flight"
)

// maxInstance is one more than the largest instance that gets a stream of its
// own; logs number sensors from 0.
const maxInstance = 256

// instanceUnit marks, in the units of a format, the field that tells instances
// apart.
const instanceUnit = "#"

// takeUnits learns from a record of units, as soon as it stands, which field of
// a format tells instances apart.
func (w *walker) takeUnits(m *flight.Message, record []byte, offset int64) {
	def, units, _ := w.unitsOf(m, record, offset)
	if def == nil || def.instanceLetter > 0 {
		return
	}
	def.instanceLetter = strings.Index(units, instanceUnit) + 1
	if def.used {
		def.setInstance()
		def.late = true
		if w.kinds[def.number].definition == def {
			w.setKind(def)
		}
	}
}

// setInstance finds the field that the units name, once the message is laid out.
func (d *definition) setInstance() {
	i := d.instanceLetter - 1
	if d.instance != nil || d.isTable() || i < 0 || i >= min(len(d.message.Fields), len(d.letters)) {
		return
	}
	f := &d.message.Fields[i]
	if f.Array > 0 || f.Type == flight.Char {
		return
	}
	d.instance = f
	d.streams[0] = -1
	d.late = d.late || !d.splitsAtOnce()
}

// splitsAtOnce reports whether the walk itself tells instances apart.
func (d *definition) splitsAtOnce() bool {
	return d.instance != nil && d.instance.Type == flight.U8
}

// splitInstances gives the records that came before their units, or whose
// instance the walk does not read, the stream of their instance.
func (d *decoder) splitInstances() {
	l := d.log
	late := make([]*definition, len(l.Streams))
	any := false
	for _, def := range d.used {
		if def.late && def.instance != nil {
			late[def.stream], any = def, true
		}
	}
	if !any {
		return
	}
	for i, stream := range l.Frames.Stream {
		if int(stream) >= len(late) || late[stream] == nil {
			continue
		}
		to := d.instanceStream(late[stream], l.Frame(i))
		l.Frames.Stream[i] = to
		l.Streams[stream].Count--
		l.Streams[to].Count++
	}
}

func (d *decoder) instanceStream(def *definition, record []byte) uint16 {
	v := def.instance.Float(def.instance.Bits(record, 0))
	if !(v >= 0 && v < maxInstance) {
		return def.stream
	}
	if to := def.streams[int(v)]; to >= 0 {
		return uint16(to)
	}
	return d.newInstance(def, int(v))
}

// newInstance makes the stream of an instance. The first one met takes the
// stream that the message has already.
func (d *decoder) newInstance(def *definition, instance int) uint16 {
	l := d.log
	s := l.Streams[def.stream]
	if def.instances > 0 && len(l.Streams) <= math.MaxUint16 {
		s = d.newStream(def)
	}
	if !s.Instanced {
		s.Instance, s.Instanced = instance, true
	}
	def.instances++
	def.streams[instance] = int32(s.Index)
	return s.Index
}

// dropEmptyStreams removes the streams whose only records turned out to be
// damaged, or of other instances.
func dropEmptyStreams(l *flight.Log) {
	empty := func(s *flight.Stream) bool { return s.Count == 0 }
	if !slices.ContainsFunc(l.Streams, empty) {
		return
	}
	numbers := make([]uint16, len(l.Streams))
	left := uint16(0)
	for i, s := range l.Streams {
		numbers[i], s.Index = left, left
		if !empty(s) {
			left++
		}
	}
	for i, stream := range l.Frames.Stream {
		l.Frames.Stream[i] = numbers[stream]
	}
	l.Streams = slices.DeleteFunc(l.Streams, empty)
}
