package events_test

import (
	"encoding/binary"
	"math"
	"time"

	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/navlink"
)

var (
	heartbeat  = mavlink.Definition(0)
	paramValue = mavlink.Definition(22)
	statusText = mavlink.Definition(253)
	navBeat    = navlink.Definitions(0)[0]
	navMode    = navlink.Definitions(3)[0]
	navText    = navlink.Definitions(4)[0]

	msg  = record("MSG", flight.Field{Name: "Message", Type: flight.Char, Array: 64})
	mode = record("MODE", flight.Field{Name: "Mode", Type: flight.U8}, flight.Field{Name: "ModeNum", Type: flight.U8})
	ev   = record("EV", flight.Field{Name: "Id", Type: flight.U8})
	fail = record("ERR", flight.Field{Name: "Subsys", Type: flight.U8}, flight.Field{Name: "ECode", Type: flight.U8})
	parm = record("PARM", flight.Field{Name: "Name", Type: flight.Char, Array: 16},
		flight.Field{Name: "Value", Type: flight.F32}, flight.Field{Name: "Default", Type: flight.F32})
)

func record(name string, fields ...flight.Field) *flight.Message {
	m := &flight.Message{Name: name, MaxLength: 3}
	for _, f := range fields {
		f.Offset = m.MaxLength
		m.MaxLength += f.Type.Size() * max(1, f.Array)
		m.Fields = append(m.Fields, f)
	}
	m.MinLength = m.MaxLength
	return m
}

var (
	copter = flight.MakeSource(1, 1)
	gimbal = flight.MakeSource(1, 154)
)

type values map[string]any

// builder makes a log. Frames come a second apart.
type builder struct {
	log flight.Log
	seq uint8
}

func (b *builder) add(source flight.Source, m *flight.Message, v values) {
	payload := make([]byte, m.MaxLength)
	for name, value := range v {
		f := m.Field(name)
		switch value := value.(type) {
		case string:
			copy(payload[f.Offset:f.Offset+f.Array], value)
		case float32:
			binary.LittleEndian.PutUint32(payload[f.Offset:], math.Float32bits(value))
		case int:
			var raw [8]byte
			binary.LittleEndian.PutUint64(raw[:], uint64(value))
			copy(payload[f.Offset:f.Offset+f.Type.Size()], raw[:])
		}
	}
	b.seq++
	bytes := payload
	if source != 0 {
		bytes = frame(source, m, b.seq, payload)
	}
	b.put(source, m, bytes)
}

func frame(source flight.Source, m *flight.Message, seq uint8, payload []byte) []byte {
	head := []byte{0xFD, byte(len(payload)), 0, 0, seq, source.System(), source.Component()}
	if m == navBeat || m == navMode || m == navText {
		head = []byte{0x56, 2, byte(len(payload)), 0, seq, source.System(), source.Component()}
	}
	b := append(append(head, byte(m.ID), byte(m.ID>>8), byte(m.ID>>16)), payload...)
	return binary.LittleEndian.AppendUint16(b, crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), m.CRCExtra))
}

// together lets the last frame come with the one before.
func (b *builder) together() {
	times := b.log.Frames.Time
	times[len(times)-1] = times[len(times)-2]
}

// again adds the last frame once more.
func (b *builder) again() {
	last := b.log.Frames.Len() - 1
	s := b.log.Streams[b.log.Frames.Stream[last]]
	b.put(s.Source, s.Message, b.log.Frame(last))
	b.log.Frames.Time[last+1] = b.log.Frames.Time[last] + 10*time.Millisecond
}

func (b *builder) put(source flight.Source, m *flight.Message, bytes []byte) {
	l := &b.log
	index := -1
	for i, s := range l.Streams {
		if s.Source == source && s.Message == m {
			index = i
		}
	}
	if index < 0 {
		index = len(l.Streams)
		l.Streams = append(l.Streams, &flight.Stream{Source: source, Message: m, Bare: source == 0, Index: uint16(index)})
	}
	l.Streams[index].Count++
	l.Frames.Append(int64(len(l.Data)), time.Duration(l.Frames.Len())*time.Second, len(bytes), uint16(index), b.seq, 0)
	l.Data = append(l.Data, bytes...)
	if source == 0 {
		l.Format = flight.DataFlash
	}
}
