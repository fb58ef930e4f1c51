package analysis_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/internal/logtest"
	"postflight/decode"
	"postflight/decode/crc"
	"postflight/decode/flight"
)

// A SiK radio reports on its link in two messages of MAVLink 1 that share a
// number: RADIO_STATUS, and the older RADIO.
func TestARadioInARealLogLosesNothingAndDisturbsNobody(t *testing.T) {
	folder := logtest.Real(t)
	radio := flight.MakeSource(51, 68)
	for _, name := range []string{"ardusub_small.tlog", "herelink_mav.tlog", "uavlogviewer_vtol.tlog", "dronerest_1.tlog"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		without := counted(t, data)
		woven, reports := withRadio(t, data)
		with := counted(t, woven)
		if s := with.Link.Of(radio); s.Frames != reports || s.Lost != 0 || s.Duplicate != 0 || s.Senders != 1 || !s.Reliable {
			t.Errorf("%s: the radio's %d reports are counted as %+v", name, reports, *s)
		}
		for _, s := range without.Link.Sources {
			if got := with.Link.Of(s.Source); got.Frames != s.Frames || got.Lost != s.Lost || got.Late != s.Late || got.Duplicate != s.Duplicate {
				t.Errorf("%s: beside a radio, %v is counted as %+v, not %+v", name, s.Source, *got, s)
			}
		}
	}
}

func counted(t *testing.T, data []byte) *analysis.Report {
	t.Helper()
	l, err := decode.Bytes(t.Context(), "", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, l)
}

// withRadio puts two reports of a radio behind the first frame of each second.
func withRadio(t *testing.T, data []byte) (woven []byte, reports int) {
	t.Helper()
	l, err := decode.Bytes(t.Context(), "", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	from, next, number := int64(0), time.Duration(0), byte(250)
	for i := range l.Frames.Len() {
		if l.Frames.Time[i] < next || l.Frames.Flags[i]&flight.Unstamped != 0 {
			continue
		}
		next = l.Frames.Time[i] + time.Second
		to := l.Frames.Offset[i] + int64(l.Frames.Length[i])
		stamp := data[l.Frames.Offset[i]-8 : l.Frames.Offset[i]]
		woven = slices.Concat(woven, data[from:to], stamp, report(number, 109, 185), stamp, report(number, 166, 21))
		from, number, reports = to, number+1, reports+2
	}
	return append(woven, data[from:]...), reports
}

func report(number, id, extra byte) []byte {
	b := append([]byte{0xFE, 9, number, 51, 68, id}, 20, 0, 0, 0, 190, 185, 100, 40, 42)
	return binary.LittleEndian.AppendUint16(b, crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), extra))
}
