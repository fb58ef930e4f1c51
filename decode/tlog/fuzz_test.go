package tlog_test

import (
	"testing"

	"postflight/decode/internal/prove"
)

// FuzzTlog takes any bytes as a log, and as damage between two entries of one,
// which are found whatever it is.
func FuzzTlog(f *testing.F) {
	f.Add(entries(noon, noon+5, 1<<63, 0))
	f.Add(join(entries(noon), attitude(1), entry(0xFD_00_00_00_FE_00_00_FD, station(1)), []byte{0xFD, 1}))
	f.Add(join(make([]byte, 8), []byte{0xFD, 255, 1, 0, 1, 1, 1, 0xFF, 0xFF, 0xFF}))
	f.Fuzz(func(t *testing.T, data []byte) {
		open(t, data)
		good := attitude(77)
		l := open(t, join(entry(noon, good), data, entry(noon+1, good)))
		for _, at := range []int64{8, l.Size() - int64(len(good))} {
			if err := prove.Found(l, at); err != nil {
				t.Errorf("%v: %s", err, story(l))
			}
		}
	})
}
