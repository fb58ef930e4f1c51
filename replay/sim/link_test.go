package sim

import (
	"math/rand/v2"
	"testing"
)

func TestNoiseHoldsNothingThatStartsAFrame(t *testing.T) {
	l := &link{random: rand.New(rand.NewPCG(1, 2))}
	for range 2000 {
		if b := l.randomBytes(); hasMagic(b) || len(b) < 1 || len(b) > 40 {
			t.Fatalf("% x", b)
		}
	}
	for _, line := range consoleLines {
		if hasMagic([]byte(line)) {
			t.Errorf("%q", line)
		}
	}
}

func TestSpoiltBytesThatLookLikeAnUnknownFrameAreTempting(t *testing.T) {
	next := []item{{bytes: make([]byte, 12)}}
	for name, c := range map[string]struct {
		spoilt []byte
		want   bool
	}{
		"nothing":            {make([]byte, 20), false},
		"ends where it does": {append(make([]byte, 5), append([]byte{mavMagic2, 3}, make([]byte, 13)...)...), true},
		"ends a frame later": {append(make([]byte, 5), append([]byte{mavMagic1, 19}, make([]byte, 13)...)...), true},
		"ends inside":        {append(make([]byte, 5), append([]byte{navSync, 2, 2}, make([]byte, 13)...)...), false},
	} {
		if got := tempting(c.spoilt, none, next); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
