package epoch

import (
	"fmt"
	"strings"
	"time"

	"postflight/analysis/sequence"
	"postflight/decode/flight"
	"postflight/decode/stamp"
)

const (
	// around bounds how many frames on either side of a reboot are looked at.
	around = 4096
	// bootTime is how long a vehicle takes to say that it is up.
	bootTime = 20 * time.Second
	// askTime is how long a request to reboot may lie back.
	askTime = 30 * time.Second
	// quiet is a silence of a sender worth telling of.
	quiet = time.Second
	// slack is what the way of a frame may add to a time since power-up.
	slack = 2 * time.Second
)

// evidence is what else in a log speaks for a reboot, and against it.
type evidence struct {
	agrees, differs []string
	sequence        bool // among what agrees
}

func (e *evidence) yes(format string, args ...any) {
	e.agrees = append(e.agrees, fmt.Sprintf(format, args...))
}

func (e *evidence) no(format string, args ...any) {
	e.differs = append(e.differs, fmt.Sprintf(format, args...))
}

// String is the sentences that follow what the boot clock did.
func (e *evidence) String() string {
	text := ""
	if len(e.agrees) > 0 {
		text += " For it: " + strings.Join(e.agrees, "; ") + "."
	}
	if len(e.differs) > 0 {
		text += " Against it: " + strings.Join(e.differs, "; ") + "."
	}
	if text == "" {
		return " Nothing else in the log tells of it."
	}
	return text
}

// seam is where the boot clock of a source fell: the first frame behind it that
// tells a time is at position at of its frames, what is new begins at begin.
type seam struct {
	source    flight.Source
	frames    []int32
	begin, at int
	fall      stamp.Break
}

func (f *finder) evidence(s seam) evidence {
	var e evidence
	f.fromSequence(s, &e)
	f.fromSilence(s, &e)
	f.fromRequest(s, &e)
	f.fromHeartbeat(s, &e)
	f.fromSystemTime(s, &e)
	f.fromText(s, &e)
	return e
}

func (f *finder) fromSequence(s seam, e *evidence) {
	first := int(s.frames[s.begin])
	counter := f.plan.Of[f.log.Frames.Stream[first]]
	if counter == sequence.None {
		return
	}
	for k := s.begin - 1; k >= max(0, s.begin-around); k-- {
		i := int(s.frames[k])
		if f.plan.Of[f.log.Frames.Stream[i]] != counter {
			continue
		}
		last, next := f.log.Frames.Seq[i], f.log.Frames.Seq[first]
		switch {
		case next == last+1:
			e.no("its sequence goes on, from %d to %d", last, next)
		case next <= restartNumber:
			e.sequence = true
			e.yes("its sequence starts anew, %d after %d", next, last)
		default:
			e.sequence = true
			e.yes("its sequence breaks off, %d after %d", next, last)
		}
		return
	}
}

// fromSilence compares the time since power-up to how long nothing came: what
// has started since cannot have been up for longer.
func (f *finder) fromSilence(s seam, e *evidence) {
	if f.log.Format == flight.Raw || f.log.Stopped || s.begin == 0 {
		return // log time is the boot time itself
	}
	t := f.log.Frames.Time
	before := t[s.frames[s.begin-1]]
	if d := t[s.frames[s.begin]] - before; d >= quiet {
		e.yes("nothing came from it for %.1f s", d.Seconds())
		if now := t[s.frames[s.begin]]; d >= longLeap && !f.heardWithin(before, now) {
			e.no("nothing was recorded from anyone then: another recording may begin here")
		}
	}
	if since := t[s.frames[s.at]] - before; s.fall.To > since+slack {
		e.no("it says to be up for %.1f s, but its last frame before came %.1f s ago", s.fall.To.Seconds(), since.Seconds())
	}
}

// rebootCommand is MAV_CMD_PREFLIGHT_REBOOT_SHUTDOWN.
const rebootCommand = 246

func (f *finder) fromRequest(s seam, e *evidence) {
	now := int(s.frames[s.begin])
	for i := now - 1; i >= max(0, now-around); i-- {
		age := f.log.Frames.Time[now] - f.log.Frames.Time[i]
		if age > askTime {
			return
		}
		m := f.log.Message(i)
		if m.Name != "COMMAND_LONG" && m.Name != "COMMAND_INT" {
			continue
		}
		if field := m.Field("command"); field != nil && field.Bits(f.log.Payload(i), 0) == rebootCommand {
			e.yes("%s had asked for a reboot %.1f s before", f.log.Source(i), age.Seconds())
			return
		}
	}
}

// nearest finds a source's frames of a message next to a position, on either
// side; -1 where there is none near.
func (f *finder) nearest(s seam, message string) (before, after int) {
	before, after = -1, -1
	for k := s.begin - 1; k >= max(0, s.begin-around) && before < 0; k-- {
		if f.log.Message(int(s.frames[k])).Name == message {
			before = int(s.frames[k])
		}
	}
	for k := s.begin; k < min(len(s.frames), s.begin+around) && after < 0; k++ {
		if f.log.Message(int(s.frames[k])).Name == message {
			after = int(s.frames[k])
		}
	}
	return before, after
}

// States of a vehicle, MAV_STATE, and the flag of an armed one.
const (
	stateCalibrating = 2
	stateStandby     = 3
	stateActive      = 4
	armedFlag        = 0x80
)

func (f *finder) fromHeartbeat(s seam, e *evidence) {
	before, after := f.nearest(s, "HEARTBEAT")
	if before < 0 || after < 0 {
		return
	}
	m := f.log.Message(after)
	state, mode := m.Field("system_status"), m.Field("base_mode")
	if state == nil || mode == nil || f.log.Message(before) != m {
		return
	}
	old, now := state.Bits(f.log.Payload(before), 0), state.Bits(f.log.Payload(after), 0)
	armed := mode.Bits(f.log.Payload(before), 0)&armedFlag != 0
	still := mode.Bits(f.log.Payload(after), 0)&armedFlag != 0
	switch {
	case now <= stateCalibrating:
		e.yes("its heartbeat says that it is starting up")
	case armed && still:
		e.no("it is armed before and after")
	case armed:
		e.yes("it was armed and is not any more")
	case old == stateActive && now == stateStandby:
		e.yes("its heartbeat goes from active to standby")
	}
}

func (f *finder) fromSystemTime(s seam, e *evidence) {
	before, after := f.nearest(s, "SYSTEM_TIME")
	if before < 0 || after < 0 {
		return
	}
	m := f.log.Message(after)
	boot, date := m.Field("time_boot_ms"), m.Field("time_unix_usec")
	if boot == nil || date == nil || f.log.Message(before) != m {
		return
	}
	old, now := f.log.Payload(before), f.log.Payload(after)
	switch then, today := date.Bits(old, 0), date.Bits(now, 0); {
	case boot.Bits(now, 0) >= boot.Bits(old, 0):
		e.no("the time since power-up in SYSTEM_TIME goes on")
	case today == 0 && then == 0:
		e.yes("the time since power-up in SYSTEM_TIME falls as well; it knows no date")
	case today == 0:
		e.yes("SYSTEM_TIME has lost the date")
	case today >= then:
		e.yes("the time since power-up in SYSTEM_TIME falls as well, while its date goes on")
	default:
		e.no("the date in SYSTEM_TIME falls as well, by %.1f s", float64(then-today)/1e6)
	}
}

// startupWords are in what ArduPilot and PX4 say when they start, and at no other
// time.
var startupWords = []string{
	"initialising", "ardupilot ready", "calibrating barometer", "barometer 1 calibration", "beginning ins calibration",
	"init gyro", "ground start", "reboot", "booting",
}

func (f *finder) fromText(s seam, e *evidence) {
	start := f.log.Frames.Time[s.frames[s.begin]]
	for k := s.begin; k < min(len(s.frames), s.begin+around); k++ {
		i := int(s.frames[k])
		if f.log.Frames.Time[i]-start > bootTime {
			return
		}
		m := f.log.Message(i)
		if m.Name != "STATUSTEXT" {
			continue
		}
		text := m.Field("text")
		if text == nil {
			return
		}
		said := text.Text(f.log.Payload(i))
		for _, word := range startupWords {
			if strings.Contains(strings.ToLower(said), word) {
				e.yes("it says %q", said)
				return
			}
		}
	}
}
