package bytemap

import "postflight/decode/flight"

// FieldSpan is where in its log an element of a field of frame i lies: its bytes or,
// of a frame in pieces, the first of them; the whole frame where no bytes of it hold
// the element alone, as of values sent as differences and of zeros that were not sent.
func FieldSpan(l *flight.Log, i int, f *flight.Field, element int) flight.Span {
	s := l.Streams[l.Frames.Stream[i]]
	for _, p := range partsOf(l.Frame(i), s.Message, s.Bare) {
		if p.field != f || p.element != element {
			continue
		}
		if spans := within(l.Pieces(i), p.from, p.to); len(spans) > 0 {
			return spans[0]
		}
	}
	return l.Span(i)
}
