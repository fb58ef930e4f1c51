package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"
	"github.com/bluenviron/gomavlib/v3/pkg/message"
)

const (
	mavMagic1 = 0xFE
	mavMagic2 = 0xFD
	// mavSigned is the incompatibility flag of a signed MAVLink 2 frame.
	mavSigned = 0x01
)

// mavWire lays out MAVLink frames of all its senders (MAVLink guide,
// serialization and message signing) and keeps them in the order sent.
type mavWire struct {
	frames   []sent
	counters counters
	layouts  map[uint32]*message.ReadWriter
}

func newMAVWire() *mavWire {
	w := &mavWire{counters: counters{}, layouts: map[uint32]*message.ReadWriter{}}
	for _, m := range []message.Message{
		&all.MessageHeartbeat{}, &all.MessageSysStatus{}, &all.MessageSystemTime{},
		&all.MessageAttitude{}, &all.MessageAttitudeQuaternion{}, &all.MessageScaledImu{},
		&all.MessageServoOutputRaw{}, &all.MessageRcChannels{}, &all.MessageVfrHud{},
		&all.MessageBatteryStatus{}, &all.MessageStatustext{}, &all.MessageRadioStatus{},
		&all.MessageCameraCaptureStatus{}, &all.MessageTimesync{}, &all.MessageGpsRawInt{},
		&all.MessageGlobalPositionInt{}, &all.MessageParamValue{}, &all.MessageParamSet{},
		&all.MessageParamRequestList{},
	} {
		layout := &message.ReadWriter{Message: m}
		if err := layout.Initialize(); err != nil {
			// The dialect's own types are fixed when the program is built.
			panic(fmt.Sprintf("mavlink layout of %T: %v", m, err))
		}
		w.layouts[m.GetID()] = layout
	}
	return w
}

// number takes the next sequence number of a sender.
func (w *mavWire) number(from source, boot int) (counter, int) {
	of := counter{source: from, boot: boot}
	return of, w.counters.take(of)
}

// send puts out a MAVLink 2 frame.
func (w *mavWire) send(tick uint64, from source, boot int, m message.Message) *sent {
	of, n := w.number(from, boot)
	return w.keep(sent{at: tick, counter: of, number: n, bytes: w.frame2(from, byte(n), 0, m)})
}

// sendSigned puts out a MAVLink 2 frame with a signature; stamp counts 10 us
// since 2015.
func (w *mavWire) sendSigned(tick uint64, from source, m message.Message, stamp uint64) {
	of, n := w.number(from, 0)
	frame := w.frame2(from, byte(n), mavSigned, m)
	frame = append(frame, 1) // link id
	for i := range 6 {
		frame = append(frame, byte(stamp>>(8*i)))
	}
	frame = append(frame, signature(frame)...)
	w.keep(sent{at: tick, counter: of, number: n, bytes: frame})
}

// signature is that of a frame up to its signing time, with a key of zeros.
func signature(frame []byte) []byte {
	key := [32]byte{}
	digest := sha256.Sum256(append(key[:], frame...))
	return digest[:6]
}

// send1 puts out a MAVLink 1 frame.
func (w *mavWire) send1(tick uint64, from source, m message.Message) {
	of, n := w.number(from, 0)
	layout := w.layouts[m.GetID()]
	payload := layout.Write(m, false).Payload
	frame := []byte{
		mavMagic1, byte(len(payload)), byte(n), from.system, from.component, byte(m.GetID()),
	}
	frame = closeMAV(append(frame, payload...), layout)
	w.keep(sent{at: tick, counter: of, number: n, bytes: frame})
}

func (w *mavWire) frame2(from source, seq, incompat byte, m message.Message) []byte {
	layout, id := w.layouts[m.GetID()], m.GetID()
	payload := layout.Write(m, true).Payload
	frame := make([]byte, 0, len(payload)+25)
	frame = append(
		frame, mavMagic2, byte(len(payload)), incompat, 0, seq,
		from.system, from.component, byte(id), byte(id>>8), byte(id>>16),
	)
	return closeMAV(append(frame, payload...), layout)
}

func closeMAV(frame []byte, layout *message.ReadWriter) []byte {
	sum := crc16(crc16(0xFFFF, frame[1:]), []byte{layout.CRCExtra()})
	return binary.LittleEndian.AppendUint16(frame, sum)
}

func (w *mavWire) keep(s sent) *sent {
	w.frames = append(w.frames, s)
	return &w.frames[len(w.frames)-1]
}
