package replay

import "time"

// meterWindow is how far back, in real time, the achieved speed looks at most
// while ticks come regularly, and half of it is the least.
const meterWindow = time.Second

// meter measures the achieved speed. It counts the way gone rather than
// comparing playhead times, so starting over does not look like a jump back.
// In reverse play the way is negative.
type meter struct{ old, young, last mark }

type mark struct{ wall, way time.Duration }

func (m *meter) reset(wall time.Duration) {
	start := mark{wall: wall}
	*m = meter{start, start, start}
}

func (m *meter) add(wall, way time.Duration) {
	m.last = mark{wall, m.last.way + way}
	if m.last.wall-m.young.wall >= meterWindow/2 {
		m.old, m.young = m.young, m.last
	}
}

// speed is log time by real time since the oldest mark, 0 before any time passed.
func (m *meter) speed() float64 {
	span := m.last.wall - m.old.wall
	if span <= 0 {
		return 0
	}
	return float64(m.last.way-m.old.way) / float64(span)
}
