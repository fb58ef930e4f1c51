// Package chrony hands measurements of time to chronyd, through the socket of
// its reference clock driver SOCK (chrony.conf: "refclock SOCK /path").
package chrony

import (
	"encoding/binary"
	"math"
	"time"
)

const (
	// SampleLen is the length of a sample: chrony's struct sock_sample with a
	// 64-bit struct timeval.
	SampleLen = 40
	// MagicAt is where in a sample Magic is.
	MagicAt = 36
	// Magic is "SOCK", the first letter in the highest byte.
	Magic = 0x534f434b
)

// Leap announces a leap second at the end of the day.
type Leap int32

// Leap seconds.
const (
	NoLeap Leap = iota
	InsertSecond
	DeleteSecond
)

// Sample is one measurement: when the system clock said Time, true time was Time
// plus Offset.
type Sample struct {
	Time   time.Time // sent to the microsecond, rounded down; the rest is taken off Offset
	Offset time.Duration
	Pulse  bool // only the fraction of a second is known, as of a PPS
	Leap   Leap
}

// Encode lays out a sample in the byte order of this machine, as chrony's
// refclock_sock.c reads it: seconds and microseconds (int64), offset in seconds
// (float64), pulse, leap, padding and Magic (int32).
func (s Sample) Encode() [SampleLen]byte {
	var b [SampleLen]byte
	order := binary.NativeEndian
	sec, nsec := s.Time.Unix(), s.Time.Nanosecond()
	pulse := uint32(0)
	if s.Pulse {
		pulse = 1
	}
	offset := s.Offset + time.Duration(nsec%1000)
	order.PutUint64(b[0:], uint64(sec))
	order.PutUint64(b[8:], uint64(nsec/1000))
	order.PutUint64(b[16:], math.Float64bits(float64(offset)/1e9))
	order.PutUint32(b[24:], pulse)
	order.PutUint32(b[28:], uint32(s.Leap))
	order.PutUint32(b[MagicAt:], Magic)
	return b
}
