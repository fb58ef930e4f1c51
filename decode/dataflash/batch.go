package dataflash

import (
	"slices"

	"postflight/decode/flight"
)

// batchPart is how many samples an ISBD record holds.
const batchPart = 32

// Batch is a burst of fast samples of an inertial sensor: an ISBH record and the
// ISBD records that belong to it.
type Batch struct {
	Number   uint16
	Gyro     bool // rad/s; else an accelerometer, m/s²
	Instance int
	Rate     float64 // samples a second
	SampleUS uint64  // time since boot of the first sample, µs
	Frame    int     // the header
	Samples  [3][]float64
}

// Batches puts the batches of a log together. One that lacks a part is left out:
// where its samples would stand in time is not known.
func Batches(l *flight.Log) []Batch {
	var out []Batch
	open := map[uint16]*openBatch{}
	for _, frame := range batchFrames(l) {
		m, record := l.Message(int(frame)), l.Frame(int(frame))
		if m.Name == "ISBH" {
			b := newBatch(m, record, int(frame))
			open[b.Number] = b
			continue
		}
		number := uint16(value(m, record, "N"))
		b := open[number]
		if b == nil || !b.add(m, record) {
			delete(open, number)
			continue
		}
		if len(b.Samples[0]) >= b.wanted {
			out = append(out, b.Batch)
			delete(open, number)
		}
	}
	slices.SortStableFunc(out, func(a, b Batch) int { return a.Frame - b.Frame })
	return out
}

// batchFrames are the frames of both records, in file order.
func batchFrames(l *flight.Log) []uint32 {
	var out []uint32
	for _, s := range l.Streams {
		if s.Message.Name == "ISBH" || s.Message.Name == "ISBD" {
			out = append(out, l.Rows(s).Frame...)
		}
	}
	slices.Sort(out)
	return out
}

// openBatch is a batch of which parts are missing yet.
type openBatch struct {
	Batch
	factor float64
	wanted int // samples
	parts  int
}

func newBatch(m *flight.Message, record []byte, frame int) *openBatch {
	b := &openBatch{Batch: Batch{
		Number: uint16(value(m, record, "N")), Gyro: value(m, record, "type") == 1,
		Instance: int(value(m, record, "instance")), Rate: value(m, record, "smp_rate"),
		SampleUS: uint64(value(m, record, "SampleUS")), Frame: frame,
	}}
	b.wanted = int(value(m, record, "smp_cnt"))
	b.factor = value(m, record, "mul")
	return b
}

// add takes the next part; false where it is not the next one.
func (b *openBatch) add(m *flight.Message, record []byte) bool {
	if int(value(m, record, "seqno")) != b.parts || b.factor == 0 {
		return false
	}
	for axis, name := range [...]string{"x", "y", "z"} {
		f := m.Field(name)
		if f == nil || f.Type == flight.Char || f.Array != batchPart {
			return false
		}
		for i := range batchPart {
			b.Samples[axis] = append(b.Samples[axis], f.Float(f.Bits(record, i))/b.factor)
		}
	}
	b.parts++
	return true
}

// value reads a number of a record by name; 0 where there is none.
func value(m *flight.Message, record []byte, name string) float64 {
	f := m.Field(name)
	if f == nil || f.Type == flight.Char {
		return 0
	}
	return f.Float(f.Bits(record, 0))
}
