package main

import (
	"encoding/binary"

	"postflight/decode/flight"
)

// tables are those of a CRC-16/MCRF4XX that folds in eight bytes at a time.
var tables = func() (t [8][256]uint16) {
	for b := range 256 {
		c := uint16(b)
		for range 8 {
			c = c>>1 ^ c&1*0x8408
		}
		t[0][b] = c
	}
	for k := 1; k < 8; k++ {
		for b := range 256 {
			t[k][b] = t[k-1][b]>>8 ^ t[0][t[k-1][b]&0xFF]
		}
	}
	return t
}()

// slicing8 is the checksum as it is commonly computed where speed matters.
func slicing8(b []byte) uint16 {
	c, t := uint16(0xFFFF), &tables
	for ; len(b) >= 8; b = b[8:] {
		v := binary.LittleEndian.Uint64(b) ^ uint64(c)
		c = t[7][v&0xFF] ^ t[6][v>>8&0xFF] ^ t[5][v>>16&0xFF] ^ t[4][v>>24&0xFF] ^
			t[3][v>>32&0xFF] ^ t[2][v>>40&0xFF] ^ t[1][v>>48&0xFF] ^ t[0][v>>56]
	}
	for _, v := range b {
		c = c>>8 ^ t[0][uint8(c)^v]
	}
	return c
}

// checksums computes the checksum of each frame at known offsets and nothing
// else: what indexing a log is held against.
func checksums(data []byte, starts []int64) (good int) {
	for _, at := range starts {
		b := data[at:]
		end := 10 + int(b[1])
		if b[0] == flight.MagicMAVLink1 {
			end = 6 + int(b[1])
		}
		if slicing8(b[1:end]) != binary.LittleEndian.Uint16(b[end:]) {
			good++
		}
	}
	return good
}
