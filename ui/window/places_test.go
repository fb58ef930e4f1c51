package window

import (
	"slices"
	"testing"
	"time"

	"postflight/decode/flight"
)

func TestAFindingOfSeveralPlacesLeadsToOneAfterTheOther(t *testing.T) {
	w, a := newTestWindow(t)
	f := testFlight(t)
	f.Places = [][]Place{
		{{Time: 42 * time.Second, Span: flight.Span{Offset: 4, Length: 1}}, {Time: 50 * time.Second, Span: flight.Span{Offset: 50, Length: 2}}, {Time: time.Second, Span: flight.Span{Offset: 2, Length: 2}}},
		nil,
	}
	w.ShowFlight(f)
	var bytes []int64
	for _, row := range []int{0, 0, 0, 0, 1, 0} {
		w.findings.Choose(row)
		bytes = append(bytes, w.bytes.Chosen())
	}
	var at []int
	for _, s := range a.seeks {
		at = append(at, int(s.Seconds()))
	}
	if !slices.Equal(at, []int{42, 50, 1, 42, 7, 42}) || !slices.Equal(bytes[:4], []int64{4, 50, 2, 4}) {
		t.Errorf("went to %v, bytes %v", at, bytes)
	}
}
