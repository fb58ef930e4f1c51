package dataflash_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

// realLogs is the folder of real logs, or skips the test.
func realLogs(t *testing.T) string {
	folder := os.Getenv("POSTFLIGHT_LOGS")
	if folder == "" {
		t.Skip("POSTFLIGHT_LOGS names no folder of real logs")
	}
	return folder
}

type measured struct {
	Format string  `json:"fmt"`
	Count  int     `json:"msgs"`
	Types  int     `json:"types"`
	Nfmt   int     `json:"nfmt"`
	Bad    int64   `json:"bad"`
	Trunc  int64   `json:"trunc"`
	Tmin   float64 `json:"tmin"`
	Tmax   float64 `json:"tmax"`
	Back   int     `json:"back"`
	Late   int     `json:"late"`
	FMTU   int     `json:"fmtu"`
	ISBD   int     `json:"isb"`
	Lines  int     `json:"lines"`
	Top    [][2]any
	Msg    []string
}

type logEntry struct {
	File      string
	Measured  measured
	Pymavlink struct{ T0 float64 }
}

func manifest(t *testing.T, format string) []logEntry {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(realLogs(t), "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(b, &raw); err != nil {
		t.Fatal(err)
	}
	var out []logEntry
	for _, r := range raw {
		var probe struct{ Measured struct{ Fmt string } }
		if json.Unmarshal(r, &probe) != nil || probe.Measured.Fmt != format {
			continue
		}
		var e logEntry
		if err := json.Unmarshal(r, &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	if len(out) == 0 {
		t.Fatalf("the manifest lists no log of format %s", format)
	}
	return out
}

func openReal(t *testing.T, file string) *flight.Log {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(realLogs(t), file))
	if err != nil {
		t.Fatal(err)
	}
	open := dataflash.OpenText
	if dataflash.Sniff(data) {
		open = dataflash.Open
	} else if !dataflash.SniffText(data) {
		t.Fatalf("%s is not recognised", file)
	}
	start := time.Now()
	l, err := open(context.Background(), file, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("opening took %v", took)
	}
	checkSound(t, l)
	return l
}

func names(l *flight.Log) map[string]int {
	out := map[string]int{}
	for _, s := range l.Streams {
		out[s.Message.Name] += s.Count
	}
	return out
}

func TestRealLogsHoldWhatWasMeasured(t *testing.T) {
	for _, e := range manifest(t, "dfbin") {
		t.Run(e.File, func(t *testing.T) {
			l, m := openReal(t, e.File), e.Measured
			byName := names(l)
			var junk, tail int64
			for _, d := range l.Damage {
				if d.Kind == flight.Tail {
					tail += d.Length
				} else {
					junk += d.Length
				}
			}
			for _, c := range []struct {
				what      string
				got, want any
			}{
				{"records", l.Count(), m.Count},
				{"types", len(byName), m.Types},
				{"formats", byName["FMT"], m.Nfmt},
				{"FMTU", byName["FMTU"], m.FMTU},
				{"ISBD", byName["ISBD"], m.ISBD},
				{"junk bytes", junk, m.Bad},
				{"tail bytes", tail, m.Trunc},
				{"falls of the clock", len(l.Boots), m.Back},
			} {
				if c.got != c.want {
					t.Errorf("%s: got %v, measured %v", c.what, c.got, c.want)
				}
			}
			for _, top := range m.Top {
				if got := byName[top[0].(string)]; got != int(top[1].(float64)) {
					t.Errorf("%v: got %d, measured %v", top[0], got, top[1])
				}
			}
			from, to := bootRange(l)
			if math.Abs(from-m.Tmin) > 1e-9 || math.Abs(to-m.Tmax) > 1e-9 {
				t.Errorf("time since boot is %.6f to %.6f, measured %.6f to %.6f", from, to, m.Tmin, m.Tmax)
			}
			if got := to - from; l.End.Seconds() > got+1e-9 {
				t.Errorf("the log is %v long, its clock moves by %.6f s", l.End, got)
			}
			checkLate(t, l, m.Late)
		})
	}
}

func checkLate(t *testing.T, l *flight.Log, want int) {
	t.Helper()
	f := finding(l, flight.LateFormat)
	if f == nil || !strings.Contains(f.Text, fmt.Sprintf("data: %d.", want)) {
		t.Errorf("late formats: got %+v, measured %d", f, want)
	}
}

// bootRange is the least and the greatest TimeUS of a log, in seconds.
func bootRange(l *flight.Log) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, s := range l.Streams {
		if c := l.Column(s, s.Message.Field("TimeUS"), 0); c != nil {
			for _, v := range c.Value {
				from, to = min(from, v/1e6), max(to, v/1e6)
			}
		}
	}
	return from, to
}

// The other decoder takes the first GPS record for the wall clock, of which the
// first is milliseconds off in one of these logs, and a difference of 18 s to
// UTC for all of them; the median of all records is used here.
func TestRealLogsStartWhenTheirGPSSays(t *testing.T) {
	for _, e := range manifest(t, "dfbin") {
		l := openReal(t, e.File)
		if e.Pymavlink.T0 == 0 {
			if !l.Start.IsZero() || finding(l, flight.NoClock) == nil {
				t.Errorf("%s: no GPS time, but a start of %v", e.File, l.Start)
			}
			continue
		}
		// Its first time is that of the first record with a stamp, as log time 0 is.
		got := float64(l.Start.UnixNano()) / 1e9
		if math.Abs(got-e.Pymavlink.T0) > 0.5 {
			t.Errorf("%s: starts at %.6f, other decoder says %.6f", e.File, got, e.Pymavlink.T0)
		}
	}
}

type oracleRecord struct {
	Meta struct{ Type string }
	Data map[string]any
}

func oracle(t *testing.T, file string) map[string][]oracleRecord {
	t.Helper()
	f, err := os.Open(filepath.Join(realLogs(t), "oracle", file+".jsonl.gz"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]oracleRecord{}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r oracleRecord
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.UseNumber()
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		out[r.Meta.Type] = append(out[r.Meta.Type], r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRealLogsHoldTheValuesAnotherDecoderSees(t *testing.T) {
	entries := append(manifest(t, "dfbin"), manifest(t, "dftext")...)
	compared := 0
	for _, e := range entries {
		wanted := oracle(t, e.File)
		if wanted == nil {
			continue
		}
		compared++
		t.Run(e.File, func(t *testing.T) {
			l := openReal(t, e.File)
			byName := map[string][]int{}
			for i := range l.Frames.Len() {
				name := l.Message(i).Name
				byName[name] = append(byName[name], i)
			}
			for name, records := range wanted {
				if len(records) != len(byName[name]) {
					t.Errorf("%s: %d records, other decoder has %d", name, len(byName[name]), len(records))
					continue
				}
				for row, r := range records {
					compareRecord(t, l, byName[name][row], r)
				}
			}
		})
	}
	if compared == 0 {
		t.Error("nothing to compare with")
	}
}

func compareRecord(t *testing.T, l *flight.Log, frame int, want oracleRecord) {
	t.Helper()
	m, payload := l.Message(frame), l.Payload(frame)
	for name, v := range want.Data {
		f := m.Field(name)
		if f == nil {
			t.Fatalf("%s has no field %s", m.Name, name)
		}
		if !same(f, payload, v) {
			t.Fatalf("%s.%s of frame %d: got %v %q, other decoder says %v", m.Name, name, frame,
				f.Float(f.Bits(payload, 0)), f.Text(payload), v)
		}
	}
}

func same(f *flight.Field, payload []byte, want any) bool {
	if f.Type == flight.Char {
		return f.Text(payload) == fmt.Sprint(want)
	}
	bits := f.Bits(payload, 0)
	v := f.Float(bits)
	number, ok := want.(json.Number)
	if !ok {
		return want == nil && math.IsNaN(v)
	}
	if f.Type.Wide() {
		return fmt.Sprint(bits) == number.String()
	}
	w, _ := number.Float64()
	return v == w || math.Abs(v-w) <= 1e-12*math.Abs(w)
}

func TestRealTextLogsHoldWhatWasMeasured(t *testing.T) {
	for _, e := range manifest(t, "dftext") {
		t.Run(e.File, func(t *testing.T) {
			l, m := openReal(t, e.File), e.Measured
			byName := names(l)
			// The measurement counts the empty line of the preamble and the one behind
			// the last line break, and takes each line before the first format for a
			// type of its own.
			types := len(byName)
			if n := byName["PREAMBLE"]; n > 0 {
				types += n - 1
			}
			if l.Count() != m.Lines-2 || types != m.Types || byName["FMT"] != m.Nfmt {
				t.Errorf("lines %d, types %d, formats %d; measured %d, %d, %d",
					l.Count(), types, byName["FMT"], m.Lines, m.Types, m.Nfmt)
			}
			for _, top := range m.Top {
				if got := byName[top[0].(string)]; got != int(top[1].(float64)) {
					t.Errorf("%v: got %d, measured %v", top[0], got, top[1])
				}
			}
			if len(l.Damage) > 0 {
				t.Errorf("damage: %+v", l.Damage)
			}
		})
	}
}

// The other decoder makes a clock of the GPS records for all records in between
// and takes 18 s for the difference to UTC in all years; these logs are of 2014,
// when it was 16 s.
func TestRealTextLogsHaveTheClocksTheyHave(t *testing.T) {
	for file, want := range map[string]struct {
		start string
		end   time.Duration
	}{
		"loganalyzer_nan.log":               {"2014-01-26T15:44:20.05Z", 29400 * time.Millisecond},
		"loganalyzer_mechanical_fail.log":   {"2014-01-06T06:19:57.92Z", 110139 * time.Millisecond},
		"loganalyzer_tradheli_brownout.log": {"", 173400 * time.Millisecond},
		"loganalyzer_underpowered.log":      {"", 9886 * time.Millisecond},
	} {
		l := openReal(t, file)
		start := ""
		if !l.Start.IsZero() {
			start = l.Start.Format(time.RFC3339Nano)
		}
		if start != want.start || l.End != want.end {
			t.Errorf("%s: starts at %q and is %v long, want %q, %v", file, start, l.End, want.start, want.end)
		}
	}
}
