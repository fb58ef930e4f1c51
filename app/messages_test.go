package app

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"postflight/decode/flight"
)

// listAll lists a log whose reasons are those of its damage.
func listAll(t *testing.T, l *flight.Log, write func(io.Writer, *flight.Log, entry)) []string {
	t.Helper()
	var text bytes.Buffer
	out := bufio.NewWriter(&text)
	listed := listing{log: l, out: out, write: write}
	for _, d := range l.Damage {
		listed.reasons = append(listed.reasons, d.Reason)
	}
	if err := listed.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
}

func TestADamagedFrameInSeveralRecordsIsOneLine(t *testing.T) {
	message := &flight.Message{Name: "HEARTBEAT"}
	piece := func(offset, length int64, frame int) flight.Damage {
		return flight.Damage{
			Span: flight.Span{Offset: offset, Length: length}, Kind: flight.CRCFailed,
			Source: flight.MakeSource(1, 1), Message: message, Frame: frame,
		}
	}
	l := &flight.Log{
		Data:   append([]byte{0xFD, 9, 0, 0, 7, 1, 1}, make([]byte, 30)...),
		Damage: []flight.Damage{piece(0, 8, 21), piece(20, 13, 0)},
	}
	if got := listAll(t, l, writeText); len(got) != 1 || !strings.HasSuffix(got[0], "HEARTBEAT  CRC failed, 21 bytes at 0") {
		t.Errorf("text %q", got)
	}
	if got := listAll(t, l, writeJSON); len(got) != 1 || !strings.Contains(got[0], `"st": "badcrc"`) {
		t.Errorf("JSON %q", got)
	}
}

func TestJunkSaysWhyInJSONToo(t *testing.T) {
	l := &flight.Log{
		Data:   make([]byte, 10),
		Damage: []flight.Damage{{Span: flight.Span{Offset: 2, Length: 5}, Kind: flight.Junk, Reason: `no "magic"`}},
	}
	var got struct {
		Junk, N int
		Reason  string
	}
	lines := listAll(t, l, writeJSON)
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
		t.Fatalf("%q: %v", lines, err)
	}
	if got.Junk != 2 || got.N != 5 || got.Reason != `no "magic"` {
		t.Errorf("got %+v", got)
	}
}
