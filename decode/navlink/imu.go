package navlink

import (
	"math"

	"postflight/decode/flight"
)

const (
	imuRaw        = 1024
	imuCompressed = 1025
	imuValues     = 10 // acc, gyr and mag of three axes, temperature
)

// addRebuilt gives IMU_COMPRESSED the fields that its differences stand for.
func addRebuilt(m *flight.Message) {
	m.Fields = append(
		m.Fields,
		flight.Field{Name: "acc", Type: flight.F32, Array: 3, Unit: "m/s²", Rebuilt: true},
		flight.Field{Name: "gyr", Type: flight.F32, Array: 3, Unit: "deg/s", Rebuilt: true},
		flight.Field{Name: "mag", Type: flight.F32, Array: 3, Unit: "µT", Rebuilt: true},
		flight.Field{Name: "temp", Type: flight.F32, Unit: "°C", Rebuilt: true},
	)
	m.Rebuild = rebuildIMU
}

// rebuildIMU adds the differences of IMU_COMPRESSED up from the last IMU_RAW of
// the same source. Each difference builds on the one before, so that after a
// lost one nothing is known until the next full sample: those rows are NaN. A
// frame that comes twice counts once.
func rebuildIMU(l *flight.Log, s *flight.Stream) [][]float64 {
	rows := l.Rows(s)
	out := make([][]float64, imuValues)
	for i := range out {
		out[i] = make([]float64, len(rows.Frame))
	}
	full := fullSamples(l, s.Source)
	chain := imuChain{nextSeq: -1}
	delta := s.Message.Field("delta")
	for row, frame := range rows.Frame {
		for len(full) > 0 && full[0] < frame {
			chain.restart(l.Payload(int(full[0])))
			full = full[1:]
		}
		chain.add(delta, l.Payload(int(frame)), l.Frames.Seq[frame])
		for i := range out {
			out[i][row] = chain.value(i)
		}
	}
	return out
}

func fullSamples(l *flight.Log, source flight.Source) []uint32 {
	if raw := l.Stream(source, "IMU_RAW"); raw != nil {
		return l.Rows(raw).Frame
	}
	return nil
}

// imuChain is the sample that the sender's differences have led to.
type imuChain struct {
	sample  [imuValues]float64
	known   bool
	nextSeq int // of IMU_COMPRESSED; -1 before the first
}

func (c *imuChain) restart(payload []byte) {
	for i := range c.sample {
		c.sample[i] = flight.F32.Float(flight.F32.Bits(payload, 4*i))
	}
	c.known = true
}

func (c *imuChain) add(delta *flight.Field, payload []byte, seq uint8) {
	if c.nextSeq >= 0 && seq == uint8(c.nextSeq-1) {
		return
	}
	if c.nextSeq >= 0 && seq != uint8(c.nextSeq) {
		c.known = false
	}
	c.nextSeq = int(seq) + 1
	for i := range c.sample {
		c.sample[i] += delta.Type.Float(delta.Bits(payload, i))
	}
}

func (c *imuChain) value(i int) float64 {
	if !c.known {
		return math.NaN()
	}
	return c.sample[i]
}
