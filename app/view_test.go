package app

import (
	"encoding/binary"
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
