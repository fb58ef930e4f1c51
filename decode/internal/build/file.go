package build

import (
	"encoding/binary"
	"math"
)

// VREC is a recording. The zero Format and Protocol are written as 1.
type VREC struct {
	Format, Protocol uint32
	StartMs          uint64
	Records          []Record
}

// Record is a chunk of bytes and when it came.
type Record struct {
	Us   uint64
	Data []byte
}

// HeaderSize and RecordHead are the sizes of the parts of a recording.
const (
	HeaderSize = 20
	RecordHead = 12
)

// Bytes writes the recording.
func (v VREC) Bytes() []byte {
	one := func(n uint32) uint32 {
		if n == 0 {
			return 1
		}
		return n
	}
	out := binary.LittleEndian.AppendUint32(nil, 0x56524543)
	out = binary.LittleEndian.AppendUint32(out, one(v.Format))
	out = binary.LittleEndian.AppendUint32(out, one(v.Protocol))
	out = binary.LittleEndian.AppendUint64(out, v.StartMs)
	for _, r := range v.Records {
		out = binary.LittleEndian.AppendUint64(out, r.Us)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(r.Data)))
		out = append(out, r.Data...)
	}
	return out
}

// Offset is where the header of a record lies in Bytes.
func (v VREC) Offset(record int) int {
	at := HeaderSize
	for _, r := range v.Records[:record] {
		at += RecordHead + len(r.Data)
	}
	return at
}

// Recording puts each chunk in a record of its own, 10 ms apart from 60 s on.
func Recording(chunks ...[]byte) VREC {
	v := VREC{StartMs: 1_700_000_000_000}
	for i, c := range chunks {
		v.Records = append(v.Records, Record{60_000_000 + uint64(i)*10_000, c})
	}
	return v
}

// VGT1 is a ground-truth file. The zero Version and Size are written as 1 and 124.
type VGT1 struct {
	Version, Size uint32
	StartMs       uint64
	Poses         []Pose
	Rest          []byte // behind the last record
}

// Pose is one record of ground truth: 27 values in the order of the file.
type Pose struct {
	Tick, Us uint64
	Values   [27]float32
}

// Bytes writes the file; records are cut or padded to Size.
func (v VGT1) Bytes() []byte {
	version, size := max(v.Version, 1), v.Size
	if size == 0 {
		size = 124
	}
	out := []byte("VGT1")
	out = binary.LittleEndian.AppendUint32(out, version)
	out = binary.LittleEndian.AppendUint32(out, size)
	out = binary.LittleEndian.AppendUint64(out, v.StartMs)
	for _, p := range v.Poses {
		r := binary.LittleEndian.AppendUint64(nil, p.Tick)
		r = binary.LittleEndian.AppendUint64(r, p.Us)
		for _, f := range p.Values {
			r = binary.LittleEndian.AppendUint32(r, math.Float32bits(f))
		}
		r = append(r, make([]byte, 256)...)
		out = append(out, r[:size]...)
	}
	return append(out, v.Rest...)
}
