package sim_test

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/replay/sim"
)

func TestGroundTruthHasTheLayoutOfNavigator(t *testing.T) {
	f := shortFlight()
	b := f.VGT1()
	if string(b[:4]) != "VGT1" || binary.LittleEndian.Uint32(b[4:]) != 1 || binary.LittleEndian.Uint32(b[8:]) != 124 {
		t.Fatalf("header % x", b[:20])
	}
	if n := len(b) - 20; n != 124*len(f.Truth) || len(f.Truth) != 60_000/16 {
		t.Fatalf("%d bytes, %d records", n, len(f.Truth))
	}
	first := binary.LittleEndian.Uint64(b[28:])
	for i, r := range f.Truth {
		rec := b[20+124*i:]
		at := time.Duration(binary.LittleEndian.Uint64(rec[8:])-first) * time.Microsecond
		if tick := binary.LittleEndian.Uint64(rec); tick != r.Tick || tick != uint64(16*i) || at != r.Time {
			t.Fatalf("record %d: tick %d at %v, want %d at %v", i, tick, at, r.Tick, r.Time)
		}
		if late := at - time.Duration(r.Tick)*time.Millisecond; late < -4*time.Millisecond || late > 4*time.Millisecond {
			t.Fatalf("record %d is off by %v", i, late)
		}
		real := func(k int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(rec[16+4*k:]))) }
		if real(3) != r.Quaternion[0] || real(6) != r.Quaternion[3] || real(13) != r.Euler[0] || real(15) != r.Euler[2] {
			t.Fatalf("record %d does not hold %v", i, r)
		}
		for k := 20; k < 24; k++ {
			if duty := real(k); duty < 0 || duty > 1 {
				t.Fatalf("record %d: duty %v", i, duty)
			}
		}
	}
}

func TestTheGroundTruthStartsSecondsBeforeTheRecordings(t *testing.T) {
	for seed := range uint64(3) {
		if d := sim.Fly(sim.Config{Seed: seed, Length: time.Minute}).VGT1MinusVREC(); d < 4 || d > 8.1 {
			t.Errorf("seed %d: %v s", seed, d)
		}
	}
}

// The true tick of each frame is hidden in its boot time, so the offset can be
// checked without the simulator's own sums.
func TestTheOffsetIsThatOfOneInstant(t *testing.T) {
	f := cleanFlight()
	file, _ := f.VREC(sim.NavLink)
	least := math.Inf(1)
	for _, fr := range readVREC(t, file).frames {
		if fr.id == 0 { // a heartbeat: boot time is the tick
			p := append(append([]byte(nil), fr.payload...), make([]byte, 13)...)
			tick := float64(binary.LittleEndian.Uint32(p[9:])) / 1e3
			least = min(least, float64(fr.at)/1e6+f.VGT1MinusVREC()-tick)
		}
	}
	if least < -0.004 || least > 0.004 { // 2 ms of link, 0 to 4 ms of VGT1
		t.Errorf("off by %v s", least)
	}
}

func TestEstimatesFollowTheTruthAtTheStatedOffset(t *testing.T) {
	f := shortFlight()
	for name, w := range wires {
		_, truth := f.VREC(w)
		sum := 0.0
		for _, e := range truth.Estimates {
			at := e.Time + time.Duration(f.VGT1MinusVREC()*1e9)
			k, _ := slices.BinarySearchFunc(f.Truth, at, func(r sim.TruthRecord, at time.Duration) int {
				return cmp.Compare(r.Time, at)
			})
			r := f.Truth[min(k, len(f.Truth)-1)]
			sum += math.Abs(e.Roll*180/math.Pi-r.Euler[0]) + math.Abs(e.Pitch*180/math.Pi-r.Euler[1])
		}
		if mean := sum / float64(2*len(truth.Estimates)); mean < 0.05 || mean > 4 {
			t.Errorf("%s: roll and pitch are off by %v deg", name, mean)
		} else {
			t.Logf("%s: roll and pitch are off by %.2f deg", name, mean)
		}
	}
}

func TestWriteDemoWritesWhatTruthNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	f := shortFlight()
	written, err := f.WriteDemo(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range written {
		if info, err := os.Stat(filepath.Join(dir, w.Name)); err != nil || info.Size() != int64(w.Size) {
			t.Errorf("%+v: %v, %v", w, info, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth sim.Truth
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 9 || len(written) != 9 || len(truth.Files) != 8 {
		t.Fatalf("%v, %v, %d files in truth", entries, err, len(truth.Files))
	}
	if truth.Seed != 7 || truth.VGT1MinusVREC != f.VGT1MinusVREC() {
		t.Errorf("%+v", truth)
	}
	var formats []string
	for name, want := range truth.Files {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		formats = append(formats, want.Format)
		if want.Format != "vrec" && want.Format != "vgt1" {
			continue
		}
		start, err := time.Parse(time.RFC3339Nano, want.Start)
		if err != nil || uint64(start.UnixMilli()) != binary.LittleEndian.Uint64(b[12:]) {
			t.Errorf("%s starts at %s: %v", name, want.Start, err)
		}
	}
	slices.Sort(formats)
	if got := strings.Join(formats, " "); got != "dataflash dataflash navigator-log session-log tlog vgt1 vrec vrec" {
		t.Errorf("formats %s", got)
	}
}

func TestRecordsAreANumberOrByType(t *testing.T) {
	for want, truth := range map[string]sim.FileTruth{
		`"records":7}`:                 {Format: "vrec", Records: 7},
		`"records":{"ATT":3,"FMT":2}}`: {Format: "dataflash", Types: map[string]int{"FMT": 2, "ATT": 3}},
		`"start_utc":""}`:              {Format: "tlog"},
	} {
		text, err := json.Marshal(truth)
		if err != nil || !strings.HasSuffix(string(text), want) {
			t.Errorf("%s, %v; want %s", text, err, want)
		}
		var back sim.FileTruth
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, truth) {
			t.Errorf("%s comes back as %+v, %v", text, back, err)
		}
	}
}

func TestWriteDemoOverwritesNothing(t *testing.T) {
	f := cleanFlight()
	files, err := f.Demo()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		dir := t.TempDir()
		path := filepath.Join(dir, file.Name)
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteDemo(t.Context(), dir); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", file.Name, err)
		}
		left, _ := os.ReadFile(path)
		if entries, _ := os.ReadDir(dir); string(left) != "mine" || len(entries) != 1 {
			t.Errorf("%s: %q, %v", file.Name, left, entries)
		}
	}
}

// ending is a context that ends once it was looked at so often.
type ending struct {
	context.Context
	left int
}

// Err ends the context after its looks.
func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestWhatIsCancelledLeavesNoFile(t *testing.T) {
	f := shortFlight()
	const files, encodings = 9, 5
	for looks := range files + encodings {
		dir := t.TempDir()
		if _, err := f.WriteDemo(&ending{t.Context(), looks}, dir); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d looks: %v", looks, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			t.Errorf("after %d looks there are %v", looks, entries)
		}
	}
}

func TestAFlightCanBeBrokenOff(t *testing.T) {
	ctx := &ending{t.Context(), 3}
	if f, err := sim.FlyContext(ctx, sim.Config{Length: time.Hour}); f != nil || !errors.Is(err, context.Canceled) || ctx.left < -2 {
		t.Errorf("%v, %v; %d looks after the end", f, err, -ctx.left)
	}
}

func BenchmarkDemo(b *testing.B) {
	for b.Loop() {
		f := sim.Fly(sim.DemoConfig(1))
		f.VREC(sim.NavLink)
		f.VREC(sim.MAVLink)
	}
}
