package main

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/decode"
	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

var noon = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

// vehicleLog is a telemetry log of 30 s: attitude and heartbeats of a vehicle
// that was switched on boot before the start.
func vehicleLog(system uint8, start time.Time, boot time.Duration) (out []byte) {
	add := func(at time.Duration, id uint32, seq uint8, payload []byte) {
		out = binary.BigEndian.AppendUint64(out, uint64(start.Add(at).UnixMicro()))
		from := len(out)
		out = append(out, 0xFD, byte(len(payload)), 0, 0, seq, system, 1, byte(id), 0, 0)
		out = append(out, payload...)
		out = binary.LittleEndian.AppendUint16(out, crc.Byte(crc.MCRF4XX(crc.Init, out[from+1:]), mavlink.Definition(id).CRCExtra))
	}
	seq := uint8(0)
	for at := time.Duration(0); at < 30*time.Second; at += 100 * time.Millisecond {
		payload := binary.LittleEndian.AppendUint32(nil, uint32((boot + at).Milliseconds()))
		add(at, 30, seq, append(payload, bytes.Repeat([]byte{1}, 24)...))
		add(at+time.Millisecond, 0, seq+1, []byte{0, 0, 0, 0, 2, 3, 81, 4, 3})
		seq += 2
	}
	return out
}

// join puts logs end to end, as people do who write into one file.
func join(logs ...[]byte) (out []byte) {
	for _, l := range logs {
		out = append(out, l...)
	}
	return out
}

func TestLogsPutEndToEndHaveAnEpochOrATimeGapWhereTheyMeet(t *testing.T) {
	const up, day = 100 * time.Second, 24 * time.Hour
	first := vehicleLog(1, noon, up)
	seam := int64(len(first))
	for name, c := range map[string]struct {
		second []byte
		want   []flight.Kind // of the findings at the seam, a time gap said once or more
	}{
		"another vehicle, a day earlier":          {vehicleLog(2, noon.Add(-day), up), []flight.Kind{flight.EpochCaptureStep, flight.TimeGap}},
		"another vehicle, a day later":            {vehicleLog(2, noon.Add(day), up), []flight.Kind{flight.TimeGap}},
		"the same vehicle, a day earlier":         {vehicleLog(1, noon.Add(-day), up+day), []flight.Kind{flight.EpochCaptureStep}},
		"the same vehicle, a day later, rebooted": {vehicleLog(1, noon.Add(day), 20*time.Second), []flight.Kind{flight.TimeGap, flight.EpochReboot}},
		"the same vehicle, a day later, still on": {vehicleLog(1, noon.Add(day), day), []flight.Kind{flight.TimeGap}},
		"the same vehicle, a year later":          {vehicleLog(1, noon.Add(365*day), 50*time.Second), []flight.Kind{flight.TimeGap, flight.EpochReboot}},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := decode.Bytes(t.Context(), "", join(first, c.second), nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.CheckTiling(); err != nil || l.Frames.Len() != 1200 || len(l.Damage) != 0 {
				t.Errorf("%v, %d frames, %v", err, l.Frames.Len(), l.Damage)
			}
			report, err := analysis.Run(t.Context(), l)
			if err != nil {
				t.Fatal(err)
			}
			found := map[flight.Kind]bool{}
			for _, f := range report.Findings {
				switch f.Kind {
				case flight.EpochCaptureStep, flight.EpochReboot, flight.TimeGap:
					found[f.Kind] = true
					if f.Span.Offset < seam-100 || f.Span.Offset > seam+100 {
						t.Errorf("at %d, not at the seam %d: %+v", f.Span.Offset, seam, f)
					}
				}
			}
			for _, kind := range c.want {
				if !found[kind] {
					t.Errorf("no %s among %+v", kind, report.Findings)
				}
			}
			if len(found) != len(c.want) {
				t.Errorf("found %v, want %v", found, c.want)
			}
		})
	}
}
