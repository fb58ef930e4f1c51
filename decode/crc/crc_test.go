package crc_test

import (
	"math/rand/v2"
	"testing"

	"postflight/decode/crc"
)

// bitwise is the definition, one bit at a time.
func bitwise(b []byte) uint16 {
	c := crc.Init
	for _, v := range b {
		c ^= uint16(v)
		for range 8 {
			if c&1 != 0 {
				c = c>>1 ^ 0x8408
			} else {
				c >>= 1
			}
		}
	}
	return c
}

func TestKnownChecksums(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for text, want := range map[string]uint16{
		"": 0xFFFF, "\x00": 0x0F87, "\x01": 0x1E0E, "\xFF": 0x00FF, "A": 0x5C0A,
		"123456789": 0x6F91, "hello world": 0x51F9,
		"The quick brown fox jumps over the lazy dog": 0x6CA7, string(all): 0xCFC3,
	} {
		if got := crc.MCRF4XX(crc.Init, []byte(text)); got != want {
			t.Errorf("%q: got %04X, want %04X", text, got, want)
		}
	}
	if got := crc.MPEG2([]byte("123456789")); got != 0x0376E6E7 {
		t.Errorf("CRC-32/MPEG-2: got %08X", got)
	}
}

func TestEightBytesAtATimeEqualsOneBitAtATime(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		b := make([]byte, random.IntN(60))
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		if got, want := crc.MCRF4XX(crc.Init, b), bitwise(b); got != want {
			t.Fatalf("% x: got %04X, want %04X", b, got, want)
		}
		cut := random.IntN(len(b) + 1)
		if got := crc.MCRF4XX(crc.MCRF4XX(crc.Init, b[:cut]), b[cut:]); got != bitwise(b) {
			t.Fatalf("in two parts % x: got %04X", b, got)
		}
	}
}

func TestDataFollowedByItsChecksumLeavesZero(t *testing.T) {
	b := []byte("Navigator")
	c := crc.MCRF4XX(crc.Init, b)
	if got := crc.MCRF4XX(crc.Init, append(b, byte(c), byte(c>>8))); got != 0 {
		t.Errorf("got %04X", got)
	}
	if got := crc.Byte(crc.MCRF4XX(crc.Init, b[:8]), b[8]); got != c {
		t.Errorf("last byte alone: got %04X, want %04X", got, c)
	}
}
