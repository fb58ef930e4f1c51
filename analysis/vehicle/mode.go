package vehicle

import (
	"fmt"
	"strings"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"
)

// Mode names a custom mode of the vehicle; "mode 7" where its number has no name.
func (id Identity) Mode(custom uint32) string {
	if id.Heartbeat && all.MAV_AUTOPILOT(id.Autopilot) == all.MAV_AUTOPILOT_PX4 {
		return px4Mode(custom)
	}
	if id.Heartbeat && all.MAV_AUTOPILOT(id.Autopilot) != all.MAV_AUTOPILOT_ARDUPILOTMEGA {
		return fmt.Sprintf("mode %d", custom)
	}
	return id.Class.Mode(custom)
}

// Mode names a mode of one of ArduPilot's firmwares.
func (c Class) Mode(number uint32) string {
	var label, prefix string
	switch c {
	case Copter:
		label, prefix = all.COPTER_MODE(number).String(), "COPTER_MODE_"
	case Plane:
		label, prefix = all.PLANE_MODE(number).String(), "PLANE_MODE_"
	case Rover:
		label, prefix = all.ROVER_MODE(number).String(), "ROVER_MODE_"
	case Sub:
		label, prefix = all.SUB_MODE(number).String(), "SUB_MODE_"
	case Tracker:
		label, prefix = all.TRACKER_MODE(number).String(), "TRACKER_MODE_"
	}
	if name, known := strings.CutPrefix(label, prefix); known && prefix != "" {
		return name
	}
	return fmt.Sprintf("mode %d", number)
}

// Main modes of PX4, and what AUTO does.
var (
	px4Main = []string{1: "MANUAL", 2: "ALTCTL", 3: "POSCTL", 4: "AUTO", 5: "ACRO", 6: "OFFBOARD", 7: "STABILIZED", 8: "RATTITUDE", 9: "SIMPLE", 10: "TERMINATION"}
	px4Auto = []string{1: "READY", 2: "TAKEOFF", 3: "LOITER", 4: "MISSION", 5: "RTL", 6: "LAND", 8: "FOLLOW_TARGET", 9: "PRECLAND", 10: "VTOL_TAKEOFF"}
)

const px4IsAuto = 4

// px4Mode reads PX4's custom mode: the main mode in the third byte, what it does
// in the fourth.
func px4Mode(custom uint32) string {
	main, sub := int(custom>>16&0xFF), int(custom>>24)
	if main >= len(px4Main) || px4Main[main] == "" {
		return fmt.Sprintf("mode %d", custom)
	}
	name := px4Main[main]
	switch {
	case sub == 0:
	case main == px4IsAuto && sub < len(px4Auto) && px4Auto[sub] != "":
		name += "." + px4Auto[sub]
	default:
		name += fmt.Sprintf(".%d", sub)
	}
	return name
}

// navStates are the states of NavLink's heartbeat.
var navStates = []string{"UNINITIALIZED", "INIT", "STANDBY", "PREARM", "ARMED", "IN_AIR", "FAILSAFE", "TERMINATED", "CALIBRATING"}

// NavState names the nav_state of a NavLink heartbeat.
func NavState(state uint8) string { return named(navStates, state, "state") }

// NavArmed reports whether motors may turn in a state.
func NavArmed(state uint8) bool {
	return state < uint8(len(navStates)) && (navStates[state] == "ARMED" || navStates[state] == "IN_AIR" || navStates[state] == "FAILSAFE")
}

var navModes = []string{"ANGLE", "ACRO", "RC"}

// NavMode names the mode of a NavLink FLIGHT_MODE.
func NavMode(mode uint8) string { return named(navModes, mode, "mode") }

func named(names []string, n uint8, what string) string {
	if int(n) < len(names) {
		return names[n]
	}
	return fmt.Sprintf("%s %d", what, n)
}
