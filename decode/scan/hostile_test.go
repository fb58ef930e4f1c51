package scan_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"postflight/decode/internal/build"
	"postflight/decode/vrec"
)

// hostile are wires made to cost a scanner as much as they can, for a size.
var hostile = map[string]func(size int) []byte{
	"0xFD only":   func(n int) []byte { return bytes.Repeat([]byte{0xFD}, n) },
	"0xFE only":   func(n int) []byte { return bytes.Repeat([]byte{0xFE}, n) },
	"0x56 only":   func(n int) []byte { return bytes.Repeat([]byte{0x56}, n) },
	"zeros":       func(n int) []byte { return make([]byte, n) },
	"FD FF 00":    func(n int) []byte { return bytes.Repeat([]byte{0xFD, 0xFF, 0}, n/3) },
	"56 02 FF 00": func(n int) []byte { return bytes.Repeat([]byte{0x56, 2, 0xFF, 0}, n/4) },
	"56 71":       func(n int) []byte { return bytes.Repeat([]byte{0x56, 0x71}, n/2) },
	"known headers": func(n int) []byte {
		return bytes.Repeat([]byte{0xFD, 0xFF, 0, 0, 1, 1, 1, 30, 0, 0}, n/10)
	},
	"one unknown message after the other, then junk": func(n int) []byte {
		return append(repeat(n/13, func(i int) []byte { return unknown(uint8(i), 7) }), 0)
	},
	"unknown messages of which each hides a good one": func(n int) []byte {
		return repeat(n/33, func(i int) []byte {
			return build.Frame{ID: 0x7F0001, Payload: heartbeat(uint8(i))}.MAVLink2()
		})
	},
	"good frames and unknown ones that lead to junk, in turn": func(n int) []byte {
		return append(repeat(n/34, func(i int) []byte { return join(heartbeat(uint8(i)), unknown(uint8(i), 7)) }), 0)
	},
	"every other frame damaged": func(n int) []byte {
		return repeat(n/42, func(i int) []byte {
			f := heartbeat(uint8(i))
			f[12] ^= 1
			return join(f, heartbeat(uint8(i)))
		})
	},
	"a new unknown message each time": func(n int) []byte {
		return repeat(n/13, func(i int) []byte {
			return build.Frame{ID: uint32(0x100000 + i), Payload: []byte{1}}.MAVLink2()
		})
	},
	"noise": func(n int) []byte { return noise(n) },
}

func noise(n int) []byte {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// cuts are how the bytes of a wire may be spread over records.
var cuts = map[string]func(b []byte) build.VREC{
	"one record": func(b []byte) build.VREC { return build.Recording(b) },
	"a byte a record": func(b []byte) build.VREC {
		b = b[:len(b)/4]
		v := build.VREC{Records: make([]build.Record, len(b))}
		for i := range b {
			v.Records[i] = build.Record{Us: 60_000_000 + uint64(i), Data: b[i : i+1]}
		}
		return v
	},
}

// linear opens a recording and one eight times as long and reports whether the
// time grew about as much: what is quadratic takes 64 times as long. A busy
// machine gets several tries.
func linear(t *testing.T, small, large []byte) {
	t.Helper()
	elapsed := func(data []byte) time.Duration {
		start := time.Now()
		l, err := vrec.Open(context.Background(), "test", data, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range l.Streams {
			l.Rows(s)
		}
		took := time.Since(start)
		if err := l.CheckTiling(); err != nil {
			t.Error(err)
		}
		return took
	}
	fast, slow := elapsed(small), elapsed(large)
	for range 8 {
		if slow <= 24*max(fast, 2*time.Millisecond) {
			return
		}
		slow = min(slow, elapsed(large))
	}
	t.Errorf("%d bytes take %v, %d take %v", len(small), fast, len(large), slow)
}

func TestTimeGrowsWithSizeAlone(t *testing.T) {
	const size = 1 << 13
	for name, wire := range hostile {
		for cut, records := range cuts {
			t.Run(name+", "+cut, func(t *testing.T) {
				linear(t, records(wire(size)).Bytes(), records(wire(8*size)).Bytes())
			})
		}
	}
}

func TestDamagedHeadersTakeTimeThatGrowsWithSizeAlone(t *testing.T) {
	for name, damage := range map[string]func(header []byte, i int){
		"every length damaged": func(h []byte, _ int) { h[11] ^= 0x40 },
		"every other length":   func(h []byte, i int) { h[11] ^= byte(i&1) << 6 },
		"every fourth length":  func(h []byte, i int) { h[8] ^= byte(i&4) >> 2 },
		"every time":           func(h []byte, _ int) { h[7] ^= 0x40 },
		"every other time":     func(h []byte, i int) { h[7] ^= byte(i&1) << 6 },
		"times to and fro":     func(h []byte, i int) { h[3] ^= byte(i & 1) },
		"times far to and fro": func(h []byte, i int) { h[4] ^= byte(i & 1) },
		"all zeros":            func(h []byte, _ int) { clear(h) },
		"to the end":           func(h []byte, _ int) { h[7], h[10] = 0x40, 0x40 },
	} {
		t.Run(name, func(t *testing.T) {
			file := func(records int) []byte {
				var v build.VREC
				for i := range records {
					v.Records = append(v.Records, build.Record{Us: 60_000_000 + uint64(i)*1000, Data: []byte{9, 9, 0}})
				}
				data := v.Bytes()
				for i := range records {
					damage(data[build.HeaderSize+15*i:][:build.RecordHead], i)
				}
				return data
			}
			linear(t, file(2_000), file(16_000))
		})
	}
}

func TestStreamsThatCannotBeNumberedAreLeftOut(t *testing.T) {
	wire := repeat(70_000, func(i int) []byte {
		return build.Frame{ID: uint32(0x100000 + i), Payload: []byte{1}}.MAVLink2()
	})
	l := open(t, build.Recording(wire))
	if n := len(l.Streams); n != 1<<16 {
		t.Errorf("%d streams", n)
	}
}

func TestMemoryIsBoundedByTheInput(t *testing.T) {
	for name, wire := range hostile {
		for cut, records := range cuts {
			t.Run(name+", "+cut, func(t *testing.T) {
				data := records(wire(1 << 16)).Bytes()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				l, err := vrec.Open(context.Background(), "test", data, nil)
				runtime.ReadMemStats(&after)
				if err != nil {
					t.Fatal(err)
				}
				if ratio := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data)); ratio > 64 {
					t.Errorf("%d bytes made the scanner allocate %.0f times as much", len(data), ratio)
				}
				runtime.KeepAlive(l)
			})
		}
	}
}
