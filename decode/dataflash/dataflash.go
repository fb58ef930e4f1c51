// Package dataflash reads the logs that ArduPilot writes on board, the binary
// ones (.bin) and the ones turned into text (.log).
//
// A binary log is records of a header A3 95, a type number and a body. FMT
// records (type 128) in the log itself say how long records of a type are and
// what is in them; FMTU, UNIT and MULT records say the units. Format: ArduPilot's
// AP_Logger (LogStructure.h) and its developer chapter "Adding a new log
// message".
package dataflash

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"postflight/decode/flight"
)

const (
	head1, head2 = 0xA3, 0x95
	headSize     = 3
	maxRecord    = 255
)

// chunk is how much is walked between two looks at the context.
const chunk = 1 << 20

// sniffed is how far into a log its first format record is looked for: what a
// console wrote, or a cut, may stand before it.
const sniffed = 64 << 10

// Begins reports whether data begins with a record of a binary log.
func Begins(data []byte) bool { return len(data) > headSize && data[0] == head1 && data[1] == head2 }

// Sniff reports whether a file that starts with head is a binary DataFlash log:
// it begins with a record, or holds the record that describes format records.
func Sniff(head []byte) bool {
	return Begins(head) || findFormat(head[:min(len(head), sniffed)]) >= 0
}

// findFormat is where the first format record lies, known by the padding of its
// texts; -1 where there is none.
func findFormat(b []byte) int {
	magic := []byte{head1, head2, formatType}
	for at := 0; ; at++ {
		i := bytes.Index(b[at:], magic)
		if i < 0 || at+i+formatSize > len(b) {
			return -1
		}
		at += i
		if f := readFormat(b[at : at+formatSize]); f.sound() {
			return at
		}
	}
}

// FindHeader is where a binary log begins in data, from the offset on: with the record
// that describes format records, and others of them behind it. It is -1 where there is
// none.
func FindHeader(data []byte, from int) int {
	magic := []byte{head1, head2, formatType}
	first := append(slices.Clone(magic), formatType, formatSize)
	first = append(first, formatOfFormats.name...)
	for at := from; ; at++ {
		i := bytes.Index(data[min(at, len(data)):], first)
		if i < 0 || at+i+3*formatSize > len(data) {
			return -1
		}
		at += i
		if bytes.HasPrefix(data[at+formatSize:], magic) && bytes.HasPrefix(data[at+2*formatSize:], magic) {
			return at
		}
	}
}

// Open reads a binary log. Only one format record is required; what else is not
// as expected becomes a finding or damage. data is kept. progress may be nil.
// The errors are those of ctx and that there is nothing to read.
func Open(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	if findFormat(data) < 0 {
		return nil, errors.New("DataFlash log: expected a format record (A3 95 80), found none: without it no record can be read")
	}
	l := &flight.Log{Path: path, Format: flight.DataFlash, Data: data}
	w := newWalker(l)
	for at := 0; at < len(data); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at = w.run(at, min(at+chunk, len(data)))
		if progress != nil {
			progress(int64(at))
		}
	}
	w.splitJunk()
	w.finishFrames()
	w.setTimes()
	w.complete()
	return l, ctx.Err()
}

// complete adds what only the whole log, laid on log time, can tell.
func (d *decoder) complete() {
	if n := d.log.Frames.Len(); n > 0 {
		d.log.End = d.log.Frames.Time[n-1]
	}
	d.timeDamage()
	d.setUnits()
	d.splitInstances()
	d.setStart()
	d.findAgain()
	d.addPauses()
	d.addFindings()
	dropEmptyStreams(d.log)
}
