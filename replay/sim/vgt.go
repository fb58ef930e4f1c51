package sim

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"postflight/replay/sim/vehicle"
)

const (
	vgtRecordSize = 124
	vgtPeriod     = 16 // ms
)

// vgtWriter writes Navigator's ground-truth log: a header of 20 bytes, then a
// record of 124 bytes every 16 ms (Navigator's record-and-replay chapter).
type vgtWriter struct {
	clock   clocks
	late    *rand.Rand
	records []TruthRecord
	bytes   []byte
	first   int64 // host time of the first record, us
}

func newVGTWriter(clock clocks, c Config) *vgtWriter {
	opened := c.Start.UnixMilli() + clock.opened/1000 - int64(clock.connect)
	b := appendUint32s([]byte("VGT1"), 1, vgtRecordSize)
	return &vgtWriter{
		clock: clock, late: c.random("vgt"),
		bytes: binary.LittleEndian.AppendUint64(b, uint64(opened)),
	}
}

// step stamps a record up to 4 ms late, as the thread that draws the window
// does.
func (w *vgtWriter) step(s *vehicle.State) {
	if s.Tick%vgtPeriod != 0 {
		return
	}
	host := int64(s.Tick)*1000 + w.late.Int64N(4001)
	if len(w.records) == 0 {
		w.first = host
	}
	euler := eulerDegrees(s.Quaternion)
	b := binary.LittleEndian.AppendUint64(w.bytes, s.Tick)
	b = binary.LittleEndian.AppendUint64(b, uint64(host-w.clock.opened))
	b = appendFloats(b, s.Position[:]...)
	b = appendFloats(b, s.Quaternion[:]...)
	b = appendFloats(b, s.Velocity[:]...)
	b = appendFloats(b, s.Rates[:]...)
	b = appendFloats(b, euler[:]...)
	b = appendFloats(b, s.MotorSpeed[:]...)
	b = appendFloats(b, s.Duty[:]...)
	w.bytes = appendFloats(b, s.Airspeed, s.BatteryVolts, s.BatteryCharge)

	r := TruthRecord{Time: time.Duration(host-w.first) * time.Microsecond, Tick: s.Tick}
	for i, v := range s.Quaternion {
		r.Quaternion[i] = float64(float32(v))
	}
	for i, v := range euler {
		r.Euler[i] = float64(float32(v))
	}
	w.records = append(w.records, r)
}

// VGT1 gives the ground-truth file. The caller owns the bytes.
func (f *Flight) VGT1() []byte { return append([]byte(nil), f.vgt...) }

// vgtStart is the wall clock in the VGT1 header.
func (f *Flight) vgtStart() time.Time {
	return time.UnixMilli(int64(binary.LittleEndian.Uint64(f.vgt[12:]))).UTC()
}

func eulerDegrees(q [4]float64) [3]float64 {
	w, x, y, z := q[0], q[1], q[2], q[3]
	return [3]float64{
		degrees(math.Atan2(2*(w*x+y*z), 1-2*(x*x+y*y))),
		degrees(math.Asin(max(-1, min(1, 2*(w*y-z*x))))),
		degrees(math.Atan2(2*(w*z+x*y), 1-2*(y*y+z*z))),
	}
}
