package sim

import (
	"math/rand/v2"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"
	"github.com/bluenviron/gomavlib/v3/pkg/message"

	"postflight/replay/sim/vehicle"
)

var groundStation = source{255, 190}

// station is the ground station's own voice on the MAVLink link. It logs its
// frames the moment it sends them.
type station struct {
	wire   *mavWire
	host   hostClock
	random *rand.Rand
	table  timetable
	opened uint64     // tick at which it connects
	last   int64      // host time at which it last sent, us
	sent   []question // still under way to the vehicle
	list   bool       // asked for the parameters
	set    bool       // asked to change one
}

// question is a frame that the vehicle answers.
type question struct {
	arrives int64 // host time, us
	body    message.Message
}

const (
	listAfter = 1500  // ms after connecting
	setAfter  = 30000 // likewise
)

func newStation(heard *mavWire, host hostClock, connect uint64, random *rand.Rand) *station {
	g := &station{
		wire: &mavWire{counters: counters{}, layouts: heard.layouts},
		host: host, random: random, opened: connect,
	}
	g.table = timetable{jobs: []job{{1000, g.heartbeat}, {1000, g.timesync}}}
	g.table.start(connect + 250)
	return g
}

func (g *station) step(s *vehicle.State) {
	g.table.run(s)
	if s.Tick >= g.opened+listAfter && !g.list {
		g.list = true
		g.ask(s, &all.MessageParamRequestList{TargetSystem: 1, TargetComponent: 1})
	}
	if s.Tick >= g.opened+setAfter && !g.set {
		g.set = true
		g.ask(s, &all.MessageParamSet{
			TargetSystem: 1, TargetComponent: 1, ParamId: changedParameter,
			ParamValue: changedTo, ParamType: all.MAV_PARAM_TYPE_REAL32,
		})
	}
}

// now is the host time at which a frame of this tick is sent, some of the
// millisecond in and after the one before.
func (g *station) now(s *vehicle.State) int64 {
	g.last = max(int64(s.Tick)*1000+g.random.Int64N(800), g.last+25)
	return g.last
}

func (g *station) send(s *vehicle.State, at int64, m message.Message) {
	g.wire.send(s.Tick, groundStation, 0, m).host = at
}

func (g *station) ask(s *vehicle.State, m message.Message) {
	at := g.now(s)
	g.sendQuestion(s, at, m)
}

func (g *station) sendQuestion(s *vehicle.State, at int64, m message.Message) {
	g.send(s, at, m)
	up := 1500 + int64(min(g.random.ExpFloat64()*1200, 20000))
	g.sent = append(g.sent, question{at + up, m})
}

func (g *station) heartbeat(s *vehicle.State) {
	g.send(s, g.now(s), &all.MessageHeartbeat{
		Type: all.MAV_TYPE_GCS, Autopilot: all.MAV_AUTOPILOT_INVALID,
		SystemStatus: all.MAV_STATE_ACTIVE, MavlinkVersion: 3,
	})
}

// timesync asks for the vehicle's clock and gives its own, the wall clock
// (MAVLink guide, time synchronization).
func (g *station) timesync(s *vehicle.State) {
	at := g.now(s)
	g.sendQuestion(s, at, &all.MessageTimesync{Ts1: g.host.wall(at) * 1000})
}

// arrived hands over the questions that have reached the vehicle by this tick.
func (g *station) arrived(s *vehicle.State) []question {
	end := (int64(s.Tick) + 1) * 1000
	var out, rest []question
	for _, q := range g.sent {
		if q.arrives < end {
			out = append(out, q)
		} else {
			rest = append(rest, q)
		}
	}
	g.sent = rest
	return out
}
