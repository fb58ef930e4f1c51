package sim

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"postflight/replay/sim/vehicle"
)

func TestCRC16IsMCRF4XX(t *testing.T) {
	for text, want := range map[string]uint16{
		"": 0xFFFF, "\x00": 0x0F87, "A": 0x5C0A, "123456789": 0x6F91, "hello world": 0x51F9,
	} {
		if got := crc16(0xFFFF, []byte(text)); got != want {
			t.Errorf("%q: %04x, want %04x", text, got, want)
		}
	}
}

func TestNavLinkFramesMatchTheTestVectors(t *testing.T) {
	attitude := appendFloats(nil, 0.5, -0.25, 1, 0, 0, 0)
	heartbeat := appendUint32s([]byte{0, 0, 0, 0, 4}, 0, 123456)
	for _, c := range []struct {
		frame []byte
		want  string
	}{
		{navLinkFrame(navAttitude, 7, autopilot, attitude), "56 02 0c 00 07 01 01 02 04 00 00 00 00 3f 00 00 80 be 00 00 80 3f 6f 3b"},
		{navLinkFrame(navHeartbeat, 0, autopilot, heartbeat), "56 02 0c 00 00 01 01 00 00 00 00 00 00 00 04 00 00 00 00 40 e2 01 9e 95"},
	} {
		if got := hex.EncodeToString(c.frame); got != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestAPayloadOfZerosIsEmpty(t *testing.T) {
	if got := navLinkFrame(navFlightMode, 0, autopilot, []byte{0, 0}); len(got) != 12 || got[2] != 0 {
		t.Errorf("% x", got)
	}
}

func TestHalfFloats(t *testing.T) {
	for bits, value := range map[uint16]float64{
		0x3C00: 1, 0xC000: -2, 0x7BFF: 65504, 0x0001: 0x1p-24, 0x0400: 0x1p-14, 0x3555: 0.33325195,
		0x0000: 0, 0x7C00: math.Inf(1), 0xFC00: math.Inf(-1),
	} {
		if got := halfBits(value); got != bits {
			t.Errorf("%v is %04x, want %04x", value, got, bits)
		}
	}
	for bits := range uint32(0x10000) {
		v := halfValue(uint16(bits))
		if !math.IsNaN(v) && halfBits(v) != uint16(bits) {
			t.Fatalf("%04x is %v, comes back as %04x", bits, v, halfBits(v))
		}
	}
	for value, want := range map[float64]uint16{
		1 + 0x1p-11: 0x3C00, 1 + 3*0x1p-11: 0x3C02, 65519.9: 0x7BFF, 65520: 0x7C00, 0x1p-14 - 0x1p-26: 0x0400,
	} {
		if got := halfBits(value); got != want {
			t.Errorf("%v rounds to %04x, want %04x", value, got, want)
		}
	}
}

// CRC_EXTRA follows from a message's name and fields.
func TestCRCExtraFollowsFromTheFields(t *testing.T) {
	for _, c := range []struct {
		message navMessage
		fields  string
	}{
		{navAttitude, "ATTITUDE_EULER f32 roll f32 pitch f32 yaw f32 rollspeed f32 pitchspeed f32 yawspeed "},
		{navHeartbeat, "HEARTBEAT u8 type u8 autopilot u8 base_mode u8 system_status u8 nav_state u32 capabilities u32 timestamp "},
		{navSystemHealth, "SYSTEM_HEALTH u32 tx_overflow u32 imu_drop u32 log_wrap u8 cpu_load "},
		{navFlightMode, "FLIGHT_MODE u8 mode u8 source "},
		{navStatusText, "STATUSTEXT u8 severity char text \x32u16 id u8 chunk_seq "},
		{navIMURaw, "IMU_RAW f32 acc \x03f32 gyr \x03f32 mag \x03f32 temp "},
		{navRCChannels, "RC_CHANNELS u16 chan \x12u8 rssi u8 count "},
		{navMotors, "MOTOR_TELEMETRY f32 cmd \x08"},
	} {
		sum := crc16(0xFFFF, []byte(c.fields))
		if got := byte(sum) ^ byte(sum>>8); got != c.message.extra {
			t.Errorf("%.20s: %d, want %d", c.fields, got, c.message.extra)
		}
	}
}

// A receiver that adds the deltas to the last full sample stays by the true
// values: what one rounding loses the next delta makes up for.
func TestIMUDeltasDoNotDriftFromTheSample(t *testing.T) {
	a := newNavAutopilot()
	s := &vehicle.State{}
	s.Acc[2], s.Temperature = -9.81, 31
	a.imuCompressed(s)
	if len(a.frames) != 0 {
		t.Error("a delta comes before the first full sample")
	}
	a.imuRaw(s)
	received := float64(float32(s.Acc[2]))
	for i := range 500 {
		s.Acc[2] += 3 * math.Sin(float64(i)/7)
		a.imuCompressed(s)
		frame := a.frames[len(a.frames)-1].bytes
		payload := make([]byte, navIMUCompressed.size)
		copy(payload, frame[navHeader:len(frame)-2])
		received += halfValue(binary.LittleEndian.Uint16(payload[2+2*2:]))
		if off := math.Abs(received - s.Acc[2]); off > 0.002 {
			t.Fatalf("delta %d leaves the receiver %v m/s2 off", i, off)
		}
	}
}
