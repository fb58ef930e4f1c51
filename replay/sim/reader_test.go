package sim_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/bluenviron/gomavlib/v3/pkg/dialect"
	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"
	"github.com/bluenviron/gomavlib/v3/pkg/message"
	"github.com/bluenviron/gomavlib/v3/pkg/x25"

	"postflight/replay/sim"
)

// reading is what a slow and obvious reader finds in a VREC file.
type reading struct {
	truth                                                  sim.FileTruth // as far as bytes tell
	times                                                  []int64       // of each record, us from the first
	frames                                                 []frame
	headerBytes, goodBytes, failedBytes, junkBytes, spread int
}

type frame struct {
	bytes   []byte
	source  string
	counter string
	seq     int
	id      uint32
	payload []byte
	at      int64 // us from the first record
	reboot  int
	stretch int // of the capture clock
}

type chunk struct {
	header, body, end int // file offsets
	at                int64
	good              bool
}

// readVREC never fails: the files under test have an intact header.
func readVREC(t *testing.T, file []byte) reading {
	t.Helper()
	chunks := readChunks(file)
	r := reading{truth: sim.FileTruth{Sources: map[string]sim.SourceTruth{}, Junk: [][2]int{}, Reboots: []float64{}}}
	var stream []byte
	var place []int // file offset of each stream byte
	var at []int64
	junk := make([]bool, len(file))
	for _, c := range chunks {
		r.times = append(r.times, c.at-chunks[0].at)
		r.headerBytes += 12
		if !c.good {
			r.headerBytes -= 12
			for i := c.header; i < c.body; i++ {
				junk[i] = true
			}
		}
		for i := c.body; i < c.end; i++ {
			stream, place, at = append(stream, file[i]), append(place, i), append(at, c.at-chunks[0].at)
		}
	}
	afterGood := true
	for p := 0; p < len(stream); {
		f, n, ok := readFrame(stream[p:])
		switch {
		case ok:
			f.at = at[p+n-1]
			r.frames = append(r.frames, f)
			r.goodBytes += n
			if place[p+n-1]-place[p] != n-1 {
				r.spread++
			}
			p += n
		case n > 0 && afterGood && goodOrEnd(stream, p+n):
			r.count(f.source, func(s *sim.SourceTruth) { s.CRCFailed++ })
			r.failedBytes += n
			p += n
		default:
			junk[place[p]] = true
			p++
		}
		afterGood = ok
	}
	for i := range junk {
		if junk[i] && i > 0 && junk[i-1] {
			r.truth.Junk[len(r.truth.Junk)-1][1]++
		} else if junk[i] {
			r.truth.Junk = append(r.truth.Junk, [2]int{i, 1})
		}
		if junk[i] {
			r.junkBytes++
		}
	}
	r.truth.Frames = len(r.frames)
	r.account()
	return r
}

func (r *reading) count(source string, by func(*sim.SourceTruth)) {
	s := r.truth.Sources[source]
	by(&s)
	r.truth.Sources[source] = s
}

func goodOrEnd(stream []byte, p int) bool {
	if p == len(stream) {
		return true
	}
	_, _, ok := readFrame(stream[min(p, len(stream)):])
	return ok
}

// readChunks believes a record header if it leads to a likely time. Behind one
// that does not, the next is where three in a row fit.
func readChunks(file []byte) []chunk {
	var out []chunk
	last := int64(binary.LittleEndian.Uint64(file[20:]))
	likely := func(at, last int64) bool { return at >= last && at < last+3e6 }
	fits := func(p int, last int64) (chunk, bool) {
		if p+12 > len(file) {
			return chunk{}, false
		}
		c := chunk{header: p, body: p + 12, at: int64(binary.LittleEndian.Uint64(file[p:])), good: true}
		n := binary.LittleEndian.Uint32(file[p+8:])
		c.end = c.body + int(n)
		return c, likely(c.at, last) && n > 0 && c.end <= len(file)
	}
	chain := func(p int) bool {
		last := last
		for range 3 {
			c, ok := fits(p, last)
			if p == len(file) {
				return true
			}
			if !ok {
				return false
			}
			p, last = c.end, c.at
		}
		return true
	}
	for p := 20; p < len(file); {
		c, ok := fits(p, last)
		if ok && c.end < len(file) {
			next, _ := fits(c.end, c.at)
			ok = likely(next.at, c.at)
		}
		if !ok {
			c.good, c.end = false, c.body
			for !chain(c.end) {
				c.end++
			}
		}
		out = append(out, c)
		p, last = c.end, c.at
	}
	return out
}

var navExtra = map[uint32]byte{
	0: 31, 2: 249, 3: 87, 4: 229, 10: 82, 1024: 156, 1025: 151, 1026: 213, 1028: 14, 1029: 222,
	1030: 16, 1033: 213, 1034: 63, 1035: 231, 1036: 146, 1039: 182, 1040: 164, 1050: 41,
}

var mavDialect = func() *dialect.ReadWriter {
	d := &dialect.ReadWriter{Dialect: all.Dialect}
	if err := d.Initialize(); err != nil {
		panic(err)
	}
	return d
}()

// readFrame gives the frame at the start of b and its length, whether its CRC
// holds or not; length 0 if there is none.
func readFrame(b []byte) (frame, int, bool) {
	if len(b) < 12 {
		return frame{}, 0, false
	}
	var header, length, tail int
	var f frame
	var extra byte
	known := false
	id24 := func(p int) uint32 { return uint32(b[p]) | uint32(b[p+1])<<8 | uint32(b[p+2])<<16 }
	switch {
	case b[0] == 0x56 && b[1] == 2 && b[3] == 0:
		header, length = 10, int(b[2])
		f = frame{seq: int(b[4]), source: fmt.Sprintf("%d:%d", b[5], b[6]), id: id24(7)}
		f.counter = fmt.Sprint(f.source, " ", f.id)
		extra, known = navExtra[f.id]
	case b[0] == 0xFD && b[2]&^1 == 0:
		header, length, tail = 10, int(b[1]), 13*int(b[2])
		f = frame{seq: int(b[4]), source: fmt.Sprintf("%d:%d", b[5], b[6]), id: id24(7)}
	case b[0] == 0xFE:
		header, length = 6, int(b[1])
		f = frame{seq: int(b[2]), source: fmt.Sprintf("%d:%d", b[3], b[4]), id: uint32(b[5])}
	default:
		return frame{}, 0, false
	}
	if b[0] != 0x56 {
		f.counter = f.source
		if rw := mavDialect.GetMessage(f.id); rw != nil {
			extra, known = rw.CRCExtra(), true
		}
	}
	n := header + length + 2 + tail
	if !known || n > len(b) {
		return frame{}, 0, false
	}
	f.bytes, f.payload = b[:n], b[header:header+length]
	sum := x25.New()
	sum.Write(b[1 : header+length])
	sum.Write([]byte{extra})
	return f, n, sum.Sum16() == binary.LittleEndian.Uint16(b[header+length:])
}

// account tells lost, late and duplicate frames apart, one sequence at a time.
func (r *reading) account() {
	last, open, silent := map[string]int{}, map[string]map[int]int64{}, map[string]int64{}
	recent := map[string][]frame{}
	boots := map[string]int{}
	for i := range r.frames {
		f := &r.frames[i]
		if before, ok := silent[f.source]; ok && f.source == "1:1" && f.at-before > 1_150_000 {
			boots[f.source]++
			r.truth.Reboots = append(r.truth.Reboots, float64(f.at)/1e6)
			r.count(f.source, func(s *sim.SourceTruth) { s.Restarts++ })
		}
		silent[f.source] = f.at
		f.reboot = boots[f.source]
		key := fmt.Sprint(f.counter, " boot ", f.reboot, " stretch ", f.stretch)
		duplicate := false
		for _, o := range recent[key] {
			duplicate = duplicate || f.at-o.at <= 1e6 && bytes.Equal(o.bytes, f.bytes)
		}
		recent[key] = append(recent[key], *f)
		if len(recent[key]) > 200 {
			recent[key] = recent[key][1:]
		}
		previous, seen := last[key]
		opened, missing := open[key][f.seq]
		switch {
		case duplicate:
			r.count(f.source, func(s *sim.SourceTruth) { s.Duplicate++ })
			continue
		case missing && f.at-opened <= 2e6:
			delete(open[key], f.seq)
			r.count(f.source, func(s *sim.SourceTruth) { s.Late++; s.Lost-- })
			continue
		case !seen:
			open[key] = map[int]int64{}
		}
		r.count(f.source, func(*sim.SourceTruth) {})
		if seen {
			for n := (previous + 1) % 256; n != f.seq; n = (n + 1) % 256 {
				open[key][n] = f.at
				r.count(f.source, func(s *sim.SourceTruth) { s.Lost++ })
			}
		}
		last[key] = f.seq
	}
}

// estimates are the attitudes among the frames.
func (r *reading) estimates(w sim.Wire) []sim.Estimate {
	var out []sim.Estimate
	for _, f := range r.frames {
		e := sim.Estimate{Time: time.Duration(f.at) * time.Microsecond, Boot: f.reboot}
		p := append(bytes.Clone(f.payload), make([]byte, 64)...)
		real := func(at int) float64 {
			return float64(math.Float32frombits(binary.LittleEndian.Uint32(p[at:])))
		}
		switch {
		case w == sim.NavLink && f.id == 1026:
			e.Roll, e.Pitch, e.Yaw = real(0), real(4), real(8)
		case w == sim.MAVLink && f.id == 30:
			e.Roll, e.Pitch, e.Yaw = real(4), real(8), real(12)
		default:
			continue
		}
		out = append(out, e)
	}
	return out
}

func decodeMAV(t *testing.T, f frame) message.Message {
	t.Helper()
	m, err := mavDialect.GetMessage(f.id).Read(&message.MessageRaw{ID: f.id, Payload: bytes.Clone(f.payload)}, f.bytes[0] == 0xFD)
	if err != nil {
		t.Fatalf("message %d: %v", f.id, err)
	}
	return m
}
