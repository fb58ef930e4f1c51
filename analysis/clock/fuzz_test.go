package clock_test

import (
	"encoding/binary"
	"math"
	"testing"

	"postflight/analysis/clock"
)

// fuzzPairs reads pairs: a shift, a step of host time and an offset, so that
// both near and far ones come up.
func fuzzPairs(data []byte) []clock.Pair {
	var pairs []clock.Pair
	host := int64(0)
	for ; len(data) >= 10; data = data[10:] {
		host += int64(int32(binary.LittleEndian.Uint32(data))) << (data[8] % 40)
		offset := int64(int32(binary.LittleEndian.Uint32(data[4:]))) << (data[9] % 40)
		pairs = append(pairs, clock.Pair{Host: host, Remote: host + offset})
	}
	return pairs
}

func FuzzHostilePairs(f *testing.F) {
	f.Add(make([]byte, 100))
	f.Add([]byte("0123456789abcdefghijABCDEFGHIJklmnopqrstKLMNOPQRST!$%&/()=?+"))
	f.Fuzz(func(t *testing.T, data []byte) {
		pairs := fuzzPairs(data)
		envelope, fit := clock.SixtySecondEnvelope(), clock.NewFit(60e9, 16)
		for _, p := range pairs {
			fit.Push(p)
			envelope.Push(p)
			if envelope.Len() > 1201 || fit.Len() > 16 {
				t.Fatalf("%d and %d pairs kept", envelope.Len(), fit.Len())
			}
			if e, ok := envelope.Estimate(); ok {
				check(t, e)
				for _, q := range pairs[:min(len(pairs), 20)] {
					e.ToRemote(q.Host)
					e.ToHost(q.Remote)
				}
			}
			if e, ok := fit.Estimate(); ok {
				check(t, e)
			}
		}
		for _, method := range []clock.Method{clock.LowerDelay, clock.LeastSquares} {
			w, ok, err := clock.NewWhole(t.Context(), method, pairs)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				continue
			}
			for _, p := range w.Pieces {
				check(t, p.Estimate)
			}
			last := int64(math.MinInt64)
			for host := int64(-1 << 50); host < 1<<50; host += 1 << 44 {
				remote := w.ToRemote(host)
				if remote < last {
					t.Fatalf("host %d: remote %d after %d", host, remote, last)
				}
				last = remote
			}
		}
	})
}

func check(t *testing.T, e clock.Estimate) {
	t.Helper()
	if math.IsNaN(e.Fraction) || math.IsNaN(e.SkewSigma) || math.Abs(e.Skew) > clock.MaxSkew || e.Sigma < -1 || e.Span < 0 {
		t.Fatalf("%+v", e)
	}
}
