package app

import (
	"fmt"
	"strings"
	"testing"

	"postflight/decode/flight"
)

func TestAFindingOfSeveralPlacesKnowsThemAll(t *testing.T) {
	_, _, recording, _ := demoLogs(t)
	o := mustOpen(t, recording)
	findings := o.report.Findings
	seen := map[flight.Kind]bool{}
	for i, places := range o.places(findings) {
		f := &findings[i]
		if places == nil {
			continue
		}
		seen[f.Kind] = true
		if places[0].Time != f.Time || places[0].Span.Offset != f.Span.Offset {
			t.Errorf("%s leads to %v first, not to %v", f.Text, places[0], f.Span)
		}
		if f.Kind == flight.FrameCRC && !strings.Contains(f.Text, fmt.Sprintf(" %d places", len(places))) {
			t.Errorf("%d places, but: %s", len(places), f.Text)
		}
		offsets := map[int64]bool{}
		for _, p := range places {
			offsets[p.Span.Offset] = true
			if p.Span.Length <= 0 || p.Span.End() > o.log.Size() || p.Time < 0 || p.Time > o.log.End {
				t.Errorf("%s: place %v", f.Text, p)
			}
		}
		if len(offsets) < len(places) {
			t.Errorf("%s: %d of %d places differ", f.Text, len(offsets), len(places))
		}
	}
	if !seen[flight.FrameCRC] || !seen[flight.Lost] {
		t.Errorf("only %v have places", seen)
	}
}
