package sim

import (
	"maps"
	"math/rand/v2"
	"time"

	"postflight/replay/sim/vehicle"
)

// OnBoard is a log that the flight controller wrote into its own memory.
type OnBoard struct {
	Bytes []byte
	Truth FileTruth
}

// DataFlash gives the logs that the flight controller writes as ArduPilot does,
// one each time it boots, and what is in them. The caller owns all of it. A
// reboot cuts the log inside its last record.
func (f *Flight) DataFlash() []OnBoard {
	out := make([]OnBoard, len(f.flash))
	for i, l := range f.flash {
		out[i] = OnBoard{
			Bytes: append([]byte(nil), l.bytes...),
			Truth: FileTruth{
				Format: "dataflash", Sources: map[string]SourceTruth{}, Junk: [][2]int{}, Reboots: []float64{},
				Start: stamp(l.start), Types: maps.Clone(l.count), Tail: l.tail,
			},
		}
	}
	return out
}

// flashLog is the log of one boot.
type flashLog struct {
	bytes []byte
	start time.Time // of the first record with a time
	count map[string]int
	tail  int // bytes of a record that was cut
}

// flashOpens is how long after power-up the log is opened, ms.
const flashOpens = 600

// flashWriter logs what the flight controller knows, and the truth beside it, as
// ArduPilot's simulated vehicles do.
type flashWriter struct {
	logs     []*flashLog
	log      *flashLog // nil while booting
	formats  map[string]flashFormat
	table    timetable
	settings parameters // of the autopilot
	logged   parameters // as they were logged last
	random   *rand.Rand
	talk     announcer
	nav      vehicle.NavState
	since    int // records in this tick

	connect uint64
	start   time.Time
}

func newFlashWriter(c Config, connect uint64, settings parameters) *flashWriter {
	w := &flashWriter{
		formats: map[string]flashFormat{}, random: c.random("flash"), connect: connect, start: c.Start,
		settings: settings,
	}
	for _, f := range flashFormats {
		w.formats[f.name] = f
	}
	// GPS comes first so that nothing stands between its time and the boot time
	// it is logged with.
	w.table = timetable{jobs: []job{
		{perSecond(5), w.gps},
		{perSecond(25), w.imu},
		{perSecond(10), w.attitude},
		{perSecond(10), w.truth},
		{perSecond(10), w.baro},
		{perSecond(10), w.rcIn},
		{perSecond(10), w.rcOut},
		{perSecond(2), w.battery},
		{perSecond(5), w.changed},
	}}
	return w
}

// step logs one tick.
func (w *flashWriter) step(s *vehicle.State) {
	w.since = 0
	switch {
	case s.Booting:
		w.cut(s)
		return
	case w.log == nil && s.BootMillis < flashOpens:
		return
	case w.log == nil:
		w.open(s)
	}
	w.table.run(s)
	w.events(s)
}

// timeUS is the boot time of the next record of this tick: each takes a little.
func (w *flashWriter) timeUS(s *vehicle.State) int {
	us := int(s.BootMillis)*1000 + min(37*w.since, 999)
	w.since++
	return us
}

func (w *flashWriter) put(name string, values ...any) {
	w.log.bytes = append(w.log.bytes, w.formats[name].record(values...)...)
	w.log.count[name]++
}

// cut ends the log inside a record that was being written.
func (w *flashWriter) cut(s *vehicle.State) {
	if w.log == nil {
		return
	}
	whole := len(w.log.bytes)
	w.attitude(s)
	w.log.count["ATT"]--
	w.log.tail = 1 + w.random.IntN(len(w.log.bytes)-whole-1)
	w.log.bytes = w.log.bytes[:whole+w.log.tail]
	w.log = nil
}

// open begins a log with what its records mean: formats, units and multipliers,
// in the order of ArduPilot's current master.
func (w *flashWriter) open(s *vehicle.State) {
	w.log = &flashLog{count: map[string]int{}, start: wall(w.start, w.connect, s.Tick)}
	w.logs = append(w.logs, w.log)
	w.table.start(s.Tick)
	w.talk.reset()
	w.nav, w.logged = 0, nil
	for _, f := range flashFormats {
		w.put("FMT", int(f.number), f.length(), f.name, f.letters, f.columns)
	}
	w.changed(s)
	for _, u := range flashUnits {
		w.put("UNIT", w.timeUS(s), int(u.letter), u.label)
	}
	for _, m := range flashFactors {
		w.put("MULT", w.timeUS(s), int(m.letter), m.factor)
	}
	for _, f := range flashFormats {
		w.put("FMTU", w.timeUS(s), int(f.number), f.units, f.factors)
	}
	w.put("MSG", w.timeUS(s), "ArduCopter V4.5.7 (2a3dc4b7)")
	w.put("MSG", w.timeUS(s), "Frame: QUAD/X")
}

// changed logs the parameters that changed, at first all.
func (w *flashWriter) changed(s *vehicle.State) {
	for i, p := range w.settings {
		if w.logged == nil || w.logged[i] != p {
			w.put("PARM", w.timeUS(s), p.name, p.value, p.standard)
		}
	}
	w.logged = append(w.logged[:0], w.settings...)
}

// Event and error numbers of ArduPilot's copter.
const (
	evArmed, evDisarmed, evLanded, evNotLanded = 10, 11, 18, 28
	errEKFFailsafe                             = 17
	modeByCommand, modeByFailsafe              = 1, 6
)

func (w *flashWriter) events(s *vehicle.State) {
	for _, line := range w.talk.lines(s) {
		for _, part := range flashLines(line) {
			w.put("MSG", w.timeUS(s), part)
		}
	}
	if s.Nav == w.nav {
		return
	}
	w.mode(s)
	event := func(id int) { w.put("EV", w.timeUS(s), id) }
	armed, was := s.Nav >= vehicle.Armed, w.nav >= vehicle.Armed
	switch {
	case armed && !was:
		event(evArmed)
	case was && !armed:
		event(evDisarmed)
	}
	switch {
	case s.Nav == vehicle.InAir && w.nav == vehicle.Armed:
		event(evNotLanded)
	case s.Nav == vehicle.Armed && w.nav == vehicle.InAir:
		event(evLanded)
	case s.Nav == vehicle.Failsafe:
		w.put("ERR", w.timeUS(s), errEKFFailsafe, 1)
	case w.nav == vehicle.Failsafe:
		w.put("ERR", w.timeUS(s), errEKFFailsafe, 0)
	}
	w.nav = s.Nav
}

// mode logs the flight mode where it differs from the one before.
func (w *flashWriter) mode(s *vehicle.State) {
	mode := copterMode(s.Nav)
	if w.nav != 0 && mode == copterMode(w.nav) {
		return
	}
	reason := modeByCommand
	if s.Nav == vehicle.Failsafe {
		reason = modeByFailsafe
	}
	w.put("MODE", w.timeUS(s), int(mode), int(mode), reason)
}

// flashLines cuts a line into what one MSG record holds.
func flashLines(line string) []string {
	var out []string
	for len(line) > 64 {
		out = append(out, line[:64])
		line = line[64:]
	}
	return append(out, line)
}
