package window

import (
	"fyne.io/fyne/v2/container"

	"postflight/analysis/bytemap"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/ui/hex"
)

// Bytes are those of one log of a flight, and what they are.
type Bytes struct {
	Log  *flight.Log
	Name string
	Map  *bytemap.Map
	// Laying is how the log was laid on the timeline; nil for the one that tells it.
	Laying *timebase.Laying
}

// laidNotes are what the bytes of a log are, at times of the flight.
type laidNotes struct {
	*bytemap.Map
	window *Window
	bytes  *Bytes
}

// At says what the byte at an offset is.
func (n laidNotes) At(offset int64) bytemap.Place {
	p := n.Map.At(offset)
	if laying := n.bytes.Laying; laying != nil && p.Timed {
		p.Time, p.Timed = laying.Moved(n.window.Moved(n.bytes.Log)).ToFlight(p.Time)
	}
	return p
}

// buildBytes makes the panel of bytes, empty.
func (w *Window) buildBytes() {
	w.bytes = hex.New()
	w.bytes.OnByte = func(at bytemap.Place) { w.actions.ChoseByte(w.BytesLog(), at) }
	w.addSide("Bytes", container.NewVScroll(w.bytes), w.bytes.BytesArea).focus = w.bytes.FocusBytes
	w.stack.OnBytes = w.ShowBytes
}

func (w *Window) fillBytes(f *Flight) {
	var logs []hex.Log
	for i := range f.Bytes {
		b := &f.Bytes[i]
		logs = append(logs, hex.Log{Name: b.Name, Data: b.Log.Data, Notes: laidNotes{b.Map, w, b}})
	}
	w.bytes.SetLogs(logs...)
}

// ShowBytes brings bytes of a log to the front and marks them; nil is the first
// log.
func (w *Window) ShowBytes(l *flight.Log, span flight.Span) {
	w.ShowPanel("Bytes")
	w.markBytes(l, span)
}

// markBytes marks bytes of a log; nil is the first one.
func (w *Window) markBytes(l *flight.Log, span flight.Span) {
	number := 0
	for i, b := range w.flight.Bytes {
		if b.Log == l {
			number = i
		}
	}
	w.bytes.ShowLog(number)
	w.bytes.ShowBytes(span.Offset, span.Length)
}

// BytesLog is the log whose bytes are shown; nil without a flight.
func (w *Window) BytesLog() *flight.Log {
	if w.flight == nil || w.bytes.Shown() >= len(w.flight.Bytes) {
		return nil
	}
	return w.flight.Bytes[w.bytes.Shown()].Log
}
