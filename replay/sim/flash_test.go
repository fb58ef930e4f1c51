package sim_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/replay/sim"
)

// flashReading is what a slow and obvious reader finds in a DataFlash log.
type flashReading struct {
	records []flashRecord
	count   map[string]int
	formats map[byte]flashShape
	tail    int
}

type flashShape struct {
	name, letters string
	length        int
	columns       []string
}

// flashRecord has numbers scaled by their letter alone.
type flashRecord struct {
	name    string
	numbers map[string]float64
	texts   map[string]string
}

func readFlash(t *testing.T, file []byte) flashReading {
	t.Helper()
	r := flashReading{count: map[string]int{}, formats: map[byte]flashShape{
		128: {name: "FMT", letters: "BBnNZ", length: 89, columns: strings.Split("Type,Length,Name,Format,Columns", ",")},
	}}
	for p := 0; p < len(file); {
		rest := file[p:]
		if len(rest) >= 2 && (rest[0] != 0xA3 || rest[1] != 0x95) {
			t.Fatalf("no record at %d: % x", p, rest[:2])
		}
		if len(rest) < 3 {
			r.tail = len(rest)
			break
		}
		shape, known := r.formats[rest[2]]
		if !known {
			t.Fatalf("type %d at %d is not described", rest[2], p)
		}
		if shape.length > len(rest) {
			r.tail = len(rest)
			break
		}
		record := readFields(t, shape, rest[3:shape.length])
		r.records = append(r.records, record)
		r.count[shape.name]++
		if shape.name == "FMT" {
			r.formats[byte(record.numbers["Type"])] = flashShape{
				record.texts["Name"], record.texts["Format"], int(record.numbers["Length"]),
				strings.Split(record.texts["Columns"], ","),
			}
		}
		p += shape.length
	}
	return r
}

func readFields(t *testing.T, shape flashShape, body []byte) flashRecord {
	t.Helper()
	out := flashRecord{shape.name, map[string]float64{}, map[string]string{}}
	if len(shape.letters) != len(shape.columns) {
		t.Fatalf("%s has %d letters and %d columns", shape.name, len(shape.letters), len(shape.columns))
	}
	little := binary.LittleEndian
	for i, column := range shape.columns {
		take := func(n int) []byte {
			if n > len(body) {
				t.Fatalf("%s is longer than it says", shape.name)
			}
			field := body[:n]
			body = body[n:]
			return field
		}
		text := func(n int) { out.texts[column] = strings.TrimRight(string(take(n)), "\x00") }
		set := func(v float64) { out.numbers[column] = v }
		switch shape.letters[i] {
		case 'B', 'M':
			set(float64(take(1)[0]))
		case 'b':
			set(float64(int8(take(1)[0])))
		case 'H':
			set(float64(little.Uint16(take(2))))
		case 'c':
			set(float64(int16(little.Uint16(take(2)))) / 100)
		case 'C':
			set(float64(little.Uint16(take(2))) / 100)
		case 'I':
			set(float64(little.Uint32(take(4))))
		case 'e':
			set(float64(int32(little.Uint32(take(4)))) / 100)
		case 'L':
			set(float64(int32(little.Uint32(take(4)))) / 1e7)
		case 'f':
			set(float64(math.Float32frombits(little.Uint32(take(4)))))
		case 'd':
			set(math.Float64frombits(little.Uint64(take(8))))
		case 'Q':
			set(float64(little.Uint64(take(8))))
		case 'n':
			text(4)
		case 'N':
			text(16)
		case 'Z':
			text(64)
		default:
			t.Fatalf("%s: letter %c", shape.name, shape.letters[i])
		}
	}
	if len(body) != 0 {
		t.Fatalf("%s is %d bytes shorter than it says", shape.name, len(body))
	}
	return out
}

func (r flashReading) of(name string) []flashRecord {
	var out []flashRecord
	for _, k := range r.records {
		if k.name == name {
			out = append(out, k)
		}
	}
	return out
}

func TestASlowReaderFindsExactlyWhatWasLoggedOnBoard(t *testing.T) {
	f := shortFlight()
	logs := f.DataFlash()
	if len(logs) != 2 {
		t.Fatalf("%d logs of a flight with one reboot", len(logs))
	}
	for i, l := range logs {
		r := readFlash(t, l.Bytes)
		if !maps.Equal(r.count, l.Truth.Types) || r.tail != l.Truth.Tail || (r.tail > 0) != (i == 0) {
			t.Errorf("log %d: %v and %d bytes, want %v and %d", i, r.count, r.tail, l.Truth.Types, l.Truth.Tail)
		}
		last := 0.0
		for _, k := range r.records {
			us, timed := k.numbers["TimeUS"]
			if timed == (k.name == "FMT") || timed && us < last {
				t.Fatalf("log %d: %s at %v us after %v us", i, k.name, us, last)
			}
			last = max(last, us)
		}
		for _, name := range []string{"PARM", "MSG", "MODE", "ATT", "IMU", "GPS", "BARO", "BAT", "RCIN", "RCOU", "EV", "SIM", "UNIT", "MULT", "FMTU"} {
			if r.count[name] == 0 {
				t.Errorf("log %d has no %s", i, name)
			}
		}
	}
}

func TestEveryFieldOfALogOnBoardHasUnitAndMultiplier(t *testing.T) {
	r := readFlash(t, shortFlight().DataFlash()[0].Bytes)
	units, factors := map[byte]bool{}, map[byte]bool{}
	for _, k := range r.of("UNIT") {
		units[byte(k.numbers["Id"])] = true
	}
	for _, k := range r.of("MULT") {
		factors[byte(k.numbers["Id"])] = true
	}
	described := map[byte]bool{}
	for _, k := range r.of("FMTU") {
		number := byte(k.numbers["FmtType"])
		described[number] = true
		shape, u, m := r.formats[number], k.texts["UnitIds"], k.texts["MultIds"]
		if len(u) != len(shape.letters) || len(m) != len(shape.letters) {
			t.Errorf("%s: units %q, multipliers %q, letters %q", shape.name, u, m, shape.letters)
		}
		for i := range len(u) {
			if !units[u[i]] || !factors[m[i]] {
				t.Errorf("%s: unit %c or multiplier %c is not described", shape.name, u[i], m[i])
			}
		}
	}
	for number, shape := range r.formats {
		if !described[number] {
			t.Errorf("%s has no units", shape.name)
		}
	}
}

func TestTheLogsOnBoardAreOfTheSameFlightAsTheGroundTruth(t *testing.T) {
	f := cleanFlight()
	r := readFlash(t, f.DataFlash()[0].Bytes)
	sum, n := 0.0, 0
	estimates := r.of("ATT")
	for i, k := range r.of("SIM") {
		tick := uint64(k.numbers["TimeUS"] / 1000) // the first boot began at tick 0
		at, exact := slices.BinarySearchFunc(f.Truth, tick, func(r sim.TruthRecord, tick uint64) int {
			return int(r.Tick) - int(tick)
		})
		if exact && math.Abs(k.numbers["Roll"]-f.Truth[at].Euler[0])+math.Abs(k.numbers["Q2"]-f.Truth[at].Quaternion[1]) > 0.006 {
			t.Fatalf("truth at tick %d: %v, want %v", tick, k.numbers, f.Truth[at])
		}
		if i < len(estimates) {
			sum += math.Abs(estimates[i].numbers["Roll"] - k.numbers["Roll"])
			n++
		}
	}
	if mean := sum / float64(n); n < 500 || mean < 0.05 || mean > 4 {
		t.Errorf("%d pairs, roll is off by %.2f deg", n, mean)
	}
}

func TestGPSTimeGivesTheStartOfALogOnBoard(t *testing.T) {
	for i, l := range shortFlight().DataFlash() {
		r := readFlash(t, l.Bytes)
		var opened float64
		for _, k := range r.records {
			if us, timed := k.numbers["TimeUS"]; timed {
				opened = us
				break
			}
		}
		fixes := 0
		for _, k := range r.of("GPS") {
			if k.numbers["Status"] < 3 {
				continue
			}
			fixes++
			gps := time.Date(1980, 1, 6, 0, 0, 0, 0, time.UTC).
				Add(time.Duration(k.numbers["GWk"]) * 7 * 24 * time.Hour).
				Add(time.Duration(k.numbers["GMS"])*time.Millisecond - 18*time.Second)
			start := gps.Add(-time.Duration(k.numbers["TimeUS"]-opened) * time.Microsecond)
			if got := start.Format("2006-01-02T15:04:05.000Z07:00"); got != l.Truth.Start {
				t.Fatalf("log %d: started %s, want %s", i, got, l.Truth.Start)
			}
		}
		if fixes < 50 {
			t.Errorf("log %d: %d fixes", i, fixes)
		}
	}
}

func TestALogOnBoardTellsOfModesEventsAndChangedParameters(t *testing.T) {
	logs := shortFlight().DataFlash()
	list := func(r flashReading, name string, fields ...string) string {
		var out []string
		for _, k := range r.of(name) {
			for _, f := range fields {
				out = append(out, fmt.Sprint(k.numbers[f]))
			}
		}
		return strings.Join(out, " ")
	}
	first, second := readFlash(t, logs[0].Bytes), readFlash(t, logs[1].Bytes)
	for _, c := range []struct{ got, want string }{
		{list(first, "MODE", "ModeNum"), "0 5"},
		{list(first, "EV", "Id"), "10 28"},
		{list(second, "MODE", "ModeNum"), "9 5 0"},
		{list(second, "ERR", "Subsys", "ECode"), "17 1 17 0"},
		{list(second, "EV", "Id"), "10 18 11"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	var values []float64
	for _, r := range []flashReading{first, second} {
		for _, k := range r.of("PARM") {
			if k.texts["Name"] == "WPNAV_SPEED_UP" {
				values = append(values, k.numbers["Value"])
			}
		}
	}
	if !slices.Equal(values, []float64{250, 250, 320}) {
		t.Errorf("a parameter changed as %v", values)
	}
}
