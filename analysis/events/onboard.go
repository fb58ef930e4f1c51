package events

import (
	"fmt"
	"strings"

	"postflight/analysis/vehicle"
	"postflight/decode/flight"
)

// onBoardReader reads what ArduPilot logs on board: MSG, MODE, EV, ERR and ARM
// records. Sources: ArduPilot's AP_Logger (LogStructure.h, AP_Logger.h).
func (c *collector) onBoardReader(m *flight.Message, who *sender, fields func(...string) []*flight.Field) func(int) {
	switch m.Name {
	case "MSG":
		if f := fields("Message"); f != nil {
			return func(i int) { c.add(i, Text, Info, f[0].Text(c.log.Payload(i))) }
		}
	case "MODE":
		if f := fields("Mode"); f != nil {
			return func(i int) { c.onBoardMode(i, who, f[0], m.Field("ModeNum")) }
		}
	case "EV":
		if f := fields("Id"); f != nil {
			return func(i int) { c.event(i, who, whole(f[0], c.log.Payload(i))) }
		}
	case "ERR":
		if f := fields("Subsys", "ECode"); f != nil {
			return func(i int) {
				payload := c.log.Payload(i)
				c.failure(i, whole(f[0], payload), whole(f[1], payload))
			}
		}
	case "ARM":
		if f := fields("ArmState"); f != nil {
			return func(i int) { c.armNow(i, who, whole(f[0], c.log.Payload(i)) != 0) }
		}
	}
	return nil
}

// whole reads a number that is written in binary or as text.
func whole(f *flight.Field, payload []byte) int {
	v := f.Float(f.Bits(payload, 0))
	if !(v >= -1<<31 && v < 1<<31) {
		return -1
	}
	return int(v)
}

func (c *collector) onBoardMode(i int, who *sender, mode, number *flight.Field) {
	payload := c.log.Payload(i)
	if !who.hasClass {
		who.identity, who.hasClass = vehicle.Of(c.log, who.source), true
	}
	if number != nil && number.Type != flight.Char {
		mode = number
	}
	if mode.Type == flight.Char {
		name := mode.Text(payload)
		c.mode(i, who, hash(name), name)
		return
	}
	n := uint32(whole(mode, payload))
	c.mode(i, who, n, who.identity.Class.Mode(n))
}

// hash tells modes apart that are written by name.
func hash(name string) uint32 {
	h := uint32(2166136261) // FNV-1a
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}

const (
	eventArmed    = 10
	eventDisarmed = 11
)

// armNow is arm for records that are written when that changes.
func (c *collector) armNow(i int, who *sender, armed bool) {
	if !who.hasArmed {
		who.armed, who.hasArmed = !armed, true
	}
	c.arm(i, who, armed)
}

func (c *collector) event(i int, who *sender, id int) {
	switch id {
	case eventArmed:
		c.armNow(i, who, true)
		return
	case eventDisarmed:
		if who.hasArmed {
			c.arm(i, who, false) // which ARM records may have told already
			return
		}
	}
	name := eventNames[id]
	if name == "" {
		name = fmt.Sprintf("number %d", id)
	}
	c.add(i, Happening, Notice, "Event: "+name)
}

func (c *collector) failure(i, subsystem, code int) {
	name := subsystems[subsystem]
	if name == "" {
		name = fmt.Sprintf("subsystem %d", subsystem)
	}
	if code == 0 {
		c.add(i, Failure, Info, "Error resolved: "+name)
		return
	}
	severity := Error
	if strings.HasPrefix(name, "failsafe") || name == "crash check" {
		severity = Critical
	}
	c.add(i, Failure, severity, fmt.Sprintf("Error: %s, code %d", name, code))
}

var eventNames = map[int]string{
	eventArmed: "armed", eventDisarmed: "disarmed", 15: "auto armed", 17: "landing maybe complete", 18: "landing complete",
	19: "GPS lost", 21: "flip started", 22: "flip ended", 25: "home set", 26: "simple mode on", 27: "simple mode off",
	28: "not landed", 29: "super simple mode on", 30: "autotune initialised", 31: "autotune off", 32: "autotune restarted",
	33: "autotune succeeded", 34: "autotune failed", 35: "autotune reached its limit", 36: "pilot tests autotune",
	37: "autotune saved gains", 38: "trim saved", 39: "waypoint saved", 41: "fence enabled", 42: "fence disabled",
	46: "gripper grabbed", 47: "gripper released", 49: "parachute disabled", 50: "parachute enabled",
	51: "parachute released", 52: "landing gear deployed", 53: "landing gear retracted", 54: "motors emergency stopped",
	55: "motor emergency stop cleared", 56: "motor interlock disabled", 57: "motor interlock enabled",
	58: "rotor run-up complete", 59: "rotor speed below critical", 60: "EKF altitude reset", 61: "landing cancelled by pilot",
	62: "EKF yaw reset", 63: "ADS-B avoidance on", 64: "ADS-B avoidance off", 65: "proximity avoidance on",
	66: "proximity avoidance off", 67: "primary GPS changed", 71: "zigzag point A stored", 72: "zigzag point B stored",
	73: "landing repositioning", 74: "standby on", 75: "standby off",
	85: "EKF3 uses its primary sources", 86: "EKF3 uses its secondary sources", 87: "EKF3 uses its tertiary sources",
	163: "surfaced", 164: "not surfaced", 165: "bottomed", 166: "not bottomed",
}

var subsystems = map[int]string{
	1: "main", 2: "radio", 3: "compass", 4: "optical flow", 5: "failsafe radio", 6: "failsafe battery", 7: "failsafe GPS",
	8: "failsafe ground station", 9: "failsafe fence", 10: "flight mode", 11: "GPS", 12: "crash check", 13: "flip",
	14: "autotune", 15: "parachute", 16: "EKF check", 17: "failsafe EKF and navigation", 18: "barometer", 19: "CPU load",
	20: "failsafe ADS-B", 21: "terrain", 22: "navigation", 23: "failsafe terrain", 24: "EKF primary", 25: "thrust loss",
	26: "failsafe sensors", 27: "failsafe leak", 28: "pilot input", 29: "failsafe vibration", 30: "internal error",
	31: "failsafe dead reckoning",
}
