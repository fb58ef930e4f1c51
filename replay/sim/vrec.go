package sim

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"time"
)

const (
	vrecMagic        = 0x56524543
	vrecHeader       = 20
	vrecRecordHeader = 12
)

// VREC gives the recording of the link with this protocol, and what is in it.
// The caller owns both.
//
// Records are chunks as a serial or UDP read returns them: a frame may span
// several, and several may share one (Navigator's record-and-replay chapter).
func (f *Flight) VREC(w Wire) ([]byte, FileTruth) {
	wire := [...]string{NavLink: "navlink2", MAVLink: "mavlink"}[w]
	random := f.config.random(wire)
	items := newLink(f, f.sent[w], random).carry()
	r := newRecording(items, f.clock.uptime, random)
	r.damageLengths(f.config.Faults.DamagedLengths)

	truth := FileTruth{
		Format: "vrec", Wire: wire, Start: stamp(f.config.Start),
		Sources: countSources(f.sent[w], items, nil),
		Junk:    r.junk(), Records: len(r.records), DamagedLength: r.damagedOffsets(),
	}
	truth.tell(items, r.times())
	return r.bytes(f.config.Start), truth
}

// record is one chunk of the byte stream that came out of the link.
type record struct {
	from, to int    // in that stream
	at       int64  // of the station's engine, us
	length   uint32 // as the header says
}

func (k record) damaged() bool { return k.length != uint32(k.to-k.from) }

func (k record) header() []byte {
	return appendUint32s(binary.LittleEndian.AppendUint64(nil, uint64(k.at)), k.length)
}

// recording is a byte stream cut into records.
type recording struct {
	items   []item
	starts  []int // of each item in the stream, and the end of the last
	records []record
	uptime  int64 // of the station's engine at host time 0, us
	random  *rand.Rand
}

func newRecording(items []item, uptime int64, random *rand.Rand) *recording {
	r := &recording{items: items, starts: make([]int, 1, len(items)+1), uptime: uptime, random: random}
	for _, it := range items {
		r.starts = append(r.starts, r.starts[len(r.starts)-1]+len(it.bytes))
	}
	r.cut()
	return r
}

// cut decides where one read ended and the next began. A record has the time of
// the last item that ends in it.
func (r *recording) cut() {
	began := 0 // the first item that ends in the open record
	for k, it := range r.items {
		end := r.starts[k+1]
		if k == 0 || k == len(r.items)-1 {
			r.close(end, it.at)
			began = k + 1
			continue
		}
		next := r.items[k+1]
		joins := next.at-r.items[began].at <= 4000 && k-began < 5
		part := r.random.IntN(max(1, len(next.bytes)))
		switch p := r.random.Float64(); {
		case joins && p < 0.5:
			continue
		case part > 0 && next.at-it.at < 5000 && p < 0.75:
			r.close(end+part, it.at)
		case part > 0 && next.at-it.at >= 5000 && p < 0.1:
			r.close(end, it.at)
			r.close(end+part, next.at-300-r.random.Int64N(1700))
		default:
			r.close(end, it.at)
		}
		began = k + 1
	}
}

func (r *recording) close(end int, at int64) {
	from := 0
	if n := len(r.records); n > 0 {
		from = r.records[n-1].to
	}
	r.records = append(r.records, record{from, end, r.uptime + at, uint32(end - from)})
}

// times gives the log time of each item: that of the record with its last byte.
func (r *recording) times() []time.Duration {
	out := make([]time.Duration, len(r.items))
	k := 0
	for i := range r.items {
		for r.records[k].to < r.starts[i+1] {
			k++
		}
		out[i] = time.Duration(r.records[k].at-r.records[0].at) * time.Microsecond
	}
	return out
}

// headerOffset is where the header of record k lies in the file.
func (r *recording) headerOffset(k int) int {
	return vrecHeader + k*vrecRecordHeader + r.records[k].from
}

// damageLengths spoils the length of up to n records.
func (r *recording) damageLengths(n int) {
	if n <= 0 {
		return
	}
	var fit []int
	for k := 3; k < len(r.records)-3; k++ {
		if r.damageable(k) {
			fit = append(fit, k)
		}
	}
	var hit []int
	for _, i := range r.random.Perm(len(fit)) {
		k := fit[i]
		near := func(other int) bool { return max(other-k, k-other) < 10 }
		if len(hit) == n || slices.ContainsFunc(hit, near) {
			continue
		}
		spoilt := r.records[k]
		spoilt.length = r.wrongLength(spoilt.length)
		if hasMagic(spoilt.header()) { // a frame could seem to start in it
			continue
		}
		r.records[k] = spoilt
		hit = append(hit, k)
	}
}

// damageable reports whether a record can lose its length without costing more
// than its header: it holds whole frames, and nothing else is wrong close by. No
// attitude and no first frame after a reboot may be in it, for what time a
// reader gives them then is its own choice.
func (r *recording) damageable(k int) bool {
	at := func(offset int) int {
		i, _ := slices.BinarySearch(r.starts, offset)
		return i
	}
	first, end := at(r.records[k].from), at(r.records[k].to)
	if r.starts[first] != r.records[k].from || r.starts[end] != r.records[k].to {
		return false
	}
	for _, it := range r.items[first:end] {
		if it.frame == nil || it.frame.estimate != nil || it.frame.number == 0 {
			return false
		}
	}
	around := r.items[max(0, at(r.records[k-2].from)-1):at(r.records[k+2].to)]
	return !slices.ContainsFunc(around, func(it item) bool { return it.how != whole })
}

// wrongLength is huge, small, or off by some. It never leads to another header.
func (r *recording) wrongLength(right uint32) uint32 {
	switch r.random.IntN(3) {
	case 0:
		return 0x70000000 + r.random.Uint32N(0x0F000000)
	case 1:
		return r.random.Uint32N(min(right, 4))
	}
	return right + 1 + r.random.Uint32N(9)
}

func (r *recording) damagedOffsets() []int {
	var out []int
	for k := range r.records {
		if r.records[k].damaged() {
			out = append(out, r.headerOffset(k))
		}
	}
	return out
}

// junk lists the runs of bytes in the file that belong to no frame.
func (r *recording) junk() [][2]int {
	out := [][2]int{}
	add := func(offset, length int) {
		if n := len(out); n > 0 && out[n-1][0]+out[n-1][1] == offset {
			out[n-1][1] += length
			return
		}
		out = append(out, [2]int{offset, length})
	}
	i := 0
	for k, rec := range r.records {
		header := r.headerOffset(k)
		if rec.damaged() {
			add(header, vrecRecordHeader)
		}
		for ; i < len(r.items) && r.starts[i] < rec.to; i++ {
			from, to := max(rec.from, r.starts[i]), min(rec.to, r.starts[i+1])
			if how := r.items[i].how; how == broken || how == noise {
				add(header+vrecRecordHeader+from-rec.from, to-from)
			}
			if r.starts[i+1] > rec.to {
				break // the rest of it is in the next record
			}
		}
	}
	return out
}

// bytes lays out the file.
func (r *recording) bytes(start time.Time) []byte {
	var stream []byte
	for _, it := range r.items {
		stream = append(stream, it.bytes...)
	}
	out := appendUint32s(nil, vrecMagic, 1, 1)
	out = binary.LittleEndian.AppendUint64(out, uint64(start.UnixMilli()))
	for _, k := range r.records {
		out = append(out, k.header()...)
		out = append(out, stream[k.from:k.to]...)
	}
	return out
}
