// Package build makes the bytes that decoders are tested with. It shares no
// code with them: what both get wrong in the same way no test can see.
package build

import "encoding/binary"

// Sum16 is the CRC-16/MCRF4XX by its definition, one bit at a time.
func Sum16(parts ...[]byte) uint16 {
	crc := uint16(0xFFFF)
	for _, b := range parts {
		for _, v := range b {
			crc ^= uint16(v)
			for range 8 {
				carry := crc & 1
				crc >>= 1
				if carry == 1 {
					crc ^= 0x8408
				}
			}
		}
	}
	return crc
}

// Sum32 is the CRC-32/MPEG-2 by its definition.
func Sum32(b []byte) uint32 {
	crc := uint32(0xFFFFFFFF)
	for _, v := range b {
		for bit := 7; bit >= 0; bit-- {
			carry := crc>>31 ^ uint32(v>>bit&1)
			crc <<= 1
			if carry == 1 {
				crc ^= 0x04C11DB7
			}
		}
	}
	return crc
}

// Frame is what a frame says besides its framing. CRC_EXTRA belongs to the
// message, so that the builders need no dialect.
type Frame struct {
	Seq, System, Component uint8
	ID                     uint32
	Extra                  uint8
	Payload                []byte
	Signature              []byte // of MAVLink 2: 13 bytes, or none
	Incompat               uint8  // of MAVLink 2 and NavLink 2
}

// MAVLink2 writes the frame as MAVLink 2, its payload as it stands.
func (f Frame) MAVLink2() []byte {
	flags := f.Incompat
	if f.Signature != nil {
		flags |= 1
	}
	out := []byte{
		0xFD, byte(len(f.Payload)), flags, 0, f.Seq, f.System, f.Component,
		byte(f.ID), byte(f.ID >> 8), byte(f.ID >> 16),
	}
	out = append(out, f.Payload...)
	out = binary.LittleEndian.AppendUint16(out, Sum16(out[1:], []byte{f.Extra}))
	return append(out, f.Signature...)
}

// MAVLink1 writes the frame as MAVLink 1.
func (f Frame) MAVLink1() []byte {
	out := []byte{0xFE, byte(len(f.Payload)), f.Seq, f.System, f.Component, byte(f.ID)}
	out = append(out, f.Payload...)
	return binary.LittleEndian.AppendUint16(out, Sum16(out[1:], []byte{f.Extra}))
}

// NavLink2 writes the frame as NavLink 2.
func (f Frame) NavLink2() []byte {
	out := []byte{
		0x56, 2, byte(len(f.Payload)), f.Incompat, f.Seq, f.System, f.Component,
		byte(f.ID), byte(f.ID >> 8), byte(f.ID >> 16),
	}
	out = append(out, f.Payload...)
	return binary.LittleEndian.AppendUint16(out, Sum16(out[1:], []byte{f.Extra}))
}

// NavLink1 writes the frame as NavLink 1: System is the device, ID the type.
func (f Frame) NavLink1(ms uint32) []byte {
	out := []byte{0x56, byte(f.ID<<4) | 1, byte(len(f.Payload)), f.System}
	out = binary.LittleEndian.AppendUint32(out, ms)
	out = append(out, f.Payload...)
	return binary.LittleEndian.AppendUint32(out, Sum32(out))
}

// Trim drops the zeros a payload ends with, but for its first byte.
func Trim(payload []byte) []byte {
	n := len(payload)
	for n > 1 && payload[n-1] == 0 {
		n--
	}
	return payload[:n]
}
