package analysis_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"postflight/replay/sim"
)

func TestTheReportTellsOfClocks(t *testing.T) {
	data, _ := sim.Fly(sim.Config{Length: 100 * time.Second}).TLog()
	r := run(t, open(t, "a.tlog", data))
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Clocks []map[string]any }
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	for _, c := range got.Clocks {
		if k := strings.Join(keys(c), " "); k != "clock epoch kind offset_ns pairs ready sigma_ns skew_ppm source span_s" {
			t.Errorf("a clock has %s", k)
		}
		kinds[c["source"].(string)+" "+c["kind"].(string)+" "+c["clock"].(string)] = true
	}
	for _, want := range []string{
		"1:1 envelope boot", "1:1 gps utc", "1:1 timesync boot", "1:100 envelope boot", "1:100 envelope signature",
	} {
		if !kinds[want] {
			t.Errorf("no clock %q in %v", want, kinds)
		}
	}
	if c := got.Clocks[0]; c["ready"] != true || c["pairs"].(float64) < 2000 || c["sigma_ns"].(float64) > 1e6 {
		t.Errorf("the first clock is %v", c)
	}
	var out bytes.Buffer
	if err := r.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "\nClocks\n  1:1 keeps pace with the station, within 0.") ||
		!strings.Contains(out.String(), "ms longer than the fastest.\n") {
		t.Error(out.String())
	}
}
