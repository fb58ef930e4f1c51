package vehicle_test

import (
	"testing"

	"postflight/analysis/vehicle"
)

const ardupilot, generic, px4, noAutopilot = 3, 0, 12, 8

func TestASourceIsNamedByItsHeartbeat(t *testing.T) {
	for _, c := range []struct {
		kind, autopilot uint8
		want            string
		flies           bool
	}{
		{2, ardupilot, "quadrotor (ArduPilot)", true},
		{1, px4, "fixed wing (PX4)", true},
		{21, px4, "VTOL tiltrotor (PX4)", true},
		{6, noAutopilot, "ground station", false},
		{6, generic, "ground station (generic autopilot)", false},
		{26, noAutopilot, "gimbal", false},
		{250, 200, "type 250 (autopilot 200)", true},
	} {
		id := vehicle.OfHeartbeat(c.kind, c.autopilot)
		if id.String() != c.want || id.Flies() != c.flies {
			t.Errorf("type %d, autopilot %d: %q, flies %v", c.kind, c.autopilot, id, id.Flies())
		}
	}
}

func TestAModeIsNamedByItsFirmware(t *testing.T) {
	for _, c := range []struct {
		kind, autopilot uint8
		custom          uint32
		want            string
	}{
		{2, ardupilot, 5, "LOITER"},
		{1, ardupilot, 10, "AUTO"},
		{10, ardupilot, 4, "HOLD"},
		{12, ardupilot, 19, "MANUAL"},
		{2, ardupilot, 99, "mode 99"},
		{2, px4, 3 << 16, "POSCTL"},
		{2, px4, 4<<16 | 5<<24, "AUTO.RTL"},
		{2, px4, 4<<16 | 99<<24, "AUTO.99"},
		{2, px4, 200 << 16, "mode 13107200"},
		{2, generic, 5, "mode 5"},
		{27, ardupilot, 5, "mode 5"},
	} {
		if got := vehicle.OfHeartbeat(c.kind, c.autopilot).Mode(c.custom); got != c.want {
			t.Errorf("type %d, autopilot %d, mode %d: %q, want %q", c.kind, c.autopilot, c.custom, got, c.want)
		}
	}
}

func TestStatesOfNavLinkHaveNames(t *testing.T) {
	if vehicle.NavState(5) != "IN_AIR" || vehicle.NavState(200) != "state 200" || vehicle.NavMode(1) != "ACRO" {
		t.Error(vehicle.NavState(5), vehicle.NavState(200), vehicle.NavMode(1))
	}
	for state, want := range map[uint8]bool{3: false, 4: true, 5: true, 6: true, 7: false, 255: false} {
		if vehicle.NavArmed(state) != want {
			t.Errorf("state %d is armed: %v", state, !want)
		}
	}
}
