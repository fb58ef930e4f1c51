package analysis_test

import (
	"encoding/binary"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/internal/logtest"
	"postflight/decode"
	"postflight/decode/flight"
)

// real takes the real logs apart that lie in the folder POSTFLIGHT_LOGS names.
func real(t *testing.T, patterns ...string) map[string]*analysis.Report {
	t.Helper()
	folder := logtest.Real(t)
	out := map[string]*analysis.Report{}
	for _, p := range patterns {
		paths, err := filepath.Glob(filepath.Join(folder, p))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v", p, err)
		}
		for _, path := range paths {
			if l, err := decode.Open(t.Context(), path, nil); err == nil {
				out[filepath.Base(path)] = run(t, l)
			}
		}
	}
	return out
}

func source(t *testing.T, id string) flight.Source {
	t.Helper()
	s, err := flight.ParseSource(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRealLinksAreCounted(t *testing.T) {
	for _, c := range []struct {
		log, id                        string
		lost, late, duplicate, senders int
		reliable                       bool
		why                            string
	}{
		{"herelink_mav.tlog", "1:1", 0, 0, 0, 1, true, ""},
		{"herelink_mav.tlog", "1:190", 0, 0, 0, 1, false, "every frame has sequence 6"},
		{"herelink_mav.tlog", "255:190", 0, 0, 0, 1, false, "another link"},
		{"yuyongju.tlog", "1:190", 0, 0, 0, 1, false, "every frame has sequence 5"},
		{"yuyongju.tlog", "1:1", 0, 0, 0, 1, true, ""},
		{"wlichon_flood_root.tlog", "1:190", 0, 0, 0, 1, false, "every frame has sequence 7"},
		{"wlichon_flood_test.tlog", "1:190", 0, 0, 0, 1, false, "every frame has sequence 21"},
		{"wlichon_flood_baseline.tlog", "1:1", 83, 0, 0, 1, true, ""},
		{"wlichon_flood_mavlink.tlog", "1:1", 88, 0, 0, 1, true, ""},
		{"wlichon_flood_mavlink.tlog", "2:2", 0, 0, 0, 7, false, "several senders"},
		{"wlichon_flood_heartbeat.tlog", "1:1", 0, 0, 0, 2, false, "some in MAVLink 1 and some in MAVLink 2"},
		{"dronerest_0.tlog", "1:1", 9, 0, 0, 1, true, ""},
		{"dronerest_1.tlog", "1:1", 192, 0, 0, 1, true, ""},
		{"mavometer_test.tlog", "1:1", 0, 0, 0, 1, true, ""},
		{"uavlogviewer_flight_logs.tlog", "1:1", 89, 0, 0, 1, true, ""},
		{"uavlogviewer_flight_logs.tlog", "250:250", 0, 0, 0, 1, true, ""},
		{"uavlogviewer_vtol.tlog", "1:1", 944, 50, 0, 1, true, ""},
		{"ardusub_small.tlog", "1:1", 0, 0, 0, 1, true, ""},
		{"ardusub_small.tlog", "1:100", 4, 0, 0, 1, true, ""},
		{"ardusub_small.tlog", "1:194", 0, 0, 0, 1, false, "another link"},
		{"ardusub_small.tlog", "1:220", 0, 0, 0, 1, false, "another link"},
		{"ardusub_small2.tlog", "1:1", 0, 0, 0, 1, false, "left out of the log"},
		{"ardusub_pymavlink_bug.tlog", "1:194", 1955, 0, 0, 1, true, ""},
	} {
		s := real(t, c.log)[c.log].Link.Of(source(t, c.id))
		if s.Lost != c.lost || s.Late != c.late || s.Duplicate != c.duplicate || s.Senders != c.senders ||
			s.Reliable != c.reliable || !strings.Contains(s.Why, c.why) {
			t.Errorf("%s, %s: lost %d, late %d, twice %d, senders %d, reliable %v: %q",
				c.log, c.id, s.Lost, s.Late, s.Duplicate, s.Senders, s.Reliable, s.Why)
		}
	}
}

func TestRealLogsSayWhatIsWrongWithThem(t *testing.T) {
	for _, c := range []struct {
		log      string
		kind     flight.Kind
		severity flight.Severity
		source   string
		count    int
		text     string
	}{
		{"wlichon_flood_mavlink.tlog", flight.SeveralSenders, flight.Warning, "2:2", 1, "sequences run side by side"},
		{"wlichon_flood_heartbeat.tlog", flight.SeveralSenders, flight.Warning, "1:1", 1, "its heartbeats name both a quadrotor (ArduPilot) and"},
		{"mikesayer_plane.tlog", "text-mode-damage", flight.Error, "", 1, "each of its 176 LF. That cost 5587 bytes"},
		{"mikesayer_plane.tlog.raw", "text-mode-damage", flight.Error, "", 1, "each of its 137 LF. That cost 4605 bytes"},
		{"yuyongju.tlog", flight.ClockOutlier, flight.Info, "", 3, "The station's clock goes back by 1."},
		{"uavlogviewer_flight_logs.tlog", flight.Restart, flight.Warning, "1:1", 1, "likely rebooted: its time since power-up falls from 8.451 s to 2.442 s"},
		{"uavlogviewer_flight_logs.tlog", flight.ConsoleText, flight.Info, "", 10, "Text between the frames"},
		{"ardusub_pymavlink_bug.tlog", flight.DialectMismatch, flight.Warning, "1:194", 1, "DISTANCE_SENSOR from 1:194"},
		{"ardusub_small.tlog", flight.DialectMismatch, flight.Warning, "1:100", 4, "another dialect"},
		{"aalborg_px4.tlog.raw", flight.JunkRun, flight.Error, "", 1, "wrong baud rate"},
		{"dronerest_1.tlog", flight.TimeGap, flight.Warning, "1:1", 1, "cannot show how many"},
	} {
		r := real(t, c.log)[c.log]
		n := 0
		for _, f := range r.Findings {
			if f.Kind == c.kind && f.Severity == c.severity && f.Source == c.source {
				n++
				if !strings.Contains(f.Text, c.text) {
					t.Errorf("%s: %q, want %q", c.log, f.Text, c.text)
				}
			}
		}
		if n != c.count {
			t.Errorf("%s: %d findings %s of %q, want %d", c.log, n, c.kind, c.source, c.count)
		}
	}
}

func TestTheJSONOfRealLogsSaysHowManySendersSpeak(t *testing.T) {
	for name, want := range map[string]string{
		"wlichon_flood_mavlink.tlog":   `"id":"2:2","frames":18741,"lost":0,"loss":0,"duplicate":0,"late":0,"restarts":0,"senders":7,`,
		"wlichon_flood_heartbeat.tlog": `"id":"1:1","frames":8368,"lost":0,"loss":0,"duplicate":0,"late":0,"restarts":0,"senders":2,`,
	} {
		text, err := json.Marshal(real(t, name)[name])
		if err != nil || !strings.Contains(string(text), want) || !strings.Contains(string(text), `"reliable":false,"why":"at least`) {
			t.Errorf("%s: %v, got %s", name, err, text)
		}
	}
}

func TestSmallStepsOfRealClocksBeginNoEpoch(t *testing.T) {
	for name, r := range real(t, "yuyongju.tlog", "uavlogviewer_flight_logs.tlog") {
		for _, e := range r.Epochs {
			if e.Index > 0 {
				t.Errorf("%s: %+v", name, e)
			}
		}
	}
	for _, e := range run(t, open(t, "ahead.tlog", aheadBefore(t, "yuyongju.tlog", time.Second))).Epochs {
		if e.Index > 0 {
			t.Errorf("steps behind a clock that was ahead for long: %+v", e)
		}
	}
	r := real(t, "uavlogviewer_flight_logs.tlog")["uavlogviewer_flight_logs.tlog"]
	i := slices.IndexFunc(r.Findings, func(f flight.Finding) bool { return f.Kind == flight.Restart })
	for _, evidence := range []string{
		"its sequence starts anew, 0 after 32", "nothing came from it for 1.0 s", "250:250 had asked for a reboot",
		"its heartbeat says that it is starting up", "SYSTEM_TIME", `it says "Calibrating barometer"`,
	} {
		if text := r.Findings[i].Text; !strings.Contains(text, evidence) {
			t.Errorf("%q does not name %q", text, evidence)
		}
	}
}

// aheadBefore are the bytes of a real telemetry log in which the clock is as far ahead
// for 200 frames before each fall by more than least as it is right before it: the few
// stamps there could be strays otherwise.
func aheadBefore(t *testing.T, name string, least time.Duration) []byte {
	t.Helper()
	l, err := decode.Open(t.Context(), filepath.Join(logtest.Real(t), name), nil)
	if err != nil {
		t.Fatal(err)
	}
	data := slices.Clone(l.Data)
	stamp := func(i int) []byte { return data[l.Frames.Offset[i]-8:] }
	falls := 0
	for i := 200; i < l.Frames.Len(); i++ {
		fall := int64(binary.BigEndian.Uint64(stamp(i-1)) - binary.BigEndian.Uint64(stamp(i)))
		if fall <= least.Microseconds() {
			continue
		}
		falls++
		for k := i - 200; k < i; k++ {
			if us := binary.BigEndian.Uint64(stamp(k)); us < binary.BigEndian.Uint64(stamp(i)) {
				binary.BigEndian.PutUint64(stamp(k), us+uint64(fall))
			}
		}
	}
	if falls != 3 {
		t.Fatalf("%d falls", falls)
	}
	return data
}

func TestRealLogsFitOnAPage(t *testing.T) {
	for name, r := range real(t, "*.tlog", "*.raw", "*.BIN", "*.log") {
		var out strings.Builder
		if err := r.WriteText(&out); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "\n"); n > 60 {
			t.Errorf("%s: %d lines", name, n)
		}
	}
}
