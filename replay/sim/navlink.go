package sim

import (
	"encoding/binary"
	"math"
)

// navMessage is what framing needs to know of one NavLink message.
type navMessage struct {
	id    uint32
	extra byte // CRC_EXTRA
	size  int  // payload before trailing zeros are dropped
}

var (
	navHeartbeat     = navMessage{0, 31, 13}
	navSystemHealth  = navMessage{2, 249, 13}
	navFlightMode    = navMessage{3, 87, 2}
	navStatusText    = navMessage{4, 229, 54}
	navTimeSync      = navMessage{10, 82, 36}
	navIMURaw        = navMessage{1024, 156, 44}
	navIMUCompressed = navMessage{1025, 151, 22}
	navAttitude      = navMessage{1026, 213, 24}
	navRCChannels    = navMessage{1028, 14, 38}
	navMotors        = navMessage{1029, 222, 32}
	navControlTrace  = navMessage{1030, 16, 72}
	navEstPerf       = navMessage{1033, 213, 16}
	navPerfGlobal    = navMessage{1034, 63, 76}
	navPerfTask      = navMessage{1035, 231, 24}
	navPerfFIFO      = navMessage{1036, 146, 12}
	navBaro          = navMessage{1039, 182, 16}
	navVertical      = navMessage{1040, 164, 32}
	navBattery       = navMessage{1050, 41, 7}
)

const (
	navSync   = 0x56
	navHeader = 10
)

// navLinkFrame lays out a NavLink v2 frame as Navigator's protocol
// specification has it: sync, version, length, flags, sequence, system,
// component, 24-bit id, payload without its trailing zeros, CRC.
func navLinkFrame(m navMessage, seq byte, from source, payload []byte) []byte {
	end := len(payload)
	for end > 0 && payload[end-1] == 0 {
		end--
	}
	frame := make([]byte, 0, navHeader+end+2)
	frame = append(
		frame, navSync, 2, byte(end), 0, seq, from.system, from.component,
		byte(m.id), byte(m.id>>8), byte(m.id>>16),
	)
	frame = append(frame, payload[:end]...)
	sum := crc16(crc16(0xFFFF, frame[1:]), []byte{m.extra})
	return binary.LittleEndian.AppendUint16(frame, sum)
}

// crc16 continues a CRC-16/MCRF4XX, which both NavLink and MAVLink use; it
// starts at 0xFFFF.
func crc16(sum uint16, data []byte) uint16 {
	for _, b := range data {
		sum ^= uint16(b)
		for range 8 {
			if sum&1 != 0 {
				sum = sum>>1 ^ 0x8408
			} else {
				sum >>= 1
			}
		}
	}
	return sum
}

func appendFloats(b []byte, values ...float64) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	return b
}

func appendUint32s(b []byte, values ...uint32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// halfBits rounds v to the nearest IEEE 754 binary16, ties to even.
func halfBits(v float64) uint16 {
	var sign uint16
	if math.Signbit(v) {
		sign = 0x8000
	}
	a := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return sign | 0x7E00
	case a >= 65520:
		return sign | 0x7C00
	case a < 0x1p-14: // subnormal: whole steps of 2^-24
		return sign | uint16(math.RoundToEven(a*0x1p24))
	}
	fraction, exponent := math.Frexp(a) // a = fraction * 2^exponent, fraction in [0.5, 1)
	mantissa := math.RoundToEven(fraction * 2048)
	// A mantissa rounded up to 2048 carries into the exponent by itself.
	return sign | uint16((exponent+14)<<10+int(mantissa)-1024)
}

// halfValue is the number that a binary16 stands for.
func halfValue(bits uint16) float64 {
	sign := 1.0
	if bits&0x8000 != 0 {
		sign = -1
	}
	exponent, mantissa := int(bits>>10&0x1F), float64(bits&0x3FF)
	switch exponent {
	case 0:
		return sign * mantissa * 0x1p-24
	case 31:
		if mantissa != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+mantissa, exponent-25)
}
