// Package crc computes the checksums of MAVLink and NavLink frames.
package crc

import "encoding/binary"

// Init is the start value of CRC-16/MCRF4XX.
const Init uint16 = 0xFFFF

// tables[k][b] is the CRC of byte b followed by k zero bytes: sixteen bytes are
// folded in at a time (slicing, Kounavis and Berry 2008), and what is left by
// halves.
var tables = makeTables()

func makeTables() (t [16][256]uint16) {
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
	for k := 1; k < len(t); k++ {
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
	for len(b) >= 16 {
		v, w := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
		// All but two of the look-ups do not wait for the sum so far.
		rest := t[13][v>>16&0xFF] ^ t[12][v>>24&0xFF] ^ t[11][v>>32&0xFF] ^ t[10][v>>40&0xFF] ^
			t[9][v>>48&0xFF] ^ t[8][v>>56] ^
			t[7][w&0xFF] ^ t[6][w>>8&0xFF] ^ t[5][w>>16&0xFF] ^ t[4][w>>24&0xFF] ^
			t[3][w>>32&0xFF] ^ t[2][w>>40&0xFF] ^ t[1][w>>48&0xFF] ^ t[0][w>>56]
		first := uint16(v) ^ crc
		crc = rest ^ t[15][first&0xFF] ^ t[14][first>>8]
		b = b[16:]
	}
	if len(b) >= 8 {
		v := binary.LittleEndian.Uint64(b)
		first := uint16(v) ^ crc
		crc = t[5][v>>16&0xFF] ^ t[4][v>>24&0xFF] ^ t[3][v>>32&0xFF] ^ t[2][v>>40&0xFF] ^
			t[1][v>>48&0xFF] ^ t[0][v>>56] ^ t[7][first&0xFF] ^ t[6][first>>8]
		b = b[8:]
	}
	if len(b) >= 4 {
		v := binary.LittleEndian.Uint32(b)
		first := uint16(v) ^ crc
		crc = t[1][v>>16&0xFF] ^ t[0][v>>24] ^ t[3][first&0xFF] ^ t[2][first>>8]
		b = b[4:]
	}
	if len(b) >= 2 {
		first := binary.LittleEndian.Uint16(b) ^ crc
		crc = t[1][first&0xFF] ^ t[0][first>>8]
		b = b[2:]
	}
	if len(b) == 1 {
		crc = crc>>8 ^ t[0][uint8(crc)^b[0]]
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
