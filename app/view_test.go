package app

import (
	"encoding/binary"
	"strings"
	"testing"

	"postflight/decode/vgt"
)

func TestALogWithImpossibleTimesIsStillShown(t *testing.T) {
	data := append([]byte(vgt.Magic), make([]byte, 16)...)
	binary.LittleEndian.PutUint32(data[4:], 1)
	binary.LittleEndian.PutUint32(data[8:], 124)
	for _, us := range []uint64{0, 1 << 63, 1<<63 + 1, 5, 6, 1<<64 - 1, 1<<64 - 1, 1 << 50} {
		record := make([]byte, 124)
		binary.LittleEndian.PutUint64(record[8:], us)
		data = append(data, record...)
	}
	o, err := openFlight(t.Context(), []file{{path: "gt.bin", data: data}}, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := o.view(); err != nil || v.Whole.To <= 0 || 2*v.Whole.To <= v.Whole.To {
		t.Errorf("shown from %v to %v: %v", v.Whole.From, v.Whole.To, err)
	}
}

func TestTheRowsOfThePanelsAreMadeWithTheFlight(t *testing.T) {
	o := demoFlight(t)
	v, err := o.view()
	if err != nil {
		t.Fatal(err)
	}
	for name, counts := range map[string][2]int{
		"findings": {len(v.FindingRows), len(o.report.Findings)},
		"epochs":   {len(v.EpochRows), len(o.report.Epochs)},
		"link":     {len(v.LinkRows), len(o.report.Link.Sources)},
		"clocks":   {len(v.ClockRows), len(o.report.Clocks.Clocks)},
	} {
		if counts[0] != counts[1] || counts[0] == 0 {
			t.Errorf("%s: %d rows, want %d", name, counts[0], counts[1])
		}
	}
	compared := 0
	for _, row := range v.EpochRows {
		if strings.Contains(row.Detail, "from the truth (RMS)") {
			compared++
		}
	}
	if compared == 0 {
		t.Errorf("no epoch says how far the estimate was from the truth: %+v", v.EpochRows)
	}
}
