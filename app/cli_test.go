package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/replay/sim"
)

// run runs the program as the command line would.
func run(t *testing.T, words ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Run(words, &out, &errs)
	return out.String(), errs.String(), code
}

// demoSet is the files of a short demo flight, and what was put in them.
type demoSet struct {
	folder string
	truth  sim.Truth
}

func writeDemo(t *testing.T, seed uint64) demoSet {
	t.Helper()
	config := demoConfig(seed, 1.2)
	set := demoSet{folder: t.TempDir()}
	if _, err := sim.Fly(config).WriteDemo(t.Context(), set.folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(set.folder, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &set.truth); err != nil {
		t.Fatal(err)
	}
	return set
}

func (d demoSet) names(format string) []string {
	var out []string
	for name, f := range d.truth.Files {
		if f.Format == format {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (d demoSet) path(name string) string { return filepath.Join(d.folder, name) }

// report is what check --json promises.
type report struct {
	File   string
	Format string
	Wire   struct {
		Frames    int
		JunkBytes int64 `json:"junk_bytes"`
		JunkRuns  int   `json:"junk_runs"`
	}
	Sources []struct {
		ID                              string
		Lost, Late, Duplicate, Restarts int
		CRCFailed                       int `json:"crc_failed"`
	}
	Epochs []struct {
		Clock string
		Start float64 `json:"start_s"`
	}
	Findings []struct {
		Kind   string
		Offset int64
		Length int64
	}
	Clocks []any
	Error  string
}

func TestCheckFindsWhatTheDemoPutIn(t *testing.T) {
	for seed := range uint64(3) {
		set := writeDemo(t, seed)
		for _, name := range set.names("vrec") {
			out, errs, code := run(t, "check", "--json", set.path(name))
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, errs)
			}
			var got report
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatal(err)
			}
			compareToTruth(t, name, got, set.truth.Files[name])
		}
	}
}

func compareToTruth(t *testing.T, name string, got report, want sim.FileTruth) {
	t.Helper()
	if got.Wire.Frames != want.Frames {
		t.Errorf("%s: %d frames, want %d", name, got.Wire.Frames, want.Frames)
	}
	if len(got.Sources) != len(want.Sources) {
		t.Errorf("%s: %d sources, want %d", name, len(got.Sources), len(want.Sources))
	}
	for _, s := range got.Sources {
		w := want.Sources[s.ID]
		if s.Lost != w.Lost || s.Late != w.Late || s.Duplicate != w.Duplicate || s.CRCFailed != w.CRCFailed || s.Restarts != w.Restarts {
			t.Errorf("%s %s: got %+v, want %+v", name, s.ID, s, w)
		}
	}
	var junk [][2]int
	for _, f := range got.Findings {
		if f.Kind == "junk" || f.Kind == "console-text" || f.Kind == "zero-run" {
			junk = append(junk, [2]int{int(f.Offset), int(f.Length)})
		}
	}
	slices.SortFunc(junk, func(a, b [2]int) int { return a[0] - b[0] })
	if !slices.Equal(junk, want.Junk) {
		t.Errorf("%s: junk %v, want %v", name, junk, want.Junk)
	}
	var reboots []float64
	for _, e := range got.Epochs {
		if e.Clock == "boot" {
			reboots = append(reboots, e.Start)
		}
	}
	if !slices.EqualFunc(reboots, want.Reboots, func(a, b float64) bool { return math.Abs(a-b) < 0.001 }) {
		t.Errorf("%s: reboots at %v, want %v", name, reboots, want.Reboots)
	}
}

func TestTruthFindsTheOffsetWithinTenMilliseconds(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		set := writeDemo(t, 100+seed)
		for _, name := range set.names("vrec") {
			out, errs, code := run(t, "truth", set.path(name), set.path(set.names("vgt1")[0]), "--json")
			if code != exitOK {
				t.Fatalf("exit %d: %s", code, errs)
			}
			var got struct {
				Offset float64 `json:"offset_s"`
			}
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatal(err)
			}
			if d := got.Offset - set.truth.VGT1MinusVREC; math.Abs(d) > 0.010 {
				t.Errorf("seed %d, %s: offset is off by %.1f ms", seed, name, 1000*d)
			}
		}
	}
}

func TestSeveralFilesAreAnArrayAndOneThatFailsSaysWhy(t *testing.T) {
	set := writeDemo(t, 1)
	empty := set.path("empty.bin")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	out, errs, code := run(t, "check", set.path(set.names("vgt1")[0]), empty, "--json")
	if code != exitFailed {
		t.Errorf("exit %d, want %d", code, exitFailed)
	}
	var got []report
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Format != "vgt1" || got[0].Clocks == nil || !strings.Contains(got[1].Error, "empty") {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(errs, empty) {
		t.Errorf("stderr does not name the file: %q", errs)
	}
}

func TestOneFileThatFailsIsAnObjectThatSaysWhy(t *testing.T) {
	empty := write(t, t.TempDir(), "empty.bin", nil)
	out, _, code := run(t, "check", empty, "--json")
	var got report
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	if code != exitFailed || got.File != empty || !strings.Contains(got.Error, "empty") {
		t.Errorf("exit %d: %+v", code, got)
	}
}

func TestStrictFailsOnAFindingThatIsAnError(t *testing.T) {
	set := writeDemo(t, 1)
	name := set.path(set.names("vrec")[0])
	if _, _, code := run(t, "check", name); code != exitOK {
		t.Errorf("without --strict: exit %d", code)
	}
	if _, _, code := run(t, "check", name, "--strict"); code != exitFindings {
		t.Errorf("with --strict: exit %d", code)
	}
	if _, _, code := run(t, "check", "--strict", set.path(set.names("vgt1")[0])); code != exitOK {
		t.Errorf("a clean log with --strict: exit %d", code)
	}
}

func TestMessagesCanBeNarrowedDown(t *testing.T) {
	set := writeDemo(t, 1)
	for _, name := range set.names("vrec") {
		out, errs, code := run(t, "messages", set.path(name), "--json", "--source", "1:1", "--message", "HEARTBEAT")
		if code != exitOK {
			t.Fatal(errs)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if len(lines) < 50 {
			t.Errorf("%s: only %d heartbeats", name, len(lines))
		}
		for _, line := range lines {
			var m struct {
				Name      string
				Sys, Comp int
				Off, US   int64
				St        string
				F         map[string]any
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			if m.Name != "HEARTBEAT" || m.Sys != 1 || m.Comp != 1 || m.St == "ok" && m.F["base_mode"] == nil {
				t.Fatalf("got %s", line)
			}
		}
	}
}

func TestDemoOverwritesNothing(t *testing.T) {
	folder := t.TempDir()
	told, errs, code := run(t, "demo", folder, "--minutes", "1")
	if code != exitOK {
		t.Fatal(errs)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if line := fmt.Sprintf("%s  %d bytes\n", filepath.Join(folder, e.Name()), info.Size()); !strings.Contains(told, line) {
			t.Errorf("%q is not told in %q", line, told)
		}
	}
	if _, errs, code := run(t, "demo", folder, "--minutes", "1"); code != exitFailed || !strings.Contains(errs, "exist") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

func TestReplayHandsOnEveryRecordOfTheCropOnce(t *testing.T) {
	set := writeDemo(t, 1)
	out, errs, code := run(t, "replay", set.path(set.names("vrec")[0]), "--speed", "64", "--from", "10", "--until", "20", "--json")
	if code != exitOK {
		t.Fatal(errs)
	}
	var got struct {
		Due, Emitted, Ticks int
		Achieved            float64
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got.Due < 500 || got.Due != got.Emitted || got.Ticks == 0 {
		t.Errorf("got %+v", got)
	}
}

func TestReplayRefusesWhatCannotBePlayed(t *testing.T) {
	set := writeDemo(t, 1)
	log := set.path(set.names("vrec")[0])
	for _, words := range [][]string{
		{"--speed", "0"},
		{"--speed", "NaN"},
		{"--speed", "65"},
		{"--from", "20", "--until", "10"},
		{"--from", "9999"},
		{"--from", "nan"},
		{"--for", "-1s"},
	} {
		if _, errs, code := run(t, append([]string{"replay", log, "--for", "1ms"}, words...)...); code != exitFailed || !strings.Contains(errs, words[len(words)-2]) {
			t.Errorf("%v: exit %d: %s", words, code, errs)
		}
	}
}

func TestTheSiblingTruthIsTheOneThatBeganNearest(t *testing.T) {
	set := writeDemo(t, 1)
	later := sim.Fly(sim.Config{Seed: 2, Length: time.Minute, Start: time.Date(2026, 6, 17, 9, 40, 0, 0, time.UTC)})
	if err := os.WriteFile(set.path("gt-2026-06-17_09-40-00.bin"), later.VGT1(), 0o666); err != nil {
		t.Fatal(err)
	}
	o, err := openFlight(t.Context(), []file{{path: set.path(set.names("vrec")[0])}}, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := siblingTruth(o.log), set.path(set.names("vgt1")[0]); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
