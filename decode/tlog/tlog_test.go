package tlog_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/tlog"
)

func open(t testing.TB, data []byte) *flight.Log {
	t.Helper()
	l, err := tlog.Open(context.Background(), "test.tlog", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := prove.Log(l); err != nil {
		t.Fatal(err)
	}
	return l
}

// noon is a stamp of the year 2023.
const noon = 1_700_000_000_000_000

func attitude(seq uint8) []byte {
	payload := bytes.Repeat([]byte{seq, 7}, 14)
	return build.Frame{Seq: seq, System: 1, Component: 1, ID: 30, Extra: 39, Payload: payload}.MAVLink2()
}

// station is a heartbeat of the ground station itself, in MAVLink 1.
func station(seq uint8) []byte {
	return build.Frame{Seq: seq, System: 255, Component: 190, Extra: 50, Payload: []byte{0, 0, 0, 0, 6, 8, 0, 4, 3}}.MAVLink1()
}

func entry(us uint64, frame []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, us), frame...)
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// entries are attitudes, one for each stamp.
func entries(stamps ...uint64) []byte {
	var out []byte
	for i, us := range stamps {
		out = append(out, entry(us, attitude(uint8(i)))...)
	}
	return out
}

// story tells the frames of a log with their log time in milliseconds, those
// without a stamp with a "-", and how many bytes are damaged in what way.
func story(l *flight.Log) string {
	var out []string
	for i := range l.Frames.Len() {
		mark := ""
		if l.Frames.Flags[i]&flight.Unstamped != 0 {
			mark = "-"
		}
		out = append(out, fmt.Sprintf("%d@%g%s", l.Frames.Seq[i], l.Frames.Time[i].Seconds()*1000, mark))
	}
	for _, d := range l.Damage {
		kind := [...]string{flight.CRCFailed: "failed", flight.Junk: "junk", flight.Tail: "tail"}[d.Kind]
		out = append(out, fmt.Sprintf("%s %d+%d", kind, d.Offset, d.Length))
	}
	return strings.Join(out, " ")
}

func kinds(l *flight.Log) string {
	var out []string
	for _, f := range l.Findings {
		out = append(out, string(f.Kind))
	}
	return strings.Join(out, " ")
}

func TestStampsAreLogTime(t *testing.T) {
	const ms = 1000
	size := len(entries(0))
	little := func(us uint64) uint64 { return binary.LittleEndian.Uint64(binary.BigEndian.AppendUint64(nil, us)) }
	for _, c := range []struct {
		name  string
		log   []byte
		want  string
		kinds string
	}{
		{"one entry", entries(noon), "0@0", ""},
		{"one after the other", entries(noon, noon+20*ms, noon+50*ms), "0@0 1@20 2@50", ""},
		{"from 0 up", entries(0, 20*ms, 50*ms), "0@0 1@20 2@50", "no-clock"},
		{"from 47 s up", entries(47_333_000, 47_343_000), "0@0 1@10", "no-clock"},
		{"the same stamp twice", entries(noon, noon, noon+5*ms), "0@0 1@0 2@5", ""},
		{"several frames under one stamp", join(entries(noon), entry(noon+10*ms, join(attitude(1), attitude(2), attitude(3))), entry(noon+30*ms, attitude(4))), "0@0 1@10 2@10- 3@10- 4@30", "format-mismatch"},
		{"no stamp before the first", join(attitude(9), entries(noon, noon+5*ms)), "9@0- 0@0 1@5", "format-mismatch"},
		{"no stamp before the last", join(entries(noon, noon+5*ms), attitude(9)), "0@0 1@5 9@5-", "format-mismatch"},
		{"little-endian", entries(little(noon), little(noon+20*ms), little(noon+50*ms)), "0@0 1@20 2@50", "format-mismatch"},
		{"the station's own frames", join(entries(noon), entry(noon+3*ms, station(7)), entry(noon+4*ms, attitude(1))), "0@0 7@3 1@4", ""},

		{"garbage before the first", entries(noon<<9, noon, noon+10*ms), "0@0 1@0 2@10", "clock-outlier"},
		{"garbage before the last", entries(noon, noon+10*ms, noon>>9), "0@0 1@10 2@10", "clock-outlier"},
		{"garbage once", entries(noon, noon+10*ms, 1<<63+5, noon+30*ms), "0@0 1@10 2@10 3@30", "clock-outlier"},
		{"garbage several times", entries(noon, noon+10*ms, 77, noon<<8, 1<<60, noon+40*ms, noon+50*ms), "0@0 1@10 2@10 3@10 4@10 5@40 6@50", "clock-outlier"},
		{"garbage every other time", entries(noon, noon+ms, 5, noon+10*ms, 1<<62, noon+20*ms, 1<<55, noon+30*ms), "0@0 1@1 2@1 3@10 4@10 5@20 6@20 7@30", "clock-outlier"},
		{"garbage too large for a time, all alike", entries(noon, noon+ms, noon+2*ms, 1<<62, 1<<62, 1<<62, noon+20*ms, noon+21*ms), "0@0 1@1 2@2 3@2 4@2 5@2 6@20 7@21", "clock-outlier"},
		{"little-endian, one entry", entries(little(noon)), "0@0", "format-mismatch"},
		{"nothing but garbage", entries(5, 1<<59+5, 1<<60+5), "0@0 1@0 2@0", "no-clock clock-outlier"},

		{"a clock set back by 2 s exactly", entries(noon, noon+3000*ms, noon+1000*ms, noon+1001*ms, noon+4000*ms), "0@0 1@3000 2@3000 3@3000 4@4000", "clock-outlier"},
		{"a clock set back by more", entries(noon, noon+1500*ms, noon+2990*ms, noon+3000*ms, noon+900*ms, noon+910*ms, noon+2900*ms), "0@0 1@1500 2@2990 3@3000 4@3000 5@3010 6@5000", ""},
		{"a stray backwards", entries(noon, noon+2990*ms, noon+3000*ms, noon+10*ms, noon+3010*ms), "0@0 1@2990 2@3000 3@3000 4@3010", "clock-outlier"},
		{"a stray forwards", entries(noon, noon+10*ms, noon+60_000*ms, noon+30*ms, noon+40*ms), "0@0 1@10 2@10 3@30 4@40", "clock-outlier"},
		{"another day later", entries(noon, noon+10*ms, noon+1e12, noon+1e12+10*ms), "0@0 1@10 2@1e+09 3@1.00000001e+09", "time-gap"},
		{"a little out of order", entries(noon, noon+10*ms, noon+8*ms, noon+12*ms), "0@0 1@10 2@10 3@12", "clock-outlier"},

		{"two strays backwards", entries(noon, noon+1500*ms, noon+2990*ms, noon+3000*ms, noon+10*ms, noon+15*ms, noon+3010*ms, noon+3020*ms), "0@0 1@1500 2@2990 3@3000 4@3000 5@3000 6@3010 7@3020", "clock-outlier clock-outlier"},
		{"two strays years ahead", entries(noon, noon+10*ms, noon|1<<56, noon|1<<56+20*ms, noon+30*ms, noon+40*ms), "0@0 1@10 2@10 3@10 4@30 5@40", "clock-outlier"},
		{"nanoseconds", entries(noon*1000, noon*1000+20e6, noon*1000+50e6), "0@0 1@20 2@50", "format-mismatch"},
		{"beyond all dates", entries(1<<63+9, 1<<63+9+20*ms, 1<<63+9+50*ms), "0@0 1@20 2@50", "no-clock"},
		{"the year 2300", entries(10413792000000000, 10413792000000000+20*ms), "0@0 1@20", "no-clock"},
		{"nothing but ones", entries(1<<64-1, 1<<64-1), "0@0 1@0", "no-clock"},

		{"a byte too many between entries", join(entries(noon), []byte{0}, entries(noon+10*ms, noon+20*ms)), fmt.Sprintf("0@0 0@10 1@20 junk %d+1", size), ""},
		{"a magic too many between entries", join(entries(noon), []byte{0xFD}, entries(noon+10*ms, noon+20*ms)), fmt.Sprintf("0@0 0@10 1@20 junk %d+1", size), ""},
		{"a frame damaged", join(entries(noon), entry(noon+10*ms, flip(attitude(1), 15)), entry(noon+20*ms, attitude(2))), fmt.Sprintf("0@0 2@20 failed %d+40", size+8), ""},
		{"a damaged frame without a stamp", join(entries(noon), flip(attitude(1), 15), entry(noon+20*ms, attitude(2))), fmt.Sprintf("0@0 2@20 failed %d+40", size), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := open(t, c.log)
			if got := story(l); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if got := kinds(l); got != c.kinds {
				t.Errorf("findings %q, want %q", got, c.kinds)
			}
		})
	}
}

func flip(b []byte, at int) []byte {
	b[at] ^= 0x55
	return b
}

func TestTheClockStartsWhereTheFirstStampSays(t *testing.T) {
	if got := open(t, entries(noon, noon+5)).Start; !got.Equal(time.UnixMicro(noon)) || got.Location() != time.UTC {
		t.Errorf("start %v", got)
	}
	if got := open(t, entries(5, 7)).Start; !got.IsZero() {
		t.Errorf("stamps that do not count from 1970: start %v", got)
	}
	if got := open(t, entries(1, noon, noon+5)).Start; !got.Equal(time.UnixMicro(noon)) {
		t.Errorf("garbage first: start %v", got)
	}
}

// flown is entries every 20 ms for 10 s, one of them stamped otherwise.
func flown(at int, bit uint64) []byte {
	var stamps []uint64
	for i := range uint64(500) {
		stamps = append(stamps, noon+i*20_000)
	}
	stamps[at] ^= bit
	return entries(stamps...)
}

func TestOneBadStampAnywhereIsAStrayAndMovesNothing(t *testing.T) {
	for _, at := range []int{0, 1, 250, 498, 499} {
		for bit := 24; bit < 64; bit++ {
			l := open(t, flown(at, 1<<bit))
			late := l.End - 499*20*time.Millisecond
			if late.Abs() > 40*time.Millisecond || len(l.Steps) != 0 || kinds(l) != "clock-outlier" || l.Start.Sub(time.UnixMicro(noon)) > 20*time.Millisecond {
				t.Errorf("bit %d of stamp %d: end %v, start %v, steps %v, findings %s", bit, at, l.End, l.Start, l.Steps, kinds(l))
			}
		}
	}
}

func TestStampsThatCannotBeDatesAreSaidToBeSuch(t *testing.T) {
	l := open(t, entries(1<<63, 1<<63+5, 1<<63+9))
	if !l.Start.IsZero() || !strings.Contains(l.Findings[0].Text, "cannot be dates") {
		t.Errorf("start %v, %+v", l.Start, l.Findings)
	}
	l = open(t, entries(noon*1000+7, noon*1000+5e6))
	if !l.Start.Equal(time.Unix(0, noon*1000+7)) {
		t.Errorf("start %v", l.Start)
	}
	if us, ok := l.StampOf(1); us != noon+5000 || !ok {
		t.Errorf("a stamp of nanoseconds reads %d µs", us)
	}
}

func TestAClockSetBackIsAStep(t *testing.T) {
	l := open(t, entries(noon, noon+1_900_000, noon+3_800_000, noon+5_700_000, noon+7_500_000, noon+9_000_000, noon+2_000_000, noon+2_100_000))
	want := flight.ClockStep{Offset: l.Frames.Offset[6], Time: 9 * time.Second, From: 9 * time.Second, To: 2 * time.Second}
	if len(l.Steps) != 1 || l.Steps[0] != want {
		t.Errorf("got %+v, want %+v", l.Steps, want)
	}
	if l.End != 9100*time.Millisecond {
		t.Errorf("the log ends at %v", l.End)
	}
}

func TestRawStampsStayVisible(t *testing.T) {
	l := open(t, join(entries(noon, 1<<63+1), attitude(2), entry(noon+9, flip(attitude(3), 15)), entry(noon+10, attitude(4))))
	want := []uint64{noon, 1<<63 + 1, 0, noon + 10}
	for i := range l.Frames.Len() {
		us, ok := l.Stamp(l.Frames.Offset[i], int(l.Frames.Length[i]))
		if us != want[i] || ok != (want[i] != 0) {
			t.Errorf("frame %d: %d, %v", i, us, ok)
		}
	}
	if us, ok := l.Stamp(l.Damage[0].Offset, 40); us != noon+9 || !ok {
		t.Errorf("damaged frame: %d, %v", us, ok)
	}
	if _, ok := l.Stamp(3, 40); ok {
		t.Error("a stamp where there is no frame")
	}
}

func TestAMagicInsideAStampIsNoFrame(t *testing.T) {
	for _, magic := range []byte{0xFD, 0xFE, 0x56} {
		for at := range 8 {
			var log []byte
			for i := range 5 {
				stamp := binary.BigEndian.AppendUint64(nil, noon)
				stamp[at], stamp[7] = magic, stamp[7]+byte(i)
				log = append(append(log, stamp...), attitude(uint8(i))...)
			}
			l := open(t, log)
			if l.Frames.Len() != 5 || len(l.Damage) != 0 || l.Frames.Flags[4] != 0 {
				t.Errorf("%x at %d: %s", magic, at, story(l))
			}
		}
	}
}

func TestALogTornAnywhereKeepsWhatIsWhole(t *testing.T) {
	whole := join(entries(noon, noon+10_000), entry(noon+20_000, station(2)), entry(noon+30_000, attitude(3)))
	ends := []int{0, 48, 96, 96 + 8 + 17, len(whole)}
	for n := range len(whole) + 1 {
		l := open(t, whole[:n])
		frames, exact := slices.BinarySearch(ends, n)
		if !exact {
			frames--
		}
		if l.Frames.Len() != frames {
			t.Fatalf("%d bytes: %s", n, story(l))
		}
		torn := n != ends[frames]
		if torn != (len(l.Damage) == 1 && l.Damage[0].Kind == flight.Tail && l.Damage[0].Offset == int64(ends[frames])) {
			t.Errorf("%d bytes: %+v", n, l.Damage)
		}
		if torn != strings.Contains(kinds(l), "truncated-tail") {
			t.Errorf("%d bytes: findings %s", n, kinds(l))
		}
	}
}

func TestBytesMissingAnywhereCostNoOtherStamp(t *testing.T) {
	whole := entries(noon, noon+10_000, noon+20_000, noon+30_000, noon+40_000)
	size := len(whole) / 5
	for from := 2 * size; from < 3*size; from++ {
		for to := from + 1; to <= 3*size; to++ {
			l := open(t, join(whole[:from], whole[to:]))
			for i := range l.Frames.Len() {
				seq := l.Frames.Seq[i]
				if seq == 2 {
					continue // its stamp may be what is missing
				}
				if got := l.Frames.Time[i]; got != time.Duration(seq)*10*time.Millisecond {
					t.Fatalf("bytes %d to %d missing: %s", from, to, story(l))
				}
			}
			if n := l.Frames.Len(); n < 4 {
				t.Fatalf("bytes %d to %d missing: %s", from, to, story(l))
			}
		}
	}
}

func TestSniffTellsATelemetryLogFromABareStream(t *testing.T) {
	bare := join(attitude(1), attitude(2), attitude(3), attitude(4))
	for name, c := range map[string]struct {
		data []byte
		want bool
	}{
		"one entry":                 {entries(noon), true},
		"entries":                   {entries(noon, noon+1, noon+2), true},
		"an entry of many frames":   {join(entries(noon, noon+1, noon+2, noon+3, noon+4), attitude(1), attitude(2)), true},
		"a bare stream":             {bare, false},
		"a bare stream behind junk": {join(make([]byte, 5), bare), false},
		"nothing":                   {nil, false},
		"text":                      {[]byte("hello"), false},
		"a stamp alone":             {make([]byte, 8), false},
	} {
		if got := tlog.Sniff(c.data); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestACancelledOpenEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tlog.Open(ctx, "", entries(noon), nil); err != context.Canceled {
		t.Error(err)
	}
}

func TestAnEntryCutInsideItsStampOrRightBehindIsACutTail(t *testing.T) {
	l := open(t, join(entries(noon, noon+5000), make([]byte, 8), []byte{0, 0, 0xF8, 0xFF, 0, 0x57}))
	if kinds(l) != "truncated-tail" {
		t.Errorf("findings %s, %s", kinds(l), story(l))
	}
}

func TestStampsThatAreAllTheSameTellNoTime(t *testing.T) {
	for _, stamp := range []uint64{0, noon} {
		var dated, undated []byte
		for i := range uint8(100) {
			dated = append(dated, entry(stamp, attitude(i))...)
			undated = append(undated, entry(stamp, station(i))...)
		}
		for name, c := range map[string]struct {
			data []byte
			end  time.Duration
			says string
		}{
			"with a boot clock": {dated, 99 * 65537 * time.Millisecond, "Log time is the boot time of 1:1."},
			"without":           {undated, 99 * time.Millisecond, "Log time counts frames, and says what came first, not when."},
		} {
			l := open(t, join(c.data, []byte("junk")))
			if l.End != c.end || !l.Start.IsZero() || l.StampOf != nil || !l.Stopped || l.Timeless != (name == "without") {
				t.Errorf("%d %s: ends at %v, starts %v", stamp, name, l.End, l.Start)
			}
			if kinds(l) != "no-clock truncated-tail" || !strings.HasSuffix(l.Findings[0].Text, c.says) || l.Damage[0].Time != c.end {
				t.Errorf("%d %s: %+v", stamp, name, l.Findings)
			}
		}
		if l := open(t, dated[:40*48]); l.Stopped {
			t.Errorf("%d: a few frames of one stamp are a log without a clock", stamp)
		}
	}
}
