package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"postflight/decode/flight"
)

func TestBytesMessagesAndFindingsGiveOneReasonForARunOfJunk(t *testing.T) {
	telemetry, _, _, _ := demoLogs(t)
	var text []byte
	for _, c := range []byte("Init ArduCopter V4.5.7\n") {
		text = append(append(text, telemetry.data[:8]...), c)
	}
	telemetry.data = append(text, telemetry.data...)
	o := mustOpen(t, telemetry)
	const reason = "text between the frames, a byte an entry"
	at := o.bytes()[0].Map.At(20)
	if at.Reason != reason || at.Span.Length != int64(len(text)) {
		t.Errorf("Bytes gives %q for %v", at.Reason, at.Span)
	}
	found := false
	for _, f := range o.report.Findings {
		found = found || f.Kind == flight.ConsoleText && f.Span == at.Span && strings.HasPrefix(strings.ToLower(f.Text), reason)
	}
	if !found {
		t.Errorf("no finding says so: %+v", o.report.Findings[:3])
	}
	path := filepath.Join(t.TempDir(), "a.tlog")
	if err := os.WriteFile(path, telemetry.data, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if code := Run([]string{"messages", path}, &out, &out); code != exitOK {
		t.Fatalf("exit %d: %s", code, out.String())
	}
	if first, _, _ := strings.Cut(out.String(), "\n"); !strings.HasSuffix(first, reason) {
		t.Errorf("messages says %q", first)
	}
}
