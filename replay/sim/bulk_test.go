package sim_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"testing"
	"time"

	"postflight/analysis/epoch"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

var containers = map[string]sim.Container{
	"tlog": sim.TLogContainer, "vrec": sim.VRECContainer, "dataflash": sim.DataFlashContainer,
}

const bulkSize = 600_000

// bulks are logs of some minutes: more than one turn of the flight in each.
var bulks = sync.OnceValue(func() map[string][]byte {
	out := map[string][]byte{}
	for name, c := range containers {
		var b bytes.Buffer
		if err := sim.Bulk(&b, c, bulkSize); err != nil {
			panic(err) // a buffer takes everything
		}
		out[name] = b.Bytes()
	}
	return out
})

// Several turns must read as one long flight: nothing lost, no clock that
// starts over.
func TestABulkLogIsOneLongFlight(t *testing.T) {
	for name, data := range bulks() {
		if extra := len(data) - bulkSize; extra < 0 || extra > 300 {
			t.Errorf("%s: %d bytes, want %d", name, len(data), bulkSize)
		}
		r := report(t, name, data)
		for _, s := range r.Link.Sources {
			if s.Lost+s.Late+s.Duplicate+s.CRCFailed+s.Restarts > 0 {
				t.Errorf("%s, %s: %+v", name, s.Source, s)
			}
		}
		for _, e := range r.Epochs {
			if e.Clock != epoch.Start {
				t.Errorf("%s: %+v", name, e)
			}
		}
		// The end of a record that size cuts may take a frame's end with it.
		if n := len(r.Log.Damage); n > 1 || n == 1 && r.Log.Damage[0].Kind != flight.Tail {
			t.Errorf("%s: damage %+v", name, r.Log.Damage)
		}
		if string(r.Log.Format) != name || r.Log.End < 95*time.Second {
			t.Errorf("%s: %s of %v", name, r.Log.Format, r.Log.End)
		}
		t.Logf("%s: %d bytes are %v, %d frames, findings %d", name, len(data), r.Log.End, r.Log.Frames.Len(), len(r.Findings))
		for _, f := range r.Findings {
			if f.Severity != flight.Info {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}

// A slow reader agrees, checksums and signing times among the rest.
func TestBulkFramesHoldTheirChecksums(t *testing.T) {
	data := bulks()["tlog"]
	r := readTLog(t, data)
	if r.junkBytes+r.failedBytes+len(r.garbage)+r.unstamped != 0 || r.stampBytes+r.goodBytes != len(data) {
		t.Errorf("%d junk, %d failed, %d of %d bytes", r.junkBytes, r.failedBytes, r.stampBytes+r.goodBytes, len(data))
	}
	for id, s := range r.truth.Sources {
		if s != (sim.SourceTruth{}) {
			t.Errorf("source %s: %+v", id, s)
		}
	}
	last := uint64(0)
	for i, f := range r.frames {
		if f.source != "1:100" {
			continue
		}
		signing := append(bytes.Clone(f.bytes[len(f.bytes)-12:len(f.bytes)-6]), 0, 0)
		at := binary.LittleEndian.Uint64(signing)
		wall := time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(at) * 10 * time.Microsecond).UnixMicro()
		if late := r.stamps[i] - wall; at < last || late < 0 || late > 100_000 {
			t.Fatalf("frame %d is signed at %d, %d us before its stamp", i, at, late)
		}
		last = at
	}
}

func TestBulkLogsOnBoardKeepGPSTimeInStep(t *testing.T) {
	r := readFlash(t, bulks()["dataflash"])
	last, since := 0.0, -1.0
	for _, k := range r.records {
		us := k.numbers["TimeUS"]
		if k.name != "FMT" && us < last {
			t.Fatalf("%s at %v us behind %v us", k.name, us, last)
		}
		last = max(last, us)
		if k.name == "GPS" && k.numbers["Status"] >= 3 {
			ms := k.numbers["GWk"]*7*86400e3 + k.numbers["GMS"] - us/1000
			if since >= 0 && ms != since {
				t.Fatalf("GPS began %v ms before boot, then %v", since, ms)
			}
			since = ms
		}
	}
}

type full struct{ left int }

var errFull = errors.New("full")

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestBulkStopsAtAnErrorOfItsWriter(t *testing.T) {
	if err := sim.Bulk(&full{left: 1 << 20}, sim.VRECContainer, 1<<30); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if sim.Bulk(io.Discard, 99, 1) == nil {
		t.Error("there is a container 99")
	}
}

func BenchmarkBulk(b *testing.B) {
	const size = 64 << 20
	for name, c := range containers {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				if err := sim.Bulk(io.Discard, c, size); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
