package sim

import (
	"fmt"
	"time"

	"postflight/replay/sim/vehicle"
)

// journal collects what the station writes down in words.
type journal struct {
	lines     []line
	talk      announcer
	connect   uint64
	end       uint64 // the last tick
	requests  int
	silent    uint64 // tick at which the vehicle fell silent, 0 while it talks
	noticed   bool   // that it did
	connected bool
}

type line struct {
	at     int64 // host time, us
	text   string
	banner bool // frames a session; the session's own log leaves it out
}

const (
	programStart  = 2200 // ms before connecting
	wordLatency   = 4000 // us from the vehicle to the page
	reportEvery   = 10_000
	unknownEvery  = 23_000
	silenceMillis = 1000
)

func newJournal(c Config, connect uint64) *journal {
	j := &journal{connect: connect, end: uint64(c.Length.Milliseconds()) - 1}
	start := connect - programStart
	j.lines = []line{
		{int64(start) * 1000, "---- session start, Navigator 2.8.1 ----", true},
		{int64(start)*1000 + 38_000, "[GCS] settings read, 41 entries", true},
	}
	return j
}

func (j *journal) add(s *vehicle.State, format string, args ...any) {
	j.lines = append(j.lines, line{at: int64(s.Tick)*1000 + wordLatency, text: fmt.Sprintf(format, args...)})
}

func (j *journal) step(s *vehicle.State) {
	if s.Booting {
		j.talk.reset()
	}
	var said []string
	if !s.Booting {
		said = j.talk.lines(s)
	}
	if s.Tick < j.connect {
		return
	}
	j.watchLink(s)
	for _, text := range said {
		j.add(s, "%s", text)
		if s.Nav == vehicle.Armed || s.Nav == vehicle.PreArm {
			j.requests++
			j.add(s, "[ack] command 1100, request %d, accepted", j.requests)
		}
	}
	since := s.Tick - j.connect
	switch {
	case s.Tick == j.end:
		j.add(s, "[GCS] link closed")
		j.lines = append(j.lines, line{int64(s.Tick)*1000 + 21_000, "---- session end ----", true})
	case s.Booting:
	case since%reportEvery == reportEvery-1:
		j.add(s, "[GCS] battery %.2f V, altitude %.1f m", s.BatteryVolts, s.BaroAlt)
	case since%unknownEvery == unknownEvery-1:
		j.add(s, "[navlink] unhandled message 1041, 18 bytes")
	}
}

func (j *journal) watchLink(s *vehicle.State) {
	switch {
	case !j.connected:
		j.connected = true
		j.add(s, "[GCS] serial link /dev/ttyUSB0 open, 57600 baud")
		j.add(s, "[GCS] vehicle 1:1 found")
	case s.Booting && j.silent == 0:
		j.silent = s.Tick
	case s.Booting && !j.noticed && s.Tick-j.silent == silenceMillis:
		j.noticed = true
		j.add(s, "[ERROR] vehicle 1:1 is silent for %.1f s", silenceMillis/1000.0)
	case !s.Booting && j.silent > 0:
		j.silent, j.noticed = 0, false
		j.add(s, "[GCS] vehicle 1:1 is back, its clock started over")
	}
}

// NavigatorLog gives the ground station's persistent text log: lines that begin
// with the UTC time of its wall clock (Navigator's chapter on text logs). The
// caller owns it.
func (f *Flight) NavigatorLog() ([]byte, FileTruth) {
	var out []byte
	for _, l := range f.lines {
		out = f.wallTime(l.at).AppendFormat(out, "2006-01-02T15:04:05.000Z ")
		out = append(append(out, l.text...), '\n')
	}
	return out, textTruth("navigator-log", stamp(f.wallTime(f.lines[0].at)), len(f.lines))
}

// SessionLog gives what the log panel of the session was saved as: lines that
// begin with a time of day, here in UTC, without date or zone. The caller owns
// it.
func (f *Flight) SessionLog() ([]byte, FileTruth) {
	var out []byte
	n := 0
	for _, l := range f.lines {
		if l.banner {
			continue
		}
		n++
		out = f.wallTime(l.at).AppendFormat(out, "[15:04:05.000] ")
		out = append(append(out, l.text...), '\n')
	}
	return out, textTruth("session-log", "", n)
}

// wallTime is what the station's clock shows, in whole milliseconds.
func (f *Flight) wallTime(at int64) time.Time {
	return time.UnixMicro(f.host.wall(at)).UTC().Truncate(time.Millisecond)
}

func textTruth(format, start string, lines int) FileTruth {
	return FileTruth{
		Format: format, Start: start, Lines: lines,
		Sources: map[string]SourceTruth{}, Junk: [][2]int{}, Reboots: []float64{},
	}
}
