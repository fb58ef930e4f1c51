package sim

import (
	"math"
	"time"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"
	"github.com/bluenviron/gomavlib/v3/pkg/message"

	"postflight/replay/sim/vehicle"
)

// mavAutopilot tells of the vehicle in MAVLink 2, with one sequence for all its
// messages and ArduPilot's copter modes.
type mavAutopilot struct {
	wire    *mavWire
	boot    int
	connect uint64    // tick of the wall clock's start
	start   time.Time // wall clock at that tick

	parameters parameters
	listed     int    // parameters of the present burst already told, or noList
	listDue    uint64 // tick of the next
	long       uint16 // lines sent in chunks
}

// powerUp starts over; parameters outlast it.
func (a *mavAutopilot) powerUp(boot int) { a.boot, a.listed = boot, noList }

func (a *mavAutopilot) send(s *vehicle.State, m message.Message) *sent {
	return a.wire.send(s.Tick, autopilot, a.boot, m)
}

// copterMode is the number of ArduPilot's copter mode.
func copterMode(nav vehicle.NavState) uint32 {
	const stabilise, loiter, land = 0, 5, 9
	switch nav {
	case vehicle.InAir:
		return loiter
	case vehicle.Failsafe:
		return land
	}
	return stabilise
}

func (a *mavAutopilot) heartbeat(s *vehicle.State) {
	m := &all.MessageHeartbeat{
		Type: all.MAV_TYPE_QUADROTOR, Autopilot: all.MAV_AUTOPILOT_ARDUPILOTMEGA,
		BaseMode:     all.MAV_MODE_FLAG_CUSTOM_MODE_ENABLED,
		SystemStatus: all.MAV_STATE_STANDBY, MavlinkVersion: 3,
	}
	m.CustomMode = copterMode(s.Nav)
	switch s.Nav {
	case vehicle.InAir:
		m.SystemStatus = all.MAV_STATE_ACTIVE
	case vehicle.Failsafe:
		m.SystemStatus = all.MAV_STATE_CRITICAL
	}
	if s.Nav >= vehicle.Armed {
		m.BaseMode |= all.MAV_MODE_FLAG_SAFETY_ARMED
	}
	a.send(s, m)
}

func (a *mavAutopilot) attitude(s *vehicle.State) {
	frame := a.send(s, &all.MessageAttitude{
		TimeBootMs: s.BootMillis,
		Roll:       float32(s.Estimate.Roll), Pitch: float32(s.Estimate.Pitch), Yaw: float32(s.Estimate.Yaw),
		Rollspeed: float32(s.EstRates[0]), Pitchspeed: float32(s.EstRates[1]), Yawspeed: float32(s.EstRates[2]),
	})
	frame.estimate = rounded(s.Estimate)
}

func (a *mavAutopilot) attitudeQuaternion(s *vehicle.State) {
	q := quaternion(s.Estimate)
	a.send(s, &all.MessageAttitudeQuaternion{
		TimeBootMs: s.BootMillis,
		Q1:         float32(q[0]), Q2: float32(q[1]), Q3: float32(q[2]), Q4: float32(q[3]),
		Rollspeed: float32(s.EstRates[0]), Pitchspeed: float32(s.EstRates[1]), Yawspeed: float32(s.EstRates[2]),
	})
}

func (a *mavAutopilot) scaledIMU(s *vehicle.State) {
	milliG := func(v float64) int16 { return int16(v / 9.80665 * 1000) }
	a.send(s, &all.MessageScaledImu{
		TimeBootMs: s.BootMillis,
		Xacc:       milliG(s.Acc[0]), Yacc: milliG(s.Acc[1]), Zacc: milliG(s.Acc[2]),
		Xgyro: int16(s.Gyro[0] * 1000), Ygyro: int16(s.Gyro[1] * 1000), Zgyro: int16(s.Gyro[2] * 1000),
		Xmag: int16(s.Mag[0] * 10), Ymag: int16(s.Mag[1] * 10), Zmag: int16(s.Mag[2] * 10),
		Temperature: int16(s.Temperature * 100),
	})
}

func (a *mavAutopilot) servos(s *vehicle.State) {
	pulse := func(i int) uint16 { return uint16(math.Round(1000 + 1000*s.Duty[i])) }
	a.send(s, &all.MessageServoOutputRaw{
		TimeUsec:  s.BootMillis * 1000,
		Servo1Raw: pulse(0), Servo2Raw: pulse(1), Servo3Raw: pulse(2), Servo4Raw: pulse(3),
	})
}

func (a *mavAutopilot) rcChannels(s *vehicle.State) {
	a.send(s, &all.MessageRcChannels{
		TimeBootMs: s.BootMillis, Chancount: byte(len(s.RC)), Rssi: 214,
		Chan1Raw: s.RC[0], Chan2Raw: s.RC[1], Chan3Raw: s.RC[2], Chan4Raw: s.RC[3],
		Chan5Raw: s.RC[4], Chan6Raw: s.RC[5], Chan7Raw: s.RC[6], Chan8Raw: s.RC[7],
		Chan9Raw: s.RC[8], Chan10Raw: s.RC[9], Chan11Raw: s.RC[10], Chan12Raw: s.RC[11],
		Chan13Raw: s.RC[12], Chan14Raw: s.RC[13],
	})
}

func (a *mavAutopilot) vfrHUD(s *vehicle.State) {
	heading := math.Mod(degrees(s.Estimate.Yaw)+360, 360)
	a.send(s, &all.MessageVfrHud{
		Airspeed:    float32(s.Airspeed),
		Groundspeed: float32(math.Hypot(s.Velocity[0], s.Velocity[1])),
		Heading:     int16(heading), Throttle: uint16(100 * max(0, s.Output[3])),
		Alt: float32(s.BaroAlt), Climb: float32(-s.Velocity[2]),
	})
}

func (a *mavAutopilot) sysStatus(s *vehicle.State) {
	sensors := all.MAV_SYS_STATUS_SENSOR_3D_GYRO | all.MAV_SYS_STATUS_SENSOR_3D_ACCEL |
		all.MAV_SYS_STATUS_SENSOR_3D_MAG | all.MAV_SYS_STATUS_SENSOR_ABSOLUTE_PRESSURE
	a.send(s, &all.MessageSysStatus{
		OnboardControlSensorsPresent: sensors, OnboardControlSensorsEnabled: sensors,
		OnboardControlSensorsHealth: sensors, Load: 412,
		VoltageBattery: uint16(s.BatteryVolts * 1000), CurrentBattery: -1,
		BatteryRemaining: int8(s.BatteryCharge * 100),
	})
}

func (a *mavAutopilot) battery(s *vehicle.State) {
	m := &all.MessageBatteryStatus{
		Type: all.MAV_BATTERY_TYPE_LIPO, Temperature: math.MaxInt16, CurrentBattery: -1,
		CurrentConsumed: -1, EnergyConsumed: -1, BatteryRemaining: int8(s.BatteryCharge * 100),
	}
	for i := range m.Voltages {
		m.Voltages[i] = math.MaxUint16
	}
	m.Voltages[0] = uint16(s.BatteryVolts * 1000)
	a.send(s, m)
}

// systemTime has no date for the first seconds, as before a GPS fix.
func (a *mavAutopilot) systemTime(s *vehicle.State) {
	m := &all.MessageSystemTime{TimeBootMs: s.BootMillis}
	if hasFix(s) {
		m.TimeUnixUsec = uint64(wall(a.start, a.connect, s.Tick).UnixMicro())
	}
	a.send(s, m)
}

func (a *mavAutopilot) gpsRaw(s *vehicle.State) {
	m := &all.MessageGpsRawInt{
		TimeUsec: uint64(s.BootMillis) * 1000, FixType: all.GPS_FIX_TYPE_NO_FIX,
		Eph: math.MaxUint16, Epv: math.MaxUint16, SatellitesVisible: 4,
	}
	if hasFix(s) {
		p := positionOf(s)
		m.FixType, m.SatellitesVisible, m.Eph, m.Epv = all.GPS_FIX_TYPE_3D_FIX, 14, 78, 121
		m.Lat, m.Lon, m.Alt = int32(p.latitude*1e7), int32(p.longitude*1e7), int32(p.altitude*1000)
		m.Vel, m.Cog = uint16(p.speed*100), uint16(p.course*100)
	}
	a.send(s, m)
}

func (a *mavAutopilot) globalPosition(s *vehicle.State) {
	if !hasFix(s) {
		return
	}
	p := positionOf(s)
	a.send(s, &all.MessageGlobalPositionInt{
		TimeBootMs: s.BootMillis,
		Lat:        int32(p.latitude * 1e7), Lon: int32(p.longitude * 1e7), Alt: int32(p.altitude * 1000),
		RelativeAlt: int32(s.BaroAlt * 1000),
		Vx:          int16(s.Velocity[0] * 100), Vy: int16(s.Velocity[1] * 100), Vz: int16(s.Velocity[2] * 100),
		Hdg: uint16(100 * math.Mod(degrees(s.Estimate.Yaw)+360, 360)),
	})
}

// answer does what a frame from the ground asks for. The vehicle's clock is that
// of the arrival to the microsecond, as ArduPilot's reply has it.
func (a *mavAutopilot) answer(s *vehicle.State, q question) {
	switch m := q.body.(type) {
	case *all.MessageTimesync:
		since := int64(s.BootMillis)*1000 + q.arrives - int64(s.Tick)*1000
		a.send(s, &all.MessageTimesync{
			Tc1: since * 1000, Ts1: m.Ts1,
			TargetSystem: groundStation.system, TargetComponent: groundStation.component,
		})
	case *all.MessageParamRequestList:
		a.listParameters(s)
	case *all.MessageParamSet:
		a.setParameter(s, m.ParamId, float64(m.ParamValue))
	}
}

// statusText sends a line, a long one in numbered chunks.
func (a *mavAutopilot) statusText(s *vehicle.State, line string) {
	parts := chunks(line)
	id := uint16(0)
	if len(parts) > 1 {
		a.long++
		id = a.long
	}
	for i, part := range parts {
		a.send(s, &all.MessageStatustext{
			Severity: all.MAV_SEVERITY_INFO, Text: part, Id: id, ChunkSeq: byte(i),
		})
	}
}

// mavPeripherals are a camera that signs its frames and a radio modem that
// still speaks MAVLink 1, as SiK radios do on a MAVLink 2 link.
type mavPeripherals struct {
	wire    *mavWire
	connect uint64
	start   time.Time
	images  int32
}

// cameraUptime is how long the camera had been on when the simulator started, ms.
const cameraUptime = 95000

func (p *mavPeripherals) signed(s *vehicle.State, m message.Message) {
	epoch := time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)
	stamp := wall(p.start, p.connect, s.Tick).Sub(epoch) / (10 * time.Microsecond)
	p.wire.sendSigned(s.Tick, camera, m, uint64(stamp))
}

func (p *mavPeripherals) cameraHeartbeat(s *vehicle.State) {
	p.signed(s, &all.MessageHeartbeat{
		Type: all.MAV_TYPE_CAMERA, Autopilot: all.MAV_AUTOPILOT_INVALID,
		SystemStatus: all.MAV_STATE_ACTIVE, MavlinkVersion: 3,
	})
}

func (p *mavPeripherals) cameraStatus(s *vehicle.State) {
	p.images++
	p.signed(s, &all.MessageCameraCaptureStatus{
		TimeBootMs: uint32(s.Tick) + cameraUptime, ImageStatus: 2, ImageInterval: 2,
		AvailableCapacity: 58000 - 8*float32(p.images), ImageCount: p.images,
	})
}

func (p *mavPeripherals) radioStatus(s *vehicle.State) {
	fade := 12 * math.Sin(float64(s.Tick)/17000)
	p.wire.send1(s.Tick, radio, &all.MessageRadioStatus{
		Rssi: byte(190 + fade), Remrssi: byte(184 + fade), Txbuf: 96, Noise: 42, Remnoise: 47,
		Rxerrors: uint16(s.Tick / 30000), Fixed: uint16(s.Tick / 12000),
	})
}

// wall is the wall clock at a tick, given the one at the tick of connecting.
func wall(start time.Time, connect, tick uint64) time.Time {
	return start.Add(time.Duration(int64(tick)-int64(connect)) * time.Millisecond)
}

// quaternion of roll, pitch and yaw in the order yaw, pitch, roll; w first.
func quaternion(a vehicle.Attitude) [4]float64 {
	sr, cr := math.Sincos(a.Roll / 2)
	sp, cp := math.Sincos(a.Pitch / 2)
	sy, cy := math.Sincos(a.Yaw / 2)
	return [4]float64{
		cr*cp*cy + sr*sp*sy,
		sr*cp*cy - cr*sp*sy,
		cr*sp*cy + sr*cp*sy,
		cr*cp*sy - sr*sp*cy,
	}
}
