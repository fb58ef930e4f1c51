package vehicle

import "math"

const (
	motorLag     = 0.020  // s, first order
	motorTop     = 1000.0 // rad/s at full duty and nominal voltage
	motorIdle    = 0.08   // duty of an armed vehicle on the ground
	nominalVolts = 16.0

	cells          = 4
	packOhms       = 0.025
	motorEfficient = 0.7
	boardAmps      = 0.6
)

type motors struct{ speed [4]float64 }

func (m *motors) step(duty [4]float64, volts float64) {
	for i, d := range duty {
		target := d * motorTop * volts / nominalVolts
		m.speed[i] += (target - m.speed[i]) * dt / motorLag
	}
}

// amps is the current that the shaft power of the propellers draws.
func (m *motors) amps(volts float64) float64 {
	power := 0.0
	for _, w := range m.speed {
		power += dragTorque * w * w * w
	}
	return boardAmps + power/motorEfficient/volts
}

// battery is a lithium pack: an open-circuit voltage that falls with the
// charge, behind a resistance.
type battery struct {
	charge      float64
	volts       float64
	ampSeconds  float64
	recentDrain float64 // A, smoothed: the voltage follows the load in 50 ms
}

// newBattery gives a pack that lasts the flight with about a third left or more.
func newBattery(millis uint64) battery {
	b := battery{charge: 1, ampSeconds: max(2.2*3600, 17*float64(millis)/1000)}
	b.volts = b.openVolts()
	return b
}

func (b *battery) openVolts() float64 {
	knee := math.Exp(-b.charge * 20)
	return cells * (3.55 + 0.62*b.charge - 0.5*knee)
}

func (b *battery) step(amps float64) {
	b.charge = max(0, b.charge-amps*dt/b.ampSeconds)
	b.recentDrain += (amps - b.recentDrain) * dt / 0.05
	b.volts = b.openVolts() - packOhms*b.recentDrain
}
