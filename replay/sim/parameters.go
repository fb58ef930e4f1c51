package sim

import (
	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"

	"postflight/replay/sim/vehicle"
)

// parameter is one setting of the autopilot.
type parameter struct {
	name            string
	value, standard float64
}

// parameters are settings of an ArduPilot copter, by name.
type parameters []parameter

func newParameters() parameters {
	return parameters{
		{"ANGLE_MAX", 4500, 3000},
		{"ARMING_CHECK", 1, 1},
		{"ATC_ACCEL_P_MAX", 110000, 0},
		{"ATC_ANG_PIT_P", 4.5, 4.5},
		{"ATC_ANG_RLL_P", 4.5, 4.5},
		{"ATC_ANG_YAW_P", 4.5, 4.5},
		{"ATC_RAT_PIT_D", 0.0036, 0.0036},
		{"ATC_RAT_PIT_I", 0.135, 0.135},
		{"ATC_RAT_PIT_P", 0.135, 0.135},
		{"ATC_RAT_RLL_D", 0.0036, 0.0036},
		{"ATC_RAT_RLL_I", 0.135, 0.135},
		{"ATC_RAT_RLL_P", 0.135, 0.135},
		{"BATT_CAPACITY", 5200, 3300},
		{"BATT_LOW_VOLT", 14, 10.5},
		{"BRD_TYPE", 3, 0},
		{"COMPASS_OFS_X", -12.5, 0},
		{"COMPASS_OFS_Y", 31.25, 0},
		{"COMPASS_OFS_Z", 7.75, 0},
		{"FRAME_CLASS", 1, 0},
		{"FRAME_TYPE", 1, 1},
		{"FS_THR_ENABLE", 1, 1},
		{"GPS_TYPE", 1, 1},
		{"INS_GYRO_FILTER", 40, 20},
		{"LOG_BITMASK", 176126, 176126},
		{"LOG_DISARMED", 1, 0},
		{"MOT_SPIN_ARM", 0.1, 0.1},
		{"MOT_THST_HOVER", 0.35, 0.35},
		{"RTL_ALT", 1500, 1500},
		{"SERIAL1_PROTOCOL", 2, 2},
		{"SYSID_THISMAV", 1, 1},
		{"WPNAV_SPEED", 600, 1000},
		{changedParameter, 250, 250},
	}
}

// The station sets this parameter once in a flight.
const (
	changedParameter = "WPNAV_SPEED_UP"
	changedTo        = 320
)

func (p parameters) index(name string) int {
	for i := range p {
		if p[i].name == name {
			return i
		}
	}
	return -1
}

const (
	parameterPeriod = 20    // ms between two of a burst
	indexOfEcho     = 65535 // of a parameter that was set, not listed
)

// paramValue tells of one parameter. As ArduPilot does, it takes its number from
// the channel's one counter, echo or not.
func (a *mavAutopilot) paramValue(s *vehicle.State, i int, index uint16) {
	p := a.parameters[i]
	a.send(s, &all.MessageParamValue{
		ParamId: p.name, ParamValue: float32(p.value), ParamType: all.MAV_PARAM_TYPE_REAL32,
		ParamCount: uint16(len(a.parameters)), ParamIndex: index,
	})
}

// listParameters starts to tell of all parameters, behind the banner that
// ArduPilot sends to whoever asks for them. One of its lines is too long for one
// status text.
func (a *mavAutopilot) listParameters(s *vehicle.State) {
	a.statusText(s, "ArduCopter V4.5.7 (2a3dc4b7)")
	a.statusText(s, "ChibiOS: 6a85082c, CubeOrange 0034003A 33315104 32373534, IOMCU 2.0")
	a.statusText(s, "Frame: QUAD/X")
	a.listed, a.listDue = 0, s.Tick+parameterPeriod
}

func (a *mavAutopilot) continueList(s *vehicle.State) {
	if a.listed < 0 || s.Tick < a.listDue {
		return
	}
	a.paramValue(s, a.listed, uint16(a.listed))
	a.listDue = s.Tick + parameterPeriod
	if a.listed++; a.listed == len(a.parameters) {
		a.listed = noList
	}
}

const noList = -1

// setParameter takes a value and echoes it.
func (a *mavAutopilot) setParameter(s *vehicle.State, name string, value float64) {
	if i := a.parameters.index(name); i >= 0 {
		a.parameters[i].value = value
		a.paramValue(s, i, indexOfEcho)
	}
}
