// Package crc computes the checksums of MAVLink and NavLink frames.
package crc

import "encoding/binary"

// Init is the start value of CRC-16/MCRF4XX.
const Init uint16 = 0xFFFF

// tables[k][b] is the CRC of byte b followed by k zero bytes: eight bytes are
// folded in at a time (slicing by 8, Kounavis and Berry 2008).
var tables = makeTables()

func makeTables() (t [8][256]uint16) {
	for b := range 256 {
		crc := uint16(b)
		for range 8 {
			if crc&1 != 0 {
				crc = crc>>1 ^ 0x8408
			} else {
				crc >>= 1
			}
		}
		t[0][b] = crc
	}
	for k := 1; k < 8; k++ {
		for b := range 256 {
			crc := t[k-1][b]
			t[k][b] = crc>>8 ^ t[0][crc&0xFF]
		}
	}
	return t
}

// MCRF4XX goes on with the CRC-16/MCRF4XX of MAVLink and NavLink: polynomial
// 0x1021 reflected, start value [Init], nothing done at the end. MAVLink's guide
// calls it X.25, which it is but for the last step.
func MCRF4XX(crc uint16, b []byte) uint16 {
	t := &tables
	for len(b) >= 8 {
		v := binary.LittleEndian.Uint64(b) ^ uint64(crc)
		crc = t[7][v&0xFF] ^ t[6][v>>8&0xFF] ^ t[5][v>>16&0xFF] ^ t[4][v>>24&0xFF] ^
			t[3][v>>32&0xFF] ^ t[2][v>>40&0xFF] ^ t[1][v>>48&0xFF] ^ t[0][v>>56]
		b = b[8:]
	}
	for _, v := range b {
		crc = crc>>8 ^ t[0][uint8(crc)^v]
	}
	return crc
}

// Byte goes on with one byte more, as the CRC_EXTRA of a message is.
func Byte(crc uint16, b uint8) uint16 {
	return crc>>8 ^ tables[0][uint8(crc)^b]
}

// table32[b] is the CRC-32 of byte b followed by three zero bytes.
var table32 = makeTable32()

func makeTable32() (t [256]uint32) {
	for b := range t {
		crc := uint32(b) << 24
		for range 8 {
			if crc&(1<<31) != 0 {
				crc = crc<<1 ^ 0x04C11DB7
			} else {
				crc <<= 1
			}
		}
		t[b] = crc
	}
	return t
}

// MPEG2 is the CRC-32/MPEG-2 of NavLink 1: polynomial 0x04C11DB7, not
// reflected, start value all ones, nothing done at the end.
func MPEG2(b []byte) uint32 {
	crc := uint32(0xFFFFFFFF)
	for _, v := range b {
		crc = crc<<8 ^ table32[uint8(crc>>24)^v]
	}
	return crc
}
