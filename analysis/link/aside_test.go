package link_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"postflight/decode/flight"
)

func TestSpaceThatWasNeverWrittenIsNoDamage(t *testing.T) {
	clean := stream(300)
	cut := clean[len(clean)-40 : len(clean)-20]
	for _, c := range []struct {
		name          string
		behind        []byte
		unused, stray int64
	}{
		{"zeros", make([]byte, 60000), 60000, 0},
		{"erased flash", bytes.Repeat([]byte{0xFF}, 60000), 60000, 0},
		{"zeros behind a frame that was cut", slices.Concat(cut, make([]byte, 60000)), 60000, 20},
		{"a few zeros", make([]byte, 20), 0, 20},
		{"zeros that something follows", slices.Concat(make([]byte, 5000), []byte{1}), 0, 5001},
	} {
		r := count(open(t, slices.Concat(clean, c.behind)))
		if w := r.Wire; w.Unused != c.unused || w.Damaged() != c.stray {
			t.Errorf("%s: %+v, damaged %d", c.name, w, w.Damaged())
		}
		for _, f := range r.Findings {
			if c.unused > 0 && (f.Severity != flight.Info || f.Kind == flight.ZeroRun && !strings.HasPrefix(f.Text, "The last 60000 bytes are ")) {
				t.Errorf("%s: %+v", c.name, f)
			}
		}
	}
}

func TestZerosForTheMostPartAreNoNoise(t *testing.T) {
	clean := stream(20)
	data := slices.Concat(clean, []byte{flight.MagicMAVLink2, 28, 0, 9}, make([]byte, 30000), clean)
	r := count(open(t, data))
	said := false
	for _, f := range find(r, flight.JunkRun) {
		said = said || strings.Contains(f.Text, "zeros, or ones throughout, for the most part")
		if strings.Contains(f.Text, "noise") {
			t.Errorf("%+v", f)
		}
	}
	if !said {
		t.Errorf("findings %+v", r.Findings)
	}
}
