package bytemap_test

import (
	"testing"

	"postflight/analysis/bytemap"
	"postflight/decode/flight"
)

func TestEachFieldLeadsToItsOwnBytes(t *testing.T) {
	whole := attitude(1)
	for name, l := range map[string]*flight.Log{
		"whole":     recording(t, whole),
		"in pieces": recording(t, whole[:15], whole[15:]),
	} {
		m := bytemap.New(l, nil)
		fields := l.Message(0).Fields
		for k := range fields {
			f := &fields[k]
			span := bytemap.FieldSpan(l, 0, f, 0)
			p := m.At(span.Offset)
			if p.Field != f || p.Span != span {
				t.Errorf("%s: %s leads to %+v, which is %q at %+v", name, f.Name, span, p.Label, p.Span)
			}
		}
	}
}

func TestAFieldThatWasNotSentLeadsToItsFrame(t *testing.T) {
	l := recording(t, attitude(1))
	f := &flight.Field{Name: "beyond", Type: flight.F32, Offset: 400}
	if got := bytemap.FieldSpan(l, 0, f, 0); got != l.Span(0) {
		t.Errorf("got %+v, want %+v", got, l.Span(0))
	}
}
