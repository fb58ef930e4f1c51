package sim

import (
	"math"
	"strconv"

	"postflight/replay/sim/vehicle"
)

// source is who sent a frame.
type source struct{ system, component byte }

func (s source) String() string {
	return strconv.Itoa(int(s.system)) + ":" + strconv.Itoa(int(s.component))
}

var (
	autopilot = source{1, 1}
	camera    = source{1, 100}
	radio     = source{51, 68}
)

// counter names one sequence: a MAVLink sender has one for all its messages
// (message is 0), a NavLink sender one for each. A reboot starts a new one.
type counter struct {
	source  source
	message uint32
	boot    int
}

// sent is one frame as its sender put it on the link.
type sent struct {
	at       uint64 // ms since the simulator started
	counter  counter
	number   int               // in the counter, from 0 and without wrap
	bytes    []byte            // never changed once sent
	estimate *vehicle.Attitude // what an attitude frame says, else nil
	host     int64             // of a station's own frame: host time at which it was logged, us
}

// counters numbers the frames of a sender.
type counters map[counter]int

func (c counters) take(of counter) int {
	n := c[of]
	c[of] = n + 1
	return n
}

// job is a message that a sender repeats.
type job struct {
	every float64 // ms
	send  func(*vehicle.State)
}

// timetable runs jobs when they fall due. Its first job is the heartbeat, which
// repeats in whole milliseconds so that one can be put on a given tick.
type timetable struct {
	jobs []job
	due  []float64
}

// start lets the heartbeat fall due at once and spreads the others behind it,
// as tasks that start one after the other do.
func (t *timetable) start(tick uint64) {
	t.due = make([]float64, len(t.jobs))
	for i, j := range t.jobs {
		t.due[i] = float64(tick) + math.Mod(float64(i)*17, j.every)
	}
}

// startInStep is start with a heartbeat due exactly at the tick `at`.
func (t *timetable) startInStep(tick, at uint64) {
	t.start(tick)
	t.due[0] += math.Mod(float64(at-tick), t.jobs[0].every)
}

func (t *timetable) run(s *vehicle.State) {
	for i, j := range t.jobs {
		if float64(s.Tick) >= t.due[i] {
			t.due[i] += j.every
			j.send(s)
		}
	}
}

// perSecond is the time between two messages at this rate, ms.
func perSecond(rate float64) float64 { return 1000 / rate }

// announcer turns what happens on board into the lines the autopilot logs.
type announcer struct{ nav vehicle.NavState }

func (a *announcer) reset() { a.nav = 0 }

// lines gives the lines due at this tick. The first is longer than one status
// text holds, as firmware lines are.
func (a *announcer) lines(s *vehicle.State) []string {
	if s.Nav == a.nav {
		return nil
	}
	var out []string
	if a.nav == 0 {
		out = append(out, "boot: quad-x fw 2.4.1 params 214 ok imu ok baro ok, estimator converging")
	}
	a.nav = s.Nav
	name := map[vehicle.NavState]string{
		vehicle.Standby: "STANDBY", vehicle.PreArm: "PREARM", vehicle.Armed: "ARMED",
		vehicle.InAir: "IN_AIR", vehicle.Failsafe: "FAILSAFE",
	}[s.Nav]
	if name == "" {
		return out
	}
	return append(out, "nav: "+name)
}

// chunks cuts a line into the 50 characters that a status text holds.
func chunks(line string) []string {
	var out []string
	for len(line) > 50 {
		out = append(out, line[:50])
		line = line[50:]
	}
	return append(out, line)
}

// navSchedule is Navigator's telemetry at the rates measured in a real file.
func navSchedule(fc *navAutopilot) timetable {
	return timetable{jobs: []job{
		{345, fc.heartbeat},
		{perSecond(23.4), fc.imuCompressed},
		{perSecond(1.4), fc.imuRaw},
		{perSecond(19.9), fc.controlTrace},
		{perSecond(17.5), fc.motors},
		{perSecond(9.4), fc.attitude},
		{perSecond(9.2), fc.rcChannels},
		{perSecond(5), fc.vertical},
		{perSecond(5), fc.baro},
		{perSecond(2.7), fc.flightMode},
		{perSecond(2.6), fc.systemHealth},
		{perSecond(2), fc.battery},
		{1060, fc.perf},
		{perSecond(0.8), fc.estPerf},
		{perSecond(0.2), fc.timeSync},
	}}
}

// mavSchedule is the stream set of an ArduPilot-like autopilot.
func mavSchedule(fc *mavAutopilot) timetable {
	return timetable{jobs: []job{
		{1000, fc.heartbeat},
		{perSecond(10), fc.attitude},
		{perSecond(5), fc.attitudeQuaternion},
		{perSecond(10), fc.scaledIMU},
		{perSecond(17.5), fc.servos},
		{perSecond(5), fc.rcChannels},
		{perSecond(5), fc.vfrHUD},
		{perSecond(2), fc.sysStatus},
		{perSecond(1), fc.battery},
		{perSecond(1), fc.systemTime},
		{perSecond(5), fc.gpsRaw},
		{perSecond(2), fc.globalPosition},
	}}
}

// peripheralSchedule is what shares the MAVLink link with the autopilot and
// does not reboot with it.
func peripheralSchedule(p *mavPeripherals) timetable {
	return timetable{jobs: []job{
		{1000, p.cameraHeartbeat},
		{2000, p.cameraStatus},
		{1000, p.radioStatus},
	}}
}

// senders drives everyone who talks on the two links.
type senders struct {
	nav         *navAutopilot
	mav         *mavAutopilot
	peripherals *mavPeripherals
	station     *station

	navTable, mavTable, peripheralTable timetable

	talk    announcer
	running bool
	boot    int
	connect uint64 // tick at which the stations start to listen
}

func newSenders(c Config, connect uint64) *senders {
	wire, start := newMAVWire(), c.Start
	host := newHostClock(start, connect, c.ClockSteps)
	n := &senders{
		nav:         newNavAutopilot(),
		mav:         &mavAutopilot{wire: wire, connect: connect, start: start, parameters: newParameters(), listed: noList},
		peripherals: &mavPeripherals{wire: wire, connect: connect, start: start},
		station:     newStation(wire, host, connect, c.random("station")),
		connect:     connect,
		boot:        -1,
	}
	n.navTable = navSchedule(n.nav)
	n.mavTable = mavSchedule(n.mav)
	n.peripheralTable = peripheralSchedule(n.peripherals)
	n.peripheralTable.start(0)
	return n
}

func (n *senders) step(s *vehicle.State) {
	switch {
	case s.Booting:
		n.running = false
	case !n.running:
		n.running = true
		n.powerUp(s)
	}
	n.station.step(s)
	questions := n.station.arrived(s)
	if n.running {
		for _, q := range questions {
			n.mav.answer(s, q)
		}
		n.mav.continueList(s)
		n.navTable.run(s)
		n.mavTable.run(s)
		for _, line := range n.talk.lines(s) {
			for _, part := range chunks(line) {
				n.nav.statusText(s, part)
			}
			n.mav.statusText(s, line)
		}
	}
	n.peripheralTable.run(s)
}

func (n *senders) powerUp(s *vehicle.State) {
	n.boot++
	n.talk.reset()
	n.nav.powerUp(n.boot)
	n.mav.powerUp(n.boot)
	if n.boot == 0 && s.Tick < n.connect {
		n.navTable.startInStep(s.Tick, n.connect)
		n.mavTable.startInStep(s.Tick, n.connect)
		return
	}
	n.navTable.start(s.Tick)
	n.mavTable.start(s.Tick)
}
