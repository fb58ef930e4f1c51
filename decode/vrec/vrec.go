// Package vrec reads VREC recordings of the Navigator ground station: raw bytes
// as they arrived, in chunks with a time.
//
// Format: Navigator's chapter "Record and replay, logs and ground truth". All
// little-endian; header magic u32, format version u32, protocol version u32,
// start wall clock u64 ms; records t_us u64, length u32, bytes.
package vrec

import (
	"context"
	"encoding/binary"
	"fmt"

	"postflight/decode/flight"
	"postflight/decode/scan"
)

// Magic is what a recording starts with: 0x56524543 as the little-endian bytes
// it is written in.
const Magic = "CERV"

const (
	headerSize = 20
	recordHead = 12
	timeSize   = 8
	version    = 1
)

// Open reads a recording. Only the magic is required; what else is not as
// expected becomes a finding. data is kept. progress, which may be nil, gets how
// many bytes have been dealt with. Apart from bytes that are no recording, the
// only error is that of ctx.
func Open(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	if len(data) < headerSize {
		return nil, fmt.Errorf("VREC header: expected %d bytes, found %d: the recording was cut before it began", headerSize, len(data))
	}
	if string(data[:4]) != Magic {
		return nil, fmt.Errorf("VREC header at offset 0: expected magic %q, found %q", Magic, data[:4])
	}
	l := &flight.Log{Path: path, Format: flight.VREC, Data: data}
	l.Start = startAt(data)
	l.Stamp = func(offset int64, length int) (uint64, bool) {
		i := l.Records.Last(offset, length)
		if i < 0 {
			return 0, false
		}
		return binary.LittleEndian.Uint64(data[l.Records.Offset[i]:]), true
	}
	l.StampOf = func(i int) (uint64, bool) {
		offset, length := l.Frames.Offset[i], int(l.Frames.Length[i])
		if l.Frames.Flags[i]&flight.Split != 0 {
			return l.Stamp(offset, length)
		}
		return binary.LittleEndian.Uint64(data[l.Records.Offset[l.Records.Holding(offset)]:]), true
	}
	if progress == nil {
		progress = func(int64) {}
	}
	w := walker{log: l}
	if err := w.walk(ctx, func(offset int64) { progress(offset / 2) }); err != nil {
		return nil, err
	}
	w.setTimes()
	half := int64(len(data)) / 2
	if err := scan.Frames(ctx, l, func(offset int64) { progress(half + offset/2) }); err != nil {
		return nil, err
	}
	w.tidyJoins()
	addFindings(l, &w)
	return l, nil
}

// maxWallMs is the year 3000: a start beyond it is damage, not a date.
const maxWallMs = 32_503_680_000_000
