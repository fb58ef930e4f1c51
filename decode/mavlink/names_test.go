package mavlink_test

import (
	"math"
	"testing"

	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

func fieldOf(t *testing.T, message, field string) *flight.Field {
	t.Helper()
	for _, m := range mavlink.Definitions() {
		if m.Name == message {
			if f := m.Field(field); f != nil {
				return f
			}
		}
	}
	t.Fatalf("no field %s.%s", message, field)
	return nil
}

func TestValuesAreNamed(t *testing.T) {
	for _, c := range []struct {
		message, field string
		value          uint64
		want           string
	}{
		{"HEARTBEAT", "type", 2, "QUADROTOR"},
		{"HEARTBEAT", "autopilot", 12, "PX4"},
		{"HEARTBEAT", "system_status", 4, "ACTIVE"},
		{"HEARTBEAT", "system_status", 200, ""},
		{"HEARTBEAT", "base_mode", 0, ""},
		{"HEARTBEAT", "base_mode", 129, "CUSTOM_MODE_ENABLED | SAFETY_ARMED"},
		{"SYS_STATUS", "onboard_control_sensors_present", 1<<30 + 1, "3D_GYRO | PROPULSION"},
		{"GPS_RAW_INT", "fix_type", 3, "3D_FIX"},
		{"STATUSTEXT", "severity", 4, "WARNING"},
		{"COMMAND_LONG", "command", 400, "COMPONENT_ARM_DISARM"},
		{"ESTIMATOR_STATUS", "flags", 1<<15 + 1, "ESTIMATOR_ATTITUDE | 0x8000"},
		{"ATTITUDE", "roll", 1, ""},
	} {
		if got := fieldOf(t, c.message, c.field).Enum.Name(c.value); got != c.want {
			t.Errorf("%s.%s %d: %q, want %q", c.message, c.field, c.value, got, c.want)
		}
	}
}

func TestValuesThatAreNone(t *testing.T) {
	for _, c := range []struct {
		message, field string
		want           float64 // NaN for none
	}{
		{"SYS_STATUS", "voltage_battery", 65535},
		{"SYS_STATUS", "battery_remaining", -1},
		{"GPS_RAW_INT", "satellites_visible", 255},
		{"BATTERY_STATUS", "temperature", 32767},
		{"BATTERY_STATUS", "voltages", 65535},
		{"HIL_OPTICAL_FLOW", "distance", -1},
		{"OPEN_DRONE_ID_LOCATION", "timestamp", 65535},
		{"GPS_RAW_INT", "yaw", 0},
		{"ATTITUDE_QUATERNION", "repr_offset_q", math.NaN()},
		{"HOME_POSITION", "q", math.NaN()},
		{"ATTITUDE", "roll", math.NaN()},
		{"GLOBAL_POSITION_INT_COV", "covariance", math.NaN()},
	} {
		f := fieldOf(t, c.message, c.field)
		if (f.Invalid == nil) != math.IsNaN(c.want) || f.Invalid != nil && *f.Invalid != c.want {
			t.Errorf("%s.%s: %v, want %v", c.message, c.field, f.Invalid, c.want)
		}
	}
}
