package timebase_test

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/sequence"
	"postflight/analysis/timebase"
	"postflight/decode"
	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/navlink"
)

var (
	vehicle = flight.MakeSource(1, 1)
	camera  = flight.MakeSource(1, 100)
	station = flight.MakeSource(255, 190)
)

// start is when the hand-made logs begin, Unix ns.
const start = 1_750_000_000 * int64(time.Second)

type fields map[string]int64

// message is one frame of a hand-made log, and when it was captured.
type message struct {
	at     int64 // Unix ns
	source flight.Source
	name   string
	fields fields
	signed int64 // Unix ns; 0 for no signature
}

// recording collects messages in any order.
type recording struct {
	messages []message
	seq      map[flight.Source]uint8
}

func (r *recording) add(at int64, source flight.Source, name string, f fields) {
	r.messages = append(r.messages, message{at: at, source: source, name: name, fields: f})
}

func (r *recording) sorted() []message {
	slices.SortStableFunc(r.messages, func(a, b message) int { return int(min(1, max(-1, a.at-b.at))) })
	return r.messages
}

// frame encodes a message as MAVLink 2, or NavLink 2.
func (r *recording) frame(m message, definition *flight.Message, magic byte) []byte {
	if r.seq == nil {
		r.seq = map[flight.Source]uint8{}
	}
	payload := make([]byte, definition.MaxLength)
	for name, v := range m.fields {
		f := definition.Field(name)
		var raw [8]byte
		binary.LittleEndian.PutUint64(raw[:], uint64(v))
		if f.Type == flight.F32 {
			binary.LittleEndian.PutUint32(raw[:], math.Float32bits(float32(v)))
		}
		copy(payload[f.Offset:f.Offset+f.Type.Size()], raw[:])
	}
	seq := r.seq[m.source]
	r.seq[m.source]++
	id := definition.ID
	tail := []byte{seq, m.source.System(), m.source.Component(), byte(id), byte(id >> 8), byte(id >> 16)}
	head := []byte{magic, byte(len(payload)), 0, 0}
	if magic == flight.MagicNavLink {
		head = []byte{magic, 2, byte(len(payload)), 0}
	} else if m.signed != 0 {
		head[2] = 1
	}
	b := append(append(head, tail...), payload...)
	b = binary.LittleEndian.AppendUint16(b, uint16(crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), definition.CRCExtra)))
	if m.signed != 0 {
		ticks := uint64(m.signed-1_420_070_400*int64(time.Second)) / 10_000
		b = append(binary.LittleEndian.AppendUint64(append(b, 7), ticks)[:len(b)+7], 1, 2, 3, 4, 5, 6)
	}
	return b
}

func mavlinkNamed(t *testing.T, name string) *flight.Message {
	t.Helper()
	id := map[string]uint32{"SYSTEM_TIME": 2, "ATTITUDE": 30, "TIMESYNC": 111, "HEARTBEAT": 0}[name]
	m := mavlink.Definition(id)
	if m.Name != name {
		t.Fatalf("no message %s", name)
	}
	return m
}

// tlog writes the messages as a telemetry log, in order of capture.
func (r *recording) tlog(t *testing.T) *timebase.Result {
	t.Helper()
	r.sorted()
	return r.asListed(t)
}

// asListed writes them in the order of adding.
func (r *recording) asListed(t *testing.T) *timebase.Result {
	t.Helper()
	var b []byte
	for _, m := range r.messages {
		b = binary.BigEndian.AppendUint64(b, uint64(m.at/1000))
		b = append(b, r.frame(m, mavlinkNamed(t, m.name), flight.MagicMAVLink2)...)
	}
	return find(t, "hand.tlog", b)
}

// vrec writes them as NavLink in a VREC whose stamps count from uptime.
func (r *recording) vrec(t *testing.T, uptime int64) *timebase.Result {
	t.Helper()
	b := []byte("CERV")
	b = binary.LittleEndian.AppendUint32(b, 1)
	b = binary.LittleEndian.AppendUint32(b, 2)
	b = binary.LittleEndian.AppendUint64(b, uint64(r.sorted()[0].at/1_000_000))
	for _, m := range r.messages {
		id := map[string]uint32{"HEARTBEAT": 0, "TIME_SYNC": 10}[m.name]
		f := r.frame(m, navlink.Definitions(id)[0], flight.MagicNavLink)
		b = binary.LittleEndian.AppendUint64(b, uint64((m.at-r.messages[0].at+uptime)/1000))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(f)))
		b = append(b, f...)
	}
	return find(t, "hand.bin", b)
}

// fix is a GPS record of a DataFlash log.
type fix struct {
	boot time.Duration
	utc  time.Time
	off  time.Duration // of the stamp of the record itself
}

// onboard writes a DataFlash log: GPS records, and nine others behind each.
func onboard(t *testing.T, fixes []fix) *timebase.Result {
	t.Helper()
	const gps, rate = 130, 131
	b := format(128, 89, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns")
	b = append(b, format(gps, 3+8+1+4+2, "GPS", "QBIH", "TimeUS,Status,GMS,GWk")...)
	b = append(b, format(rate, 3+8+4, "RATE", "Qf", "TimeUS,R")...)
	for _, f := range fixes {
		for k := range 10 {
			at := f.boot + time.Duration(k)*20*time.Millisecond
			b = append(b, 0xA3, 0x95, rate)
			b = binary.LittleEndian.AppendUint64(b, uint64(at.Microseconds()))
			b = binary.LittleEndian.AppendUint32(b, 0)
			if k == 0 {
				since := f.utc.Add(18 * time.Second).Sub(time.Date(1980, 1, 6, 0, 0, 0, 0, time.UTC))
				const week = 7 * 24 * time.Hour
				b = append(b, 0xA3, 0x95, gps)
				b = binary.LittleEndian.AppendUint64(b, uint64((at + f.off).Microseconds()))
				b = append(b, 3)
				b = binary.LittleEndian.AppendUint32(b, uint32((since % week).Milliseconds()))
				b = binary.LittleEndian.AppendUint16(b, uint16(since/week))
			}
		}
	}
	return find(t, "hand.BIN", b)
}

func format(kind, length byte, name, letters, columns string) []byte {
	b := make([]byte, 89)
	copy(b, []byte{0xA3, 0x95, 0x80, kind, length})
	copy(b[5:], name)
	copy(b[9:], letters)
	copy(b[25:], columns)
	return b
}

func open(t *testing.T, name string, data []byte) *flight.Log {
	t.Helper()
	l, err := decode.Bytes(t.Context(), name, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func find(t *testing.T, name string, data []byte) *timebase.Result {
	t.Helper()
	return findIn(t, open(t, name, data))
}

// epochsOf are the epochs of a log; nothing cancels the search for them.
func epochsOf(l *flight.Log) []epoch.Epoch {
	plan, _ := sequence.MakePlan(context.Background(), l)
	r, _ := epoch.Find(context.Background(), l, plan)
	return r.Epochs
}

func findIn(t *testing.T, l *flight.Log) *timebase.Result {
	t.Helper()
	r, err := timebase.Find(t.Context(), l, epochsOf(l))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// clockOf is the only clock of that kind; the test ends where there is none.
func clockOf(t *testing.T, r *timebase.Result, source flight.Source, kind timebase.Kind, remote timebase.Remote) *timebase.Clock {
	t.Helper()
	var found *timebase.Clock
	for i := range r.Clocks {
		if c := &r.Clocks[i]; c.Source == source && c.Kind == kind && c.Remote == remote {
			if found != nil {
				t.Fatalf("two clocks %s %s %s", source, kind, remote)
			}
			found = c
		}
	}
	if found == nil {
		t.Fatalf("no clock %s %s %s among %d", source, kind, remote, len(r.Clocks))
	}
	return found
}

// findingOf is the only finding of a kind.
func findingOf(t *testing.T, r *timebase.Result, kind flight.Kind) flight.Finding {
	t.Helper()
	var out []flight.Finding
	for _, f := range r.Findings {
		if f.Kind == kind {
			out = append(out, f)
		}
	}
	if len(out) != 1 {
		t.Fatalf("%d findings %s: %+v", len(out), kind, r.Findings)
	}
	return out[0]
}
