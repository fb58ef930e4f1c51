// Package vehicle simulates a quadrotor: rigid body, motors, sensors, an
// attitude estimator that really errs, and the autopilot that flies it.
// The same seed gives the same flight, to the bit.
package vehicle

// NavState is the flight controller's own idea of what it is doing, as
// NavLink's HEARTBEAT.nav_state counts it. A flight goes Standby, PreArm, Armed,
// InAir, Armed (landed, idling), Standby. After a restart in the air it is
// Failsafe for 2 s while the vehicle levels, then InAir.
type NavState uint8

const (
	Standby  NavState = 2
	PreArm   NavState = 3
	Armed    NavState = 4
	InAir    NavState = 5
	Failsafe NavState = 6
)

// Attitude as the flight controller reports it, rad, NED, yaw in (-pi, pi].
type Attitude struct{ Roll, Pitch, Yaw float64 }

// State is everything about the vehicle at one physics tick of 1 ms: what is
// true, and what the flight controller believes.
type State struct {
	Tick uint64 // ms since the simulator started

	// What is true.
	Position      [3]float64 // NED, m
	Velocity      [3]float64 // NED, m/s
	Quaternion    [4]float64 // body to NED, w first
	Rates         [3]float64 // body, rad/s
	MotorSpeed    [4]float64 // rad/s
	Duty          [4]float64 // motor command, 0 to 1; M1 front right, M2 rear right, M3 rear left, M4 front left
	Airspeed      float64    // m/s
	BatteryVolts  float64
	BatteryCharge float64 // 0 to 1

	// What the flight controller knows. Meaningless while Booting, which it is
	// for the 1,200 ticks from a reboot on. At tick 0 it is up already.
	Booting     bool
	BootMillis  uint32 // boot clock, ms: 0 at tick 0 and at the first tick after Booting
	Nav         NavState
	Estimate    Attitude
	EstRates    [3]float64 // gyro less estimated bias, rad/s
	Acc         [3]float64 // measured, m/s2
	Gyro        [3]float64 // measured, rad/s
	Mag         [3]float64 // measured, uT
	Temperature float64    // of the IMU, deg C
	BaroHPa     float64
	BaroAlt     float64    // m above take-off
	AngleSet    Attitude   // set point of the attitude controller, rad
	RateSet     [3]float64 // set point of the rate controller, rad/s
	Output      [4]float64 // roll, pitch, yaw, throttle of the mixer, share of full duty
	RC          [14]uint16 // us: roll, pitch, throttle, yaw, arm, angle hold; the rest centred
}

// Config says which flight to fly.
type Config struct {
	Seed uint64
	// Millis is the length of the whole flight; to land it must be at least 60,000.
	Millis uint64
	// Reboots are ticks at which the flight controller restarts in flight. It is
	// Booting for 1,200 ms, its motors holding the last duty, then starts with a
	// fresh estimator and a boot time of 0. The order does not matter; a reboot
	// while Booting starts Booting anew, one after the end is ignored.
	//
	// The vehicle recovers from a reboot in hover or a gentle manoeuvre. In a hard
	// one it tumbles, may fall some 20 m, and about once in a thousand reboots
	// does not recover. In the last 4 m of the landing it may hit the ground hard
	// or tip over.
	Reboots []uint64
}
