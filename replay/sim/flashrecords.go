package sim

import (
	"math"
	"time"

	"postflight/replay/sim/vehicle"
)

// gpsEpoch is where GPS weeks begin. GPS time is ahead of UTC by the leap
// seconds since, 18 from 2017 on.
var gpsEpoch = time.Date(1980, 1, 6, 0, 0, 0, 0, time.UTC)

const (
	leapSeconds = 18
	gpsWeek     = 7 * 24 * time.Hour
)

// gpsTime is the week and the milliseconds into it.
func gpsTime(t time.Time) (week, ms int) {
	since := t.Sub(gpsEpoch) + leapSeconds*time.Second
	return int(since / gpsWeek), int(since % gpsWeek / time.Millisecond)
}

func (w *flashWriter) gps(s *vehicle.State) {
	const noFix, fix3D = 1, 3
	us := w.timeUS(s)
	if !hasFix(s) {
		w.put("GPS", us, 0, noFix, 0, 0, 4, 99.99, 0, 0, 0, 0, 0, 0, 0, 1)
		return
	}
	week, ms := gpsTime(wall(w.start, w.connect, s.Tick))
	p := positionOf(s)
	w.put("GPS", us, 0, fix3D, ms, week, 14, 0.78, p.latitude, p.longitude, p.altitude,
		p.speed, p.course, -p.climb, 0, 1)
}

// imu logs both sensors: the one flown with, and one that is mounted a little
// askew.
func (w *flashWriter) imu(s *vehicle.State) {
	g, a := s.Gyro, s.Acc
	us := w.timeUS(s)
	w.put("IMU", us, 0, g[0], g[1], g[2], a[0], a[1], a[2], 0, 0, s.Temperature, 1, 1, 1000, 1000)
	const askew = 0.01
	w.put("IMU", us, 1, g[0]+askew*g[1], g[1]-askew*g[0], g[2], a[0]+askew*a[1], a[1]-askew*a[0], a[2],
		0, 0, s.Temperature+1.5, 1, 1, 1000, 1000)
}

// heading is an angle from 0 to 360 degrees that rounds to less than 360.
func heading(rad float64) float64 {
	h := math.Mod(degrees(rad)+360, 360)
	if h >= 359.995 {
		return 0
	}
	return h
}

func (w *flashWriter) attitude(s *vehicle.State) {
	e, d := s.Estimate, s.AngleSet
	us := w.timeUS(s)
	off := math.Hypot(e.Roll-d.Roll, e.Pitch-d.Pitch)
	turn := math.Abs(math.Remainder(e.Yaw-d.Yaw, 2*math.Pi))
	w.put("ATT", us, degrees(d.Roll), degrees(e.Roll), degrees(d.Pitch), degrees(e.Pitch),
		heading(d.Yaw), heading(e.Yaw), degrees(off), degrees(turn), 3)
}

func (w *flashWriter) truth(s *vehicle.State) {
	e, q := eulerDegrees(s.Quaternion), s.Quaternion
	const metresPerDegree = 111_320
	latitude := homeLatitude + s.Position[0]/metresPerDegree
	longitude := homeLongitude + s.Position[1]/(metresPerDegree*math.Cos(homeLatitude*math.Pi/180))
	w.put("SIM", w.timeUS(s), e[0], e[1], heading(e[2]*math.Pi/180), homeAltitude-s.Position[2],
		latitude, longitude, q[0], q[1], q[2], q[3])
}

func (w *flashWriter) baro(s *vehicle.State) {
	us := w.timeUS(s)
	w.put("BARO", us, 0, s.BaroAlt, s.BaroHPa*100, s.Temperature, -s.Velocity[2], int(s.BootMillis), 0, 29.5, 1)
}

func (w *flashWriter) battery(s *vehicle.State) {
	used := 5.2 * (1 - s.BatteryCharge)
	load := 0.0
	for _, d := range s.Duty {
		load += 8 * d * d
	}
	us := w.timeUS(s)
	w.put("BAT", us, 0, s.BatteryVolts, s.BatteryVolts+0.01*load, load, used*1000, used*s.BatteryVolts,
		31.0, 0.01, int(100*s.BatteryCharge))
}

func (w *flashWriter) rcIn(s *vehicle.State) {
	values := []any{w.timeUS(s)}
	for _, v := range s.RC {
		values = append(values, int(v))
	}
	w.put("RCIN", values...)
}

func (w *flashWriter) rcOut(s *vehicle.State) {
	values := []any{w.timeUS(s)}
	for _, d := range s.Duty {
		values = append(values, math.Round(1000+1000*d))
	}
	for range len(s.RC) - len(s.Duty) {
		values = append(values, 0)
	}
	w.put("RCOU", values...)
}
