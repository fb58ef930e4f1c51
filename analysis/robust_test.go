package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"postflight/analysis"
	"postflight/analysis/internal/logtest"
	"postflight/analysis/link"
	"postflight/decode"
)

// TestDamageMakesNoLossTellableThatWasNot flips bits of real logs, and cuts them:
// a source whose loss could not be told must not get a confident one out of that,
// beyond what the damage itself took.
func TestDamageMakesNoLossTellableThatWasNot(t *testing.T) {
	folder := logtest.Real(t)
	paths, _ := filepath.Glob(filepath.Join(folder, "*.tlog*"))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole, ok := readable(t, data)
		if !ok || !slices.ContainsFunc(whole.Link.Sources, func(s link.Source) bool { return !s.Reliable }) {
			continue
		}
		for name, broken := range brokenCopies(data) {
			r, ok := readable(t, broken)
			if !ok {
				continue
			}
			for i := range r.Link.Sources {
				s := &r.Link.Sources[i]
				before := whole.Link.Of(s.Source)
				if before == nil || before.Reliable || !s.Reliable {
					continue
				}
				if taken := max(0, before.Frames-s.Frames); s.Lost > 2*taken+8 {
					t.Errorf("%s, %s: %d of %d frames of %s lost; whole, that cannot be told: %s", filepath.Base(path), name,
						s.Lost, s.Lost+s.Frames, s.Source, before.Why)
				}
			}
		}
	}
}

func readable(t *testing.T, data []byte) (*analysis.Report, bool) {
	t.Helper()
	l, err := decode.Bytes(t.Context(), "", data, nil)
	if err != nil {
		return nil, false
	}
	return run(t, l), true
}

// brokenCopies are copies of a log with bits flipped, and the beginnings of it.
func brokenCopies(data []byte) map[string][]byte {
	out := map[string][]byte{}
	random := rand.New(rand.NewPCG(1, 1))
	for _, share := range []float64{1e-4, 1e-3} {
		broken := slices.Clone(data)
		for range int(share * float64(8*len(data))) {
			broken[random.IntN(len(broken))] ^= 1 << random.IntN(8)
		}
		out[fmt.Sprintf("%.2f %% flipped", 100*share)] = broken
	}
	for _, share := range []float64{0.03, 0.25, 0.9} {
		cut := int(share * float64(len(data)))
		out[fmt.Sprintf("cut at %d", cut)] = data[:cut:cut]
	}
	return out
}
