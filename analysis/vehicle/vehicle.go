// Package vehicle says who a source is, by its heartbeat: what type of vehicle or
// component, flown by which autopilot, and what its mode numbers mean.
//
// Sources: MAVLink's enumerations MAV_TYPE and MAV_AUTOPILOT and ArduPilot's mode
// enumerations, in gomavlib's dialect; PX4's px4_custom_mode.h; Navigator's
// NavLink 2 dialect.
package vehicle

import (
	"bytes"
	"strings"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"

	"postflight/decode/flight"
)

// Class is a family of ArduPilot's firmware: each numbers its modes anew.
type Class uint8

const (
	// Unknown is none of the others.
	Unknown Class = iota
	// Copter is everything that hovers on rotors, helicopters too.
	Copter
	// Plane is everything with wings.
	Plane
	// Rover drives or floats.
	Rover
	// Sub dives.
	Sub
	// Tracker points an antenna.
	Tracker
)

// Identity is who a source is.
type Identity struct {
	Heartbeat bool // it sent one; without, nothing but Class is known
	NavLink   bool // in Navigator's own protocol, which names no type
	Type      uint8
	Autopilot uint8
	Class     Class
}

// looked is how many heartbeats are looked at: of a spoofed or shared id the
// first that names an autopilot counts.
const looked = 50

// Of looks a source up. It may list the rows of the log, once, which takes a
// while for a large one.
func Of(l *flight.Log, source flight.Source) Identity {
	s := l.Stream(source, "HEARTBEAT")
	if s == nil {
		return Identity{Class: byName(l, source)}
	}
	if s.Message.Field("nav_state") != nil {
		return Identity{Heartbeat: true, NavLink: true, Class: Copter}
	}
	kind, autopilot := s.Message.Field("type"), s.Message.Field("autopilot")
	rows := l.Rows(s)
	if kind == nil || autopilot == nil || len(rows.Frame) == 0 {
		return Identity{}
	}
	read := func(frame uint32) Identity {
		payload := l.Payload(int(frame))
		return OfHeartbeat(uint8(kind.Bits(payload, 0)), uint8(autopilot.Bits(payload, 0)))
	}
	for _, frame := range rows.Frame[:min(len(rows.Frame), looked)] {
		if id := read(frame); id.Flies() {
			return id
		}
	}
	return read(rows.Frame[0])
}

// OfHeartbeat is the identity that a MAVLink heartbeat names.
func OfHeartbeat(kind, autopilot uint8) Identity {
	return Identity{Heartbeat: true, Type: kind, Autopilot: autopilot, Class: classOf(kind)}
}

// Flies reports whether the source is an autopilot, and not a ground station, a
// camera or a gimbal: only its modes are those of the vehicle.
func (id Identity) Flies() bool {
	return id.NavLink || id.Heartbeat && id.Autopilot != uint8(all.MAV_AUTOPILOT_INVALID) && id.Type != uint8(all.MAV_TYPE_GCS)
}

// String is "quadrotor (ArduPilot)"; "" where nothing is known.
func (id Identity) String() string {
	switch {
	case id.NavLink:
		return "flight controller (NavLink)"
	case !id.Heartbeat:
		return ""
	}
	name := typeName(id.Type)
	if autopilot := autopilotName(id.Autopilot); autopilot != "" {
		name += " (" + autopilot + ")"
	}
	return name
}

// Name is what a source is called on screen: "1:1 quadrotor (ArduPilot)", "ground
// truth".
func Name(l *flight.Log, source flight.Source) string {
	if source != 0 {
		return strings.TrimSpace(source.String() + " " + Of(l, source).String())
	}
	switch l.Format {
	case flight.VGT1:
		return "ground truth"
	case flight.DataFlash, flight.DataFlashText:
		if name, ok := classNames[byName(l, source)]; ok {
			return "onboard log (" + name + ")"
		}
		return "onboard log"
	}
	return "whole log"
}

var classNames = map[Class]string{Copter: "ArduCopter", Plane: "ArduPlane", Rover: "ArduRover", Sub: "ArduSub", Tracker: "AntennaTracker"}

// typeWords are the types whose names do not read well in lower case.
var typeWords = map[all.MAV_TYPE]string{
	all.MAV_TYPE_GCS: "ground station", all.MAV_TYPE_ADSB: "ADS-B", all.MAV_TYPE_FLARM: "FLARM",
	all.MAV_TYPE_ODID: "Open Drone ID", all.MAV_TYPE_OSD: "OSD", all.MAV_TYPE_IMU: "IMU", all.MAV_TYPE_GPS: "GPS",
	all.MAV_TYPE_GENERIC: "vehicle",
}

func typeName(kind uint8) string {
	t := all.MAV_TYPE(kind)
	if word, ok := typeWords[t]; ok {
		return word
	}
	name, known := strings.CutPrefix(t.String(), "MAV_TYPE_")
	if !known {
		return "type " + name
	}
	name = strings.ReplaceAll(strings.ToLower(name), "_", " ")
	return strings.Replace(name, "vtol", "VTOL", 1)
}

func autopilotName(autopilot uint8) string {
	switch a := all.MAV_AUTOPILOT(autopilot); a {
	case all.MAV_AUTOPILOT_INVALID:
		return ""
	case all.MAV_AUTOPILOT_ARDUPILOTMEGA:
		return "ArduPilot"
	case all.MAV_AUTOPILOT_GENERIC:
		return "generic autopilot"
	case all.MAV_AUTOPILOT_PX4:
		return "PX4"
	default:
		name, known := strings.CutPrefix(a.String(), "MAV_AUTOPILOT_")
		if !known {
			return "autopilot " + name
		}
		return strings.ReplaceAll(name, "_", " ")
	}
}

func classOf(kind uint8) Class {
	switch t := all.MAV_TYPE(kind); t {
	case all.MAV_TYPE_QUADROTOR, all.MAV_TYPE_COAXIAL, all.MAV_TYPE_HELICOPTER, all.MAV_TYPE_HEXAROTOR,
		all.MAV_TYPE_OCTOROTOR, all.MAV_TYPE_TRICOPTER, all.MAV_TYPE_DODECAROTOR, all.MAV_TYPE_DECAROTOR,
		all.MAV_TYPE_GENERIC_MULTIROTOR:
		return Copter
	case all.MAV_TYPE_FIXED_WING, all.MAV_TYPE_VTOL_TAILSITTER_DUOROTOR, all.MAV_TYPE_VTOL_TAILSITTER_QUADROTOR,
		all.MAV_TYPE_VTOL_TILTROTOR, all.MAV_TYPE_VTOL_FIXEDROTOR, all.MAV_TYPE_VTOL_TAILSITTER, all.MAV_TYPE_VTOL_TILTWING:
		return Plane
	case all.MAV_TYPE_GROUND_ROVER, all.MAV_TYPE_SURFACE_BOAT:
		return Rover
	case all.MAV_TYPE_SUBMARINE:
		return Sub
	case all.MAV_TYPE_ANTENNA_TRACKER:
		return Tracker
	}
	return Unknown
}

// firmwares are the words by which an onboard log names what wrote it.
var firmwares = []struct {
	word  string
	class Class
}{
	{"ArduCopter", Copter},
	{"APM:Copter", Copter},
	{"ArduPlane", Plane},
	{"APM:Plane", Plane},
	{"ArduRover", Rover},
	{"Rover", Rover},
	{"ArduSub", Sub},
	{"AntennaTracker", Tracker},
	{"Copter", Copter},
	{"Plane", Plane},
}

// byName finds the firmware's name in the texts of an onboard log, or in what
// stands before its first record.
func byName(l *flight.Log, source flight.Source) Class {
	if l.Format != flight.DataFlash && l.Format != flight.DataFlashText {
		return Unknown
	}
	for _, name := range []string{"VER", "MSG", "PREAMBLE"} {
		s := l.Stream(source, name)
		if s == nil {
			continue
		}
		frames := l.Rows(s).Frame
		for _, frame := range frames[:min(len(frames), looked)] {
			payload := l.Payload(int(frame))
			for _, f := range firmwares {
				if bytes.Contains(payload, []byte(f.word)) {
					return f.class
				}
			}
		}
	}
	return Unknown
}
