package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/bluenviron/gomavlib/v3/pkg/dialect"
	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"
	"github.com/bluenviron/gomavlib/v3/pkg/tlog"

	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// peerBytes is how much of a log gomavlib gets to read: it would take a minute
// for the largest.
const peerBytes = 4_000_000

func bulk(c sim.Container, size int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(size) + 4096)
	err := sim.Bulk(&b, c, size)
	return b.Bytes(), err
}

func open(data []byte) *flight.Log {
	l, err := decode.Bytes(context.Background(), "", data, nil)
	if err != nil {
		panic(err) // the log was made here
	}
	return l
}

func measureTLog(size int64) ([]row, error) {
	data, err := bulk(sim.TLogContainer, size)
	if err != nil {
		return nil, err
	}
	l := open(data)
	if l.Format != flight.TLog || len(l.Damage) > 0 {
		return nil, fmt.Errorf("the log made is %s with %d runs of damage", l.Format, len(l.Damage))
	}
	starts := l.Frames.Offset
	peer := data[:starts[min(len(starts)-1, int(float64(len(starts))*min(1, peerBytes/float64(size))))]-8]
	t := compare(
		func() { checksums(data, starts) },
		func() { open(data) },
		func() { err = readWithPeer(peer) },
	)
	if err != nil {
		return nil, err
	}
	peerTime := time.Duration(float64(t[2]) * float64(len(data)) / float64(len(peer)))
	two := row{"tlog: index on two processors / one", ">= 1.7", []string{"one processor"}}
	if runtime.NumCPU() > 1 {
		one, both := fastest(1, func() { open(data) }), fastest(2, func() { open(data) })
		two.got[0] = fmt.Sprintf("%.2f", one.Seconds()/both.Seconds())
	}
	rows := []row{
		speed("tlog: checksums alone", len(data), t[0]),
		speed("tlog: index", len(data), t[1]),
		speed("tlog: gomavlib's reader", len(data), peerTime),
		ratio("tlog: index / checksums alone", ">= 0.6", t[0].Seconds()/t[1].Seconds()),
		ratio("tlog: index / gomavlib's reader", ">= 15", peerTime.Seconds()/t[1].Seconds()),
		two,
		ratio("tlog: a column, slowest type / loop by hand", ">= 0.5", slowestColumn(l)),
	}
	return append(rows, memory("tlog", data)...), nil
}

func readWithPeer(data []byte) error {
	rw := &dialect.ReadWriter{Dialect: all.Dialect}
	if err := rw.Initialize(); err != nil {
		return err
	}
	r := &tlog.Reader{ByteReader: bytes.NewReader(data), DialectRW: rw}
	if err := r.Initialize(); err != nil {
		return err
	}
	for {
		if _, err := r.Read(); err != nil {
			return nil // the end; damage there is none
		}
	}
}

// byHand reads one field of ATTITUDE and of others, as someone would who wants
// nothing else.
var byHand = []struct {
	message, field string
	read           func(l *flight.Log, rows *flight.Rows) []float64
}{
	{"ATTITUDE", "roll", func(l *flight.Log, rows *flight.Rows) []float64 {
		out := make([]float64, len(rows.Frame))
		for row, frame := range rows.Frame {
			b := l.Data[l.Frames.Offset[frame]:]
			if b[1] >= 8 {
				out[row] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[14:])))
			}
		}
		return out
	}},
	{"GLOBAL_POSITION_INT", "lat", func(l *flight.Log, rows *flight.Rows) []float64 {
		out := make([]float64, len(rows.Frame))
		for row, frame := range rows.Frame {
			b := l.Data[l.Frames.Offset[frame]:]
			if b[1] >= 8 {
				out[row] = float64(int32(binary.LittleEndian.Uint32(b[14:])))
			}
		}
		return out
	}},
	{"VFR_HUD", "throttle", func(l *flight.Log, rows *flight.Rows) []float64 {
		out := make([]float64, len(rows.Frame))
		for row, frame := range rows.Frame {
			b := l.Data[l.Frames.Offset[frame]:]
			if b[1] >= 20 {
				out[row] = float64(binary.LittleEndian.Uint16(b[28:]))
			}
		}
		return out
	}},
}

// slowestColumn is the least ratio of a column to a loop by hand.
func slowestColumn(l *flight.Log) float64 {
	worst := math.Inf(1)
	for _, h := range byHand {
		s := l.Stream(flight.MakeSource(1, 1), h.message)
		if s == nil {
			continue
		}
		f, rows := s.Message.Field(h.field), l.Rows(s)
		t := compare(
			func() { h.read(l, rows) },
			func() {
				s.Forget()
				l.Column(s, f, 0)
			},
		)
		worst = min(worst, t[0].Seconds()/t[1].Seconds())
	}
	return worst
}
