package timebase_test

import (
	"encoding/binary"
	"testing"

	"postflight/analysis/timebase"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

// BenchmarkFind fits the clock of an hour at 100 attitudes a second.
func BenchmarkFind(b *testing.B) {
	var r recording
	r.fly(0, 3600*s, vehicle, remote{40 * s, 20}, source(1))
	var data []byte
	for _, m := range r.sorted() {
		f := r.frame(m, mavlink.Definition(30), flight.MagicMAVLink2)
		for range 5 {
			data = append(binary.BigEndian.AppendUint64(data, uint64(m.at/1000)), f...)
		}
	}
	l, err := decode.Bytes(b.Context(), "hand.tlog", data, nil)
	if err != nil {
		b.Fatal(err)
	}
	epochs := epochsOf(l)
	b.SetBytes(int64(len(data)))
	b.ResetTimer()
	for range b.N {
		if _, err := timebase.Find(b.Context(), l, epochs); err != nil {
			b.Fatal(err)
		}
	}
}
