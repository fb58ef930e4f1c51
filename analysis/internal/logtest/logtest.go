// Package logtest builds logs for tests: real frames, at the times and with the
// numbers a test asks for.
package logtest

import (
	"encoding/binary"
	"math"
	"time"

	"postflight/decode/crc"
	"postflight/decode/flight"
)

// Messages to build from. The first ones are MAVLink's, the Nav ones NavLink's.
var (
	Heartbeat  = message(0, "HEARTBEAT", field{"custom_mode", flight.U32}, field{"base_mode", flight.U8})
	SystemTime = message(2, "SYSTEM_TIME", field{"time_unix_usec", flight.U64}, field{"time_boot_ms", flight.U32})
	Attitude   = message(30, "ATTITUDE", field{"time_boot_ms", flight.U32},
		field{"roll", flight.F32}, field{"pitch", flight.F32}, field{"yaw", flight.F32})
	Position    = message(33, "GLOBAL_POSITION_INT", field{"time_boot_ms", flight.U32})
	SetAttitude = message(82, "SET_ATTITUDE_TARGET", field{"time_boot_ms", flight.U32})
	Servos      = message(36, "SERVO_OUTPUT_RAW", field{"servo1_raw", flight.U16}, field{"servo2_raw", flight.U16},
		field{"servo3_raw", flight.U16}, field{"servo4_raw", flight.U16})

	NavHeartbeat = message(0, "HEARTBEAT", field{"nav_state", flight.U8}, field{"timestamp", flight.U32})
	NavPerf      = message(1034, "PERF_GLOBAL", field{"uptime_ticks", flight.U32})
	NavMotors    = message(1029, "MOTOR_TELEMETRY", field{"cmd", flight.F32})
	NavBaro      = message(1039, "BARO", field{"pressure", flight.F32})
	NavMode      = message(3, "FLIGHT_MODE", field{"mode", flight.U8})
)

type field struct {
	name string
	t    flight.Type
}

func message(id uint32, name string, fields ...field) *flight.Message {
	m := &flight.Message{ID: id, Name: name}
	for _, f := range fields {
		m.Fields = append(m.Fields, flight.Field{Name: f.name, Type: f.t, Offset: m.MaxLength})
		m.MaxLength += f.t.Size()
	}
	m.MinLength = m.MaxLength
	return m
}

// Builder makes a log. The zero value is an empty one.
type Builder struct {
	log     flight.Log
	streams map[streamKey]uint16
	salt    uint32
}

type streamKey struct {
	source  flight.Source
	message *flight.Message
}

// Frame is one frame to add.
type Frame struct {
	At      time.Duration
	Source  flight.Source // 0 stands for 1:1
	Message *flight.Message
	Seq     uint8
	NavLink bool
	Flags   flight.Flag
	// Value goes into the first field of 32 bits or less. With Fresh set it is a
	// different one each time, so that no two frames are equal.
	Value float64
	Fresh bool
}

// Add appends a frame and returns its bytes.
func (b *Builder) Add(f Frame) []byte {
	if f.Source == 0 {
		f.Source = flight.MakeSource(1, 1)
	}
	payload := make([]byte, f.Message.MaxLength)
	b.fill(payload, f)
	bytes := encode(f, payload)
	b.Again(f, bytes)
	return bytes
}

// Again appends a frame with bytes that Add gave for it.
func (b *Builder) Again(f Frame, bytes []byte) {
	if f.Source == 0 {
		f.Source = flight.MakeSource(1, 1)
	}
	l := &b.log
	s := b.stream(f)
	l.Streams[s].Count++
	l.Frames.Append(int64(len(l.Data)), f.At, len(bytes), s, f.Seq, f.Flags)
	l.Data = append(l.Data, bytes...)
	l.End = max(l.End, f.At)
}

func (b *Builder) stream(f Frame) uint16 {
	if b.streams == nil {
		b.streams = map[streamKey]uint16{}
	}
	key := streamKey{f.Source, f.Message}
	s, ok := b.streams[key]
	if !ok {
		s = uint16(len(b.log.Streams))
		b.streams[key] = s
		b.log.Streams = append(b.log.Streams, &flight.Stream{Source: f.Source, Message: f.Message, Index: s})
	}
	return s
}

func (b *Builder) fill(payload []byte, f Frame) {
	for i := range f.Message.Fields {
		if v := f.Message.Fields[i]; v.Type.Size() <= 4 {
			bits := uint64(uint32(int64(f.Value)))
			if v.Type == flight.F32 {
				bits = uint64(math.Float32bits(float32(f.Value)))
			}
			if f.Fresh {
				b.salt++
				bits = uint64(b.salt)
			}
			var raw [8]byte
			binary.LittleEndian.PutUint64(raw[:], bits)
			copy(payload[v.Offset:v.Offset+v.Type.Size()], raw[:])
			return
		}
	}
}

func encode(f Frame, payload []byte) []byte {
	system, component := f.Source.System(), f.Source.Component()
	id := []byte{byte(f.Message.ID), byte(f.Message.ID >> 8), byte(f.Message.ID >> 16)}
	head := []byte{flight.MagicMAVLink2, byte(len(payload)), 0, 0, f.Seq, system, component}
	if f.NavLink {
		head = []byte{flight.MagicNavLink, 2, byte(len(payload)), 0, f.Seq, system, component}
	}
	bytes := append(append(head, id...), payload...)
	sum := crc.Byte(crc.MCRF4XX(crc.Init, bytes[1:]), f.Message.CRCExtra)
	return binary.LittleEndian.AppendUint16(bytes, uint16(sum))
}

// Damage appends bytes that are no frame; of one whose CRC failed, d says which.
func (b *Builder) Damage(d flight.Damage, bytes []byte) {
	d.Span = flight.Span{Offset: int64(len(b.log.Data)), Length: int64(len(bytes))}
	b.log.Data = append(b.log.Data, bytes...)
	b.log.Damage = append(b.log.Damage, d)
}

// Step says that the capture clock was set back before the next frame.
func (b *Builder) Step(at, from, to time.Duration) {
	b.log.Steps = append(b.log.Steps, flight.ClockStep{Offset: int64(len(b.log.Data)), Time: at, From: from, To: to})
}

// Log gives the log. The builder is not to be used any more.
func (b *Builder) Log() *flight.Log {
	b.log.Format = flight.VREC
	b.log.Path = "test.bin"
	return &b.log
}
