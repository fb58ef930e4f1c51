package sim

import (
	"encoding/binary"
	"math"

	"postflight/replay/sim/vehicle"
)

// navAutopilot speaks NavLink as Navigator's firmware does, its habits
// included: a sequence for each message type, a heartbeat with a raw tick count
// for a time stamp, body rates, IMU sample time, CPU load and RSSI always 0.
type navAutopilot struct {
	frames   []sent
	counters counters
	boot     int
	imu      [10]float64 // the receiver's IMU sample, as deltas leave it
	imuSent  bool
	reports  uint32
}

func newNavAutopilot() *navAutopilot { return &navAutopilot{counters: counters{}} }

func (a *navAutopilot) powerUp(boot int) {
	a.boot, a.imuSent, a.reports = boot, false, 0
}

func (a *navAutopilot) send(s *vehicle.State, m navMessage, payload []byte) *sent {
	of := counter{autopilot, m.id, a.boot}
	n := a.counters.take(of)
	a.frames = append(a.frames, sent{
		at: s.Tick, counter: of, number: n,
		bytes: navLinkFrame(m, byte(n), autopilot, payload),
	})
	return &a.frames[len(a.frames)-1]
}

func (a *navAutopilot) heartbeat(s *vehicle.State) {
	b := []byte{0, 0, 0, 0, byte(s.Nav)}
	a.send(s, navHeartbeat, appendUint32s(b, 0, s.BootMillis))
}

func (a *navAutopilot) systemHealth(s *vehicle.State) {
	a.send(s, navSystemHealth, append(appendUint32s(nil, 0, s.BootMillis/40000, 0), 0))
}

func (a *navAutopilot) flightMode(s *vehicle.State) {
	a.send(s, navFlightMode, []byte{0, 0})
}

// statusText sends a line of at most 50 characters. The firmware leaves id and
// chunk number 0 even when a line goes on in the next frame.
func (a *navAutopilot) statusText(s *vehicle.State, text string) {
	b := make([]byte, navStatusText.size)
	b[0] = 6
	copy(b[1:51], text)
	a.send(s, navStatusText, b)
}

func (a *navAutopilot) timeSync(s *vehicle.State) {
	n := a.counters[counter{autopilot, navTimeSync.id, a.boot}]
	b := []byte{1, byte(n), 0, 0}
	b = binary.LittleEndian.AppendUint64(b, s.Tick)
	b = binary.LittleEndian.AppendUint64(b, uint64(s.BootMillis))
	b = binary.LittleEndian.AppendUint64(b, uint64(s.BootMillis))
	a.send(s, navTimeSync, append(b, make([]byte, 8)...))
}

func imuSample(s *vehicle.State) [10]float64 {
	var v [10]float64
	for i := range 3 {
		v[i] = s.Acc[i]
		v[3+i] = degrees(s.Gyro[i])
		v[6+i] = s.Mag[i]
	}
	v[9] = s.Temperature
	return v
}

func (a *navAutopilot) imuRaw(s *vehicle.State) {
	sample := imuSample(s)
	for i, v := range sample {
		a.imu[i] = float64(float32(v))
	}
	a.imuSent = true
	a.send(s, navIMURaw, appendFloats(nil, append(sample[:], 0)...))
}

// imuCompressed sends the step from what the receiver has to what is, so that
// rounding never adds up.
func (a *navAutopilot) imuCompressed(s *vehicle.State) {
	if !a.imuSent {
		return
	}
	b := make([]byte, 2, navIMUCompressed.size)
	for i, v := range imuSample(s) {
		half := halfBits(v - a.imu[i])
		a.imu[i] += halfValue(half)
		b = binary.LittleEndian.AppendUint16(b, half)
	}
	a.send(s, navIMUCompressed, b)
}

func (a *navAutopilot) attitude(s *vehicle.State) {
	e := s.Estimate
	frame := a.send(s, navAttitude, appendFloats(nil, e.Roll, e.Pitch, e.Yaw, 0, 0, 0))
	frame.estimate = rounded(e)
}

func (a *navAutopilot) rcChannels(s *vehicle.State) {
	b := make([]byte, 0, navRCChannels.size)
	for _, v := range s.RC {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	b = append(b, make([]byte, 2*(18-len(s.RC)))...)
	a.send(s, navRCChannels, append(b, 0, byte(len(s.RC))))
}

func (a *navAutopilot) motors(s *vehicle.State) {
	a.send(s, navMotors, appendFloats(nil, append(s.Duty[:], 0, 0, 0, 0)...))
}

func (a *navAutopilot) controlTrace(s *vehicle.State) {
	deg := func(v vehicle.Attitude) []float64 {
		return []float64{degrees(v.Roll), degrees(v.Pitch), degrees(v.Yaw)}
	}
	b := appendFloats(nil, deg(s.AngleSet)...)
	b = appendFloats(b, deg(s.Estimate)...)
	for _, v := range s.RateSet {
		b = appendFloats(b, degrees(v))
	}
	for _, v := range s.EstRates {
		b = appendFloats(b, degrees(v))
	}
	b = appendFloats(b, s.Output[:]...)
	a.send(s, navControlTrace, appendFloats(b, 0.004, 0.001))
}

func (a *navAutopilot) vertical(s *vehicle.State) {
	climb := -s.Velocity[2]
	b := appendFloats(nil, s.BaroAlt, climb, -s.Acc[2]-9.81, s.BaroAlt, s.BaroAlt)
	b = append(b, 1)
	b = appendFloats(b, 0)
	b = append(b, 0, 0)
	b = appendFloats(b, 0.02)
	a.send(s, navVertical, append(b, 0))
}

func (a *navAutopilot) baro(s *vehicle.State) {
	a.send(s, navBaro, appendFloats(nil, s.BaroHPa*100, s.Temperature, 41, s.BaroAlt))
}

func (a *navAutopilot) battery(s *vehicle.State) {
	b := appendFloats(nil, s.BatteryVolts)
	b = binary.LittleEndian.AppendUint16(b, uint16(s.BatteryVolts*160))
	a.send(s, navBattery, append(b, 1))
}

func (a *navAutopilot) estPerf(s *vehicle.State) {
	peak := 92 + 6*math.Sin(float64(s.Tick)/9000)
	a.send(s, navEstPerf, appendFloats(nil, peak, 61, 4, 250))
}

const (
	perfTasks = 9
	perfFIFOs = 3
)

// perf sends a whole report: the totals, a row a task, a row a queue.
func (a *navAutopilot) perf(s *vehicle.State) {
	a.reports++
	ms := s.BootMillis
	b := appendUint32s(nil, a.reports)
	b = append(b, 1, perfTasks, perfFIFOs, 0)
	b = appendUint32s(
		b, ms, ms*7, ms*168000, ms*91000, ms, 410, 960, ms/9,
		ms*3, ms/50, ms*3, 0, 640, 12, 0, 48200, 131072,
	)
	a.send(s, navPerfGlobal, b)
	for i := range uint32(perfTasks) {
		b := appendUint32s(nil, a.reports)
		b = append(b, byte(i), byte(9-i), byte(i%3), 0)
		b = binary.LittleEndian.AppendUint16(b, uint16(300+70*i))
		b = binary.LittleEndian.AppendUint16(b, 1024)
		a.send(s, navPerfTask, appendUint32s(b, ms*(900+100*i), ms*(i+1)/4, 9000+i*800))
	}
	for i := range uint32(perfFIFOs) {
		b := appendUint32s(nil, a.reports)
		b = append(b, byte(i+1), 0)
		for _, v := range []uint16{uint16(3 + i), 32, 0} {
			b = binary.LittleEndian.AppendUint16(b, v)
		}
		a.send(s, navPerfFIFO, b)
	}
}

func degrees(rad float64) float64 { return rad * 180 / math.Pi }

// rounded is an attitude as single-precision fields carry it.
func rounded(a vehicle.Attitude) *vehicle.Attitude {
	return &vehicle.Attitude{
		Roll:  float64(float32(a.Roll)),
		Pitch: float64(float32(a.Pitch)),
		Yaw:   float64(float32(a.Yaw)),
	}
}
