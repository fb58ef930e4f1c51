package analysis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

// troubled is a short log with a bit of everything.
func troubled() *flight.Log {
	var b logtest.Builder
	for i, v := range []float64{60000, 60100, 60200, 100, 200, 300} {
		at := time.Duration(i) * time.Second
		b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(2 * i), Value: v})
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: "x", Time: at}, []byte{1, 2, 3})
	}
	b.Add(logtest.Frame{At: 6 * time.Second, Source: flight.MakeSource(255, 190), Message: logtest.Heartbeat})
	l := b.Log()
	l.Start = time.Date(2026, 6, 17, 9, 15, 0, 250e6, time.UTC)
	l.Findings = []flight.Finding{{Kind: flight.Version, Severity: flight.Info, Text: "container"}}
	return l
}

func keys(v any) []string {
	var out []string
	for k := range v.(map[string]any) {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func TestReportAsJSONHasWhatItPromises(t *testing.T) {
	text, err := json.Marshal(run(t, troubled()))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	first := func(list string) any { return got[list].([]any)[0] }
	for _, c := range []struct {
		where string
		value any
		keys  string
	}{
		{"report", got, "bytes clocks duration_s epochs file findings format messages records sources start_utc wire"},
		{"wire", got["wire"], "crc_failed frames junk_bytes junk_runs mavlink1 mavlink2 navlink1 navlink2 signed tail_bytes unknown"},
		{"source", first("sources"), "crc_failed duplicate first_s frames hidden id last_s late loss lost reliable restarts senders sequence_per why"},
		{"message", first("messages"), "count id name rate_hz source"},
		{"epoch", first("epochs"), "clock end_s from_s index offset source start_s to_s"},
		{"finding", first("findings"), "kind length offset severity source text time_s"},
	} {
		if k := strings.Join(keys(c.value), " "); k != c.keys {
			t.Errorf("%s has %s; want %s", c.where, k, c.keys)
		}
	}
	if got["start_utc"] != "2026-06-17T09:15:00.250Z" || got["format"] != "vrec" || got["duration_s"] != 6.0 || len(got["clocks"].([]any)) != 0 {
		t.Errorf("got %s", text)
	}
	e := got["epochs"].([]any)
	if len(e) != 3 || first("epochs").(map[string]any)["from_s"] != nil || e[1].(map[string]any)["clock"] != "boot" || e[1].(map[string]any)["from_s"] != 60.2 {
		t.Errorf("epochs %v", e)
	}
}

func TestAnEmptyLogIsJSONWithoutNullLists(t *testing.T) {
	text, err := json.Marshal(run(t, &flight.Log{Path: "a.bin", Format: flight.VREC}))
	want := `{"file":"a.bin","format":"vrec","bytes":0,"records":0,"start_utc":null,"duration_s":0,` +
		`"wire":{"frames":0,"mavlink1":0,"mavlink2":0,"navlink1":0,"navlink2":0,"signed":0,"unknown":0,"crc_failed":0,` +
		`"junk_bytes":0,"junk_runs":0,"tail_bytes":0},"sources":[],"messages":[],"epochs":[],"clocks":[],"findings":[]}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestFindingsComeByTimeTheGravestFirst(t *testing.T) {
	r := run(t, troubled())
	order := map[flight.Severity]int{flight.Error: 0, flight.Warning: 1, flight.Info: 2}
	for i := 1; i < len(r.Findings); i++ {
		a, b := r.Findings[i-1], r.Findings[i]
		if b.Time < a.Time || b.Time == a.Time && order[b.Severity] < order[a.Severity] {
			t.Errorf("%+v before %+v", a, b)
		}
	}
	if r.Count(flight.Error) != 1 || len(r.Messages) != 2 || r.Messages[0].Count != 6 || r.Messages[0].Rate != 1 {
		t.Errorf("%+v", r)
	}
}

func TestAMessageSeenOnceHasNoRate(t *testing.T) {
	text, err := json.Marshal(run(t, troubled()))
	if err != nil || !strings.Contains(string(text), `"name":"HEARTBEAT","id":0,"count":1,"rate_hz":null`) {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestTextIsReadFromTheTop(t *testing.T) {
	var out bytes.Buffer
	if err := run(t, troubled()).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, part := range []string{
		"VREC recording, MAVLink 2, 00:06.000", "1:1 rebooted once", "of the frames never arrived whole",
		"Look first at\n  00:03.000  1:1 rebooted", "Sources", "Loss of 255:190 cannot be told: it sent a single frame.",
		"Epochs", "reboot: its clock fell from 60.200 s to 0.100 s", "Findings: 1 error,", "[junk at byte",
	} {
		i := strings.Index(out.String()[at:], part)
		if i < 0 {
			t.Fatalf("%q is missing or out of place in\n%s", part, out.String())
		}
		at += i
	}
}

func TestVerdicts(t *testing.T) {
	clean := func(n int) *flight.Log {
		var b logtest.Builder
		for i := range n {
			b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: logtest.Heartbeat, Seq: uint8(i)})
		}
		return b.Log()
	}
	var junk logtest.Builder
	junk.Damage(flight.Damage{Kind: flight.Junk}, []byte{1})
	noise := junk.Log()
	noise.Records.Offset = []int64{0}
	for _, c := range []struct {
		log  *flight.Log
		want string
	}{
		{clean(9), "It can be trusted: no frame is missing, every byte is accounted for and its clock never goes back."},
		{clean(1), "It can be trusted in what it holds: every byte is accounted for and its clock never goes back; whether frames are missing cannot be told."},
		{clean(0), "There is nothing in it to trust."},
		{noise, "Nothing in it can be read: no frame came whole."},
	} {
		if got := run(t, c.log).Verdict(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestWritingErrorsAreReported(t *testing.T) {
	if err := run(t, troubled()).WriteText(full{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestRunCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := analysis.Run(ctx, troubled()); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestRunGivesTheSameTwice(t *testing.T) {
	l := troubled()
	a, err1 := json.Marshal(run(t, l))
	b, err2 := json.Marshal(run(t, l))
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("%s, then %s", a, b)
	}
}

func BenchmarkRun(b *testing.B) {
	var log logtest.Builder
	messages := []*flight.Message{logtest.Attitude, logtest.Heartbeat, logtest.Servos, logtest.Position}
	for i := range 1_000_000 {
		if i%50 != 0 {
			log.Add(logtest.Frame{At: time.Duration(i) * 10 * time.Millisecond, Message: messages[i%4], Seq: uint8(i), Value: 10 * float64(i)})
		}
	}
	l := log.Log()
	b.SetBytes(l.Size())
	for b.Loop() {
		if _, err := analysis.Run(b.Context(), l); err != nil {
			b.Fatal(err)
		}
	}
}
