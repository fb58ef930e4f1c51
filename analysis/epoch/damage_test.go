package epoch_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// flipped is data of whose bits one in so many is turned over.
func flipped(random *rand.Rand, data []byte, one int) []byte {
	out := bytes.Clone(data)
	for range len(data) * 8 / one {
		out[random.IntN(len(out))] ^= 1 << random.IntN(8)
	}
	return out
}

// checkNoEpochIsGained turns one bit in 10,000 over, several times, and opens what
// that makes of a log.
func checkNoEpochIsGained(t *testing.T, name string, data []byte) {
	t.Helper()
	const trials = 4
	clean, err := decode.Bytes(t.Context(), name, data, nil)
	if err != nil {
		return
	}
	before := begun(clean)
	random := rand.New(rand.NewPCG(uint64(len(data)), 10))
	for range trials {
		l, err := decode.Bytes(t.Context(), name, flipped(random, data, 10_000), nil)
		if err != nil {
			continue
		}
		if n := begun(l); n > before {
			t.Errorf("%s: %d epochs begin where %d did: %+v", name, n, before, find(l).Findings)
		}
		if clean.End < time.Hour && l.End > 10*clean.End+time.Minute {
			t.Errorf("%s: lasts %v, which lasted %v", name, l.End, clean.End)
		}
	}
}

// begun counts the epochs that a clock began.
func begun(l *flight.Log) int {
	n := 0
	for _, e := range find(l).Epochs {
		if e.Index > 0 {
			n++
		}
	}
	return n
}

func TestDamagedValuesBeginNoEpochInRealLogs(t *testing.T) {
	folder := logtest.Real(t)
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		checkNoEpochIsGained(t, filepath.Base(path), data)
	}
}

func TestDamagedValuesBeginNoEpochInASimulation(t *testing.T) {
	f := sim.Fly(sim.Config{Seed: 7, Length: time.Minute})
	tlog, _ := f.TLog()
	checkNoEpochIsGained(t, "tlog", tlog)
	for _, o := range f.DataFlash() {
		checkNoEpochIsGained(t, "DataFlash", o.Bytes)
	}
}
