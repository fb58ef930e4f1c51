package app

import (
	"path/filepath"
	"time"

	"postflight/analysis/bytemap"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/window"
)

// bytes are those of all logs of the flight, the first one's first.
func (o *opened) bytes() []window.Bytes {
	var out []window.Bytes
	add := func(l *flight.Log, reasons []string) {
		out = append(out, window.Bytes{Log: l, Name: filepath.Base(l.Path), Map: bytemap.New(l, reasons), Laying: o.layingOf(l)})
	}
	add(o.log, o.report.Link.Reasons)
	if o.hasTruth() {
		add(o.truth, nil)
	}
	for _, b := range o.others {
		add(b.log, b.reasons)
	}
	return out
}

// spansOf is where in a log the frames lie.
func spansOf(l *flight.Log, frames []uint32) func(int) flight.Span {
	return func(i int) flight.Span { return l.Span(int(frames[i])) }
}

// showBytes shows the record at the playhead, of the log whose bytes are shown.
func (p *program) showBytes() {
	if p.flight == nil {
		return
	}
	l := p.win.BytesLog()
	if span, ok := p.flight.frameAt(l, p.shown.At); ok {
		p.win.ShowBytes(l, span)
	}
}

// frameAt is the bytes of the last frame of a log at or before a time of the
// flight; false where there is none, or the log has no place there.
func (o *opened) frameAt(l *flight.Log, t time.Duration) (flight.Span, bool) {
	if laying := o.laidNow(l); laying != nil {
		var ok bool
		if t, ok = laying.ToLog(t); !ok {
			return flight.Span{}, false
		}
	}
	i, ok := replay.At(l.Frames.Time, t)
	if !ok {
		return flight.Span{}, false
	}
	return l.Span(i), true
}

// laidNow is how a log lies since it was last moved; nil for the first one.
func (o *opened) laidNow(l *flight.Log) *timebase.Laying {
	if o.hasTruth() && l == o.truth {
		return timebase.Shifted(o.placing.Offset)
	}
	for _, b := range o.others {
		if b.log == l {
			return b.laying.Moved(b.moved)
		}
	}
	return nil
}

// traceByte tells which byte was clicked, and what it is.
func (p *program) traceByte(l *flight.Log, at bytemap.Place) {
	p.trace.event("byte-selected", values{
		"file": l.Path, "offset": at.Offset, "is": at.Label, "value": at.Value, "lines": at.Lines(),
	})
}
