package scan_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/navlink"
)

// value reads one element of a field of frame i as a number.
func value(t *testing.T, l *flight.Log, i int, field string, element int) float64 {
	t.Helper()
	f := l.Message(i).Field(field)
	if f == nil {
		t.Fatalf("%s has no field %s", l.Message(i).Name, field)
	}
	return f.Type.Float(f.Bits(l.Payload(i), element))
}

// TestWireVectors reads frames that others computed.
func TestWireVectors(t *testing.T) {
	type values map[string]float64
	for _, c := range []struct {
		name, hex, source string
		message           string
		seq               uint8
		wire              flight.Wire
		flags             flight.Flag
		want              values
	}{
		{
			"NavLink 2 attitude", "56 02 0c 00 07 01 01 02 04 00 00 00 00 3f 00 00 80 be 00 00 80 3f 6f 3b",
			"1:1", "ATTITUDE_EULER", 7, flight.NavLink2, 0,
			values{"roll": .5, "pitch": -.25, "yaw": 1, "rollspeed": 0, "pitchspeed": 0, "yawspeed": 0},
		},
		{
			"NavLink 2 heartbeat", "56 02 0c 00 00 01 01 00 00 00 00 00 00 00 04 00 00 00 00 40 e2 01 9e 95",
			"1:1", "HEARTBEAT", 0, flight.NavLink2, 0,
			values{"type": 0, "autopilot": 0, "base_mode": 0, "system_status": 0, "nav_state": 4, "capabilities": 0, "timestamp": 123456},
		},
		{
			"NavLink 1 attitude", "56 41 0c 01 e8 03 00 00 00 00 c0 3f 00 00 00 c0 00 00 b4 42 2a 1f c0 c8",
			"1:0", "ATTITUDE_V1", 0, flight.NavLink1, 0,
			values{"roll": 1.5, "pitch": -2, "yaw": 90},
		},
		{
			"MAVLink 1 heartbeat", "fe090a010100000000000203810403b237",
			"1:1", "HEARTBEAT", 10, flight.MAVLink1, 0,
			values{"custom_mode": 0, "type": 2, "autopilot": 3, "base_mode": 129, "system_status": 4, "mavlink_version": 3},
		},
		{
			"time with its zeros dropped", "fd0b000000010102000000401e18240a0600452301bda4",
			"1:1", "SYSTEM_TIME", 0, flight.MAVLink2, 0,
			values{"time_unix_usec": 1_700_000_000_000_000, "time_boot_ms": 0x12345},
		},
		{
			"all zeros dropped but one", "fd01000003010102000000d5bb",
			"1:1", "SYSTEM_TIME", 3, flight.MAVLink2, 0,
			values{"time_unix_usec": 0, "time_boot_ms": 0},
		},
		{
			"request for the time", "fd1000000101016f0000000000000000000001b48d76f4102211fe02",
			"1:1", "TIMESYNC", 1, flight.MAVLink2, 0,
			values{"tc1": 0, "ts1": 1234567890000000001, "target_system": 0, "target_component": 0},
		},
		{
			"response with extensions", "fd1200000201016f0000007e2f531300000001b48d76f4102211ffbea295",
			"1:1", "TIMESYNC", 2, flight.MAVLink2, 0,
			values{"tc1": 83e9, "target_system": 255, "target_component": 190},
		},
		{
			"signed", "fd090100000000000000040000000102030503d9d1010200000000000e47040cef9b",
			"0:0", "HEARTBEAT", 0, flight.MAVLink2, flight.Signed,
			values{"custom_mode": 4, "type": 1, "autopilot": 2, "base_mode": 3, "system_status": 5, "mavlink_version": 3},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := open(t, build.Recording(unhex(c.hex)))
			if l.Frames.Len() != 1 || len(l.Damage) != 0 {
				t.Fatalf("%d frames, damage %v", l.Frames.Len(), l.Damage)
			}
			if l.Message(0).Name != c.message || l.Frames.Seq[0] != c.seq || l.Wire(0) != c.wire || l.Frames.Flags[0] != c.flags {
				t.Errorf("%s#%d, wire %d, flags %b", l.Message(0).Name, l.Frames.Seq[0], l.Wire(0), l.Frames.Flags[0])
			}
			if source := l.Source(0); c.source != "0:0" && source.String() != c.source {
				t.Errorf("source %s", source)
			}
			for field, want := range c.want {
				if got := value(t, l, 0, field, 0); got != want {
					t.Errorf("%s: %v, want %v", field, got, want)
				}
			}
		})
	}
}

func floats(values ...float32) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func TestLayoutsOfOneMessageAreToldApartByChecksum(t *testing.T) {
	old := append(floats(1, 2, 3, 4, 5), 1)
	newer := append(append(append(floats(1, 2, 3, 4, 5), 1), floats(6)...), 1, 42)
	newer = append(append(newer, floats(7)...), 1)
	l := open(t, build.Recording(
		build.Frame{Seq: 1, System: 1, Component: 1, ID: 1040, Extra: 249, Payload: old}.NavLink2(),
		build.Frame{Seq: 2, System: 1, Component: 1, ID: 1040, Extra: 164, Payload: newer}.NavLink2(),
		build.Frame{Seq: 3, System: 1, Component: 1, ID: 1040, Extra: 164, Payload: old}.NavLink2(),
	))
	if got := story(l); got != "VERTICAL_STATE#1, VERTICAL_STATE#2, VERTICAL_STATE#3" {
		t.Fatal(got)
	}
	if l.Message(0) == l.Message(1) || l.Message(1) != l.Message(2) || l.Message(0).Field("agl_tof") != nil {
		t.Error("layouts mixed up")
	}
	for field, want := range map[string]float64{"agl": 5, "valid": 1, "agl_tof": 6, "tof_valid": 1, "height_state": 42, "accel_bias": 7, "accel_unhealthy": 1} {
		if got := value(t, l, 1, field, 0); got != want {
			t.Errorf("%s: %v, want %v", field, got, want)
		}
	}
	if got := value(t, l, 2, "accel_bias", 0); got != 0 {
		t.Errorf("an extension that was not sent: %v", got)
	}
}

func TestPayloadsLongerThanKnownAreReadAsFarAsKnown(t *testing.T) {
	long := append(floats(1, 2, 3), make([]byte, 40)...)
	long[50] = 9
	l := open(t, build.Recording(
		build.Frame{Seq: 1, System: 1, Component: 1, ID: 1026, Extra: 213, Payload: long}.NavLink2(),
		build.Frame{Seq: 2, System: 1, Component: 1, ID: 0, Extra: 50, Payload: long}.MAVLink2(),
		build.Frame{Seq: 3, System: 1, Component: 1, ID: 1026, Extra: 213, Payload: nil}.NavLink2(),
		build.Frame{Seq: 4, System: 1, Component: 1, ID: 0, Extra: 50, Payload: nil}.MAVLink2(),
	))
	if got := story(l); got != "ATTITUDE_EULER#1, HEARTBEAT#2, ATTITUDE_EULER#3, HEARTBEAT#4" {
		t.Fatal(got)
	}
	if got := value(t, l, 0, "yaw", 0); got != 3 {
		t.Errorf("yaw %v", got)
	}
	if got := value(t, l, 2, "yaw", 0); got != 0 {
		t.Errorf("yaw of an empty payload %v", got)
	}
}

func TestEveryNavLink1PacketIsRead(t *testing.T) {
	lengths := []int{0, 40, 20, 7, 12, 28, 2, 9, 16, 30, 20, 25}
	var stream []byte
	for id, n := range lengths {
		payload := bytes.Repeat([]byte{byte(id + 1)}, n)
		stream = append(stream, build.Frame{System: 3, ID: uint32(id), Payload: payload}.NavLink1(1000)...)
	}
	l := open(t, build.Recording(stream))
	if l.Frames.Len() != len(lengths) || len(l.Damage) > 0 {
		t.Fatal(story(l))
	}
	for i, n := range lengths {
		if got := len(l.Payload(i)); got != n || l.Wire(i) != flight.NavLink1 || l.Source(i).System() != 3 {
			t.Errorf("%s: %d bytes of payload, want %d", l.Message(i).Name, got, n)
		}
	}
	if got := value(t, l, 1, "temp", 0); got != float64(math.Float32frombits(0x02020202)) {
		t.Errorf("temperature %v", got)
	}
}

func TestNavLinkChecksumsFollowFromTheirFields(t *testing.T) {
	// The other messages have padding or contents whose names are not known.
	for _, id := range []uint32{0, 2, 3, 4, 5, 8, 1024, 1026, 1028, 1029, 1033, 1037, 1038, 1039, 1040, 1041, 1050, 12320} {
		for _, m := range navlink.Definitions(id) {
			names := map[flight.Type]string{
				flight.U8: "u8", flight.U16: "u16", flight.U24: "u24", flight.U32: "u32", flight.I16: "i16",
				flight.I32: "i32", flight.F32: "f32", flight.Char: "char",
			}
			text := []byte(m.Name + " ")
			for _, f := range m.Fields {
				if f.Offset >= m.MinLength || f.Rebuilt {
					continue
				}
				text = append(text, names[f.Type]+" "+f.Name+" "...)
				if f.Array > 0 {
					text = append(text, byte(f.Array))
				}
			}
			sum := build.Sum16(text)
			if got := uint8(sum) ^ uint8(sum>>8); got != m.CRCExtra {
				t.Errorf("%s: CRC_EXTRA %d, its fields give %d", m.Name, m.CRCExtra, got)
			}
		}
	}
	if got := navlink.Definitions(1026)[0].CRCExtra; got != 213 {
		t.Errorf("ATTITUDE_EULER: %d", got)
	}
}

func TestNavLinkSizes(t *testing.T) {
	for id, want := range map[uint32]int{
		0: 13, 2: 13, 3: 2, 4: 54, 5: 10, 8: 5, 9: 12, 10: 36, 1024: 44, 1025: 22, 1026: 24, 1028: 38, 1029: 32, 1030: 72,
		1033: 16, 1034: 76, 1035: 24, 1036: 12, 1037: 3, 1038: 33, 1039: 16, 1040: 32, 1041: 48, 1042: 12, 1043: 254,
		1044: 7, 1045: 27, 1046: 12, 1047: 40, 1048: 28, 1049: 54, 1050: 7, 12320: 14,
	} {
		if got := navlink.Definitions(id)[0].MaxLength; got != want {
			t.Errorf("message %d: %d bytes, want %d", id, got, want)
		}
	}
}
