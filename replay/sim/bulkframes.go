package sim

import (
	"encoding/binary"
	"slices"
	"time"

	"postflight/decode/crc"
)

// clockField is a field of a message that counts time.
type clockField struct {
	at, size int // in the payload
	unit     time.Duration
}

var mavClocks = map[uint32][]clockField{
	2:   {{0, 8, time.Microsecond}, {8, 4, time.Millisecond}}, // SYSTEM_TIME
	24:  {{0, 8, time.Microsecond}},                           // GPS_RAW_INT
	26:  {{0, 4, time.Millisecond}},                           // SCALED_IMU
	30:  {{0, 4, time.Millisecond}},                           // ATTITUDE
	31:  {{0, 4, time.Millisecond}},                           // ATTITUDE_QUATERNION
	33:  {{0, 4, time.Millisecond}},                           // GLOBAL_POSITION_INT
	36:  {{0, 4, time.Microsecond}},                           // SERVO_OUTPUT_RAW
	65:  {{0, 4, time.Millisecond}},                           // RC_CHANNELS
	111: {{0, 8, time.Nanosecond}, {8, 8, time.Nanosecond}},   // TIMESYNC
	262: {{0, 4, time.Millisecond}},                           // CAMERA_CAPTURE_STATUS
}

var navClocks = map[uint32][]clockField{
	navHeartbeat.id: {{9, 4, time.Millisecond}},
	navTimeSync.id: {
		{4, 8, time.Millisecond}, {12, 8, time.Millisecond}, {20, 8, time.Millisecond},
	},
	navPerfGlobal.id: {{8, 4, time.Millisecond}},
}

// loopedFrame is a frame in the bytes of a loop.
type loopedFrame struct {
	from, sum int // where it starts, and its checksum
	sequence  int
	step      byte // of the sequence
	extra     byte
	fields    []field
	signed    bool
}

// frameLoop is the wire bytes of a loop.
type frameLoop struct {
	bytes  []byte
	frames []loopedFrame
	span   time.Duration
	begun  bool // the first turn is the flight itself
}

// repeated gives what a station heard from loopFrom on and how long that took.
// Fields that are to grow have room: zeros that were cut off are back.
func repeated(f *Flight, items []item) ([]item, time.Duration) {
	from := slices.IndexFunc(items, func(it item) bool { return it.at >= loopFrom*1000 })
	items = items[from:]
	for i := range items {
		items[i].bytes = roomy(items[i].bytes)
	}
	took := time.Duration(items[len(items)-1].at-items[0].at) * time.Microsecond
	return items, took.Truncate(time.Millisecond) + loopPause
}

// layOut adds a frame that stands at the end of the loop's bytes.
func (l *frameLoop) layOut(it item, perTurn map[counter]int) {
	head, id := headerLength(it.bytes), frameID(it.bytes)
	from := len(l.bytes) - len(it.bytes)
	f := loopedFrame{
		from: from, sum: from + head + payloadLength(it.bytes), sequence: from + 4,
		step: byte(perTurn[it.frame.counter]), extra: extraOf(it.bytes), signed: signed(it.bytes),
	}
	if it.bytes[0] == mavMagic1 {
		f.sequence = from + 2
	}
	for _, c := range clocksOf(it.bytes, id) {
		payload := it.bytes[head+c.at : head+c.at+c.size]
		if slices.ContainsFunc(payload, func(b byte) bool { return b != 0 }) { // zero is not known
			f.fields = append(f.fields, field{at: from + head + c.at, size: c.size, step: uint64(l.span / c.unit)})
		}
	}
	l.frames = append(l.frames, f)
}

// advance moves every frame on by one turn.
func (l *frameLoop) advance() {
	if !l.begun {
		l.begun = true
		return
	}
	for i := range l.frames {
		f := &l.frames[i]
		l.bytes[f.sequence] += f.step
		for _, c := range f.fields {
			c.advance(l.bytes)
		}
		sum := crc.Byte(crc.MCRF4XX(crc.Init, l.bytes[f.from+1:f.sum]), f.extra)
		binary.LittleEndian.PutUint16(l.bytes[f.sum:], sum)
		if f.signed {
			signing := f.sum + 2
			field{at: signing + 1, size: 6, step: uint64(l.span / (10 * time.Microsecond))}.advance(l.bytes)
			copy(l.bytes[signing+7:], signature(l.bytes[f.from:signing+7]))
		}
	}
}

func countPerTurn(items []item) map[counter]int {
	out := map[counter]int{}
	for _, it := range items {
		out[it.frame.counter]++
	}
	return out
}

func payloadLength(frame []byte) int {
	if frame[0] == navSync {
		return int(frame[2])
	}
	return int(frame[1])
}

func frameID(frame []byte) uint32 {
	if frame[0] == mavMagic1 {
		return uint32(frame[5])
	}
	return uint32(frame[7]) | uint32(frame[8])<<8 | uint32(frame[9])<<16
}

func clocksOf(frame []byte, id uint32) []clockField {
	if frame[0] == navSync {
		return navClocks[id]
	}
	return mavClocks[id]
}

// extraOf is the CRC_EXTRA with which the frame's checksum holds. One value of
// 256 does.
func extraOf(frame []byte) byte {
	end := headerLength(frame) + payloadLength(frame)
	body, sum := crc.MCRF4XX(crc.Init, frame[1:end]), binary.LittleEndian.Uint16(frame[end:])
	for extra := range 256 {
		if crc.Byte(body, byte(extra)) == sum {
			return byte(extra)
		}
	}
	return 0
}

// roomy gives a frame whose payload reaches to the end of its last clock field.
func roomy(frame []byte) []byte {
	need := 0
	for _, c := range clocksOf(frame, frameID(frame)) {
		need = max(need, c.at+c.size)
	}
	head, have := headerLength(frame), payloadLength(frame)
	if have >= need {
		return frame
	}
	out := slices.Concat(frame[:head+have], make([]byte, need-have))
	if frame[0] == navSync {
		out[2] = byte(need)
	} else {
		out[1] = byte(need)
	}
	sum := crc.Byte(crc.MCRF4XX(crc.Init, out[1:]), extraOf(frame))
	out = binary.LittleEndian.AppendUint16(out, sum)
	return append(out, frame[head+have+2:]...) // a signature no longer holds, which only its key could tell
}
