// Package prove checks what holds for every opened log, whatever its bytes.
package prove

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
)

// Log reports the first promise of the model that a log breaks: the file is
// tiled, times never fall, counts add up, every frame bears its checksum.
func Log(l *flight.Log) error {
	if err := l.CheckTiling(); err != nil {
		return fmt.Errorf("tiling: %w", err)
	}
	for i := 1; i < len(l.Records.Time); i++ {
		if l.Records.Time[i] < l.Records.Time[i-1] {
			return fmt.Errorf("log time falls at record %d", i)
		}
	}
	counts := make([]int, len(l.Streams))
	for i := range l.Frames.Len() {
		counts[l.Frames.Stream[i]]++
		if i > 0 && l.Frames.Time[i] < l.Frames.Time[i-1] {
			return fmt.Errorf("log time falls at frame %d", i)
		}
		if err := frame(l, i); err != nil {
			return fmt.Errorf("frame %d at offset %d: %w", i, l.Frames.Offset[i], err)
		}
	}
	for i, s := range l.Streams {
		if s.Count == 0 || s.Count != counts[i] || int(s.Index) != i {
			return fmt.Errorf("stream %d %s: count %d of %d, index %d", i, s.Message.Name, s.Count, counts[i], s.Index)
		}
		if rows := l.Rows(s); len(rows.Frame) != s.Count || len(rows.Time) != s.Count {
			return fmt.Errorf("stream %d %s: %d rows of %d", i, s.Message.Name, len(rows.Frame), s.Count)
		}
	}
	return nil
}

func frame(l *flight.Log, i int) error {
	b := l.Frame(i)
	var pieces []byte
	for _, s := range l.Pieces(i) {
		pieces = append(pieces, l.Data[s.Offset:s.End()]...)
	}
	if !bytes.Equal(b, pieces) || len(b) != int(l.Frames.Length[i]) {
		return fmt.Errorf("frame and its pieces differ: % x, % x", b, pieces)
	}
	if l.Frames.Flags[i]&flight.Unknown != 0 || l.Wire(i) == flight.Bare {
		return nil
	}
	if !Intact(b, l.Message(i).CRCExtra) {
		return fmt.Errorf("checksum of %s does not hold", l.Message(i).Name)
	}
	return nil
}

// Intact checks a frame by the definition of its checksum.
func Intact(b []byte, extra uint8) bool {
	var end int
	switch b[0] {
	case 0xFD:
		end = 10 + int(b[1])
	case 0xFE:
		end = 6 + int(b[1])
	default:
		if b[1]&15 == 1 {
			n := 8 + int(b[2])
			return build.Sum32(b[:n]) == binary.LittleEndian.Uint32(b[n:])
		}
		end = 10 + int(b[2])
	}
	return build.Sum16(b[1:end], []byte{extra}) == binary.LittleEndian.Uint16(b[end:])
}

// Found reports an intact frame at an offset that was missed. One that lies in
// another whose checksum holds as well was not: by the bytes alone nobody can
// tell which of the two was sent.
func Found(l *flight.Log, offset int64) error {
	for i := range l.Frames.Len() {
		for _, s := range l.Pieces(i) {
			sure := l.Frames.Flags[i]&flight.Unknown == 0
			if l.Frames.Offset[i] == offset || sure && s.Offset <= offset && offset < s.End() {
				return nil
			}
		}
	}
	return fmt.Errorf("the intact frame at offset %d was missed", offset)
}
