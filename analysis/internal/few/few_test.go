package few_test

import (
	"strings"
	"testing"

	"postflight/analysis/internal/few"
	"postflight/decode/flight"
)

func TestOfEachSortTheFirstStandAndTheRestBecomeOne(t *testing.T) {
	var list few.List
	for i := range few.Most + 3 {
		list.Add("a", flight.Finding{Kind: "a", Span: flight.Span{Offset: int64(i), Length: 2}, Text: "text"})
		list.Add("b", flight.Finding{Kind: "b"})
	}
	list.Add("c", flight.Finding{Kind: "c"})
	got := list.Findings()
	if len(got) != 2*few.Most+1+2 {
		t.Fatalf("%d findings", len(got))
	}
	if f := got[2*few.Most+1]; f.Span.Offset != few.Most || !strings.HasPrefix(f.Text, "3 more of this kind from here on, 6 bytes; the first: text") {
		t.Errorf("got %+v", f)
	}
}

func TestOneTooManyStandsForItself(t *testing.T) {
	var list few.List
	for range few.Most + 1 {
		list.Add("a", flight.Finding{Text: "text"})
	}
	if got := list.Findings(); len(got) != few.Most+1 || got[few.Most].Text != "text" {
		t.Errorf("%d findings, the last %+v", len(got), got[len(got)-1])
	}
}
