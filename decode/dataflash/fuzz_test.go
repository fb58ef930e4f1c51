package dataflash_test

import (
	"context"
	"testing"

	"postflight/decode/dataflash"
)

func FuzzDataFlash(f *testing.F) {
	b, _ := attitudes(4)
	f.Add(b.b)
	f.Add(b.unitFormats().gpsFormat().unitsOf(typeGPS, "s#---", "F----").gps(1, 1, 3, 1, 2400).gps(2, 0, 3, 2, 2400).b)
	f.Add(newLog().format(9, 14, "NEW", "QxB", "TimeUS,x,b").add(9, u64(1<<63), []byte{1, 2, 3}).b)
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := dataflash.Open(context.Background(), "", data, nil)
		if err != nil {
			return
		}
		checkSound(t, l)
		decodeAll(l)
		dataflash.Batches(l)
	})
}

func FuzzDataFlashText(f *testing.F) {
	f.Add([]byte(textLog))
	f.Add([]byte("FMT, 1, 2, A, Q, TimeUS\nA, 99999999999999999999\nA, 1e300\nA, -5\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := dataflash.OpenText(context.Background(), "", data, nil)
		if err != nil {
			return
		}
		checkSound(t, l)
		decodeAll(l)
	})
}
