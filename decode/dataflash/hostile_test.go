package dataflash_test

import (
	"bytes"
	"context"
	"runtime"
	"testing"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

// perByte bounds what opening may allocate for one byte of the worst log: index,
// damage and messages, some of them twice while slices grow.
const perByte = 150

func TestMemoryIsBoundedByTheSizeOfTheLog(t *testing.T) {
	const size = 1 << 20
	binary := func(part func(b *logBuilder, i int)) []byte {
		b := newLog()
		for i := 0; len(b.b) < size; i++ {
			part(b, i)
		}
		return b.b
	}
	for name, data := range map[string][]byte{
		"a format for each record": binary(func(b *logBuilder, i int) {
			b.format(9, 3, string([]byte{'A' + byte(i%26), 'A' + byte(i/26%26), 'A' + byte(i/676%26)}), "BBBBBBBBBBBBBBBB", "").add(9)
		}),
		"records of a header": binary(func(b *logBuilder, i int) {
			if i == 0 {
				b.format(9, 3, "A", "", "")
			}
			b.add(9)
		}),
		"junk between all records": binary(func(b *logBuilder, i int) {
			if i == 0 {
				b.format(9, 3, "A", "", "")
			}
			b.add(9).raw(byte(i))
		}),
		"headers of no format":    binary(func(b *logBuilder, i int) { b.add(uint8(i)) }),
		"the start of a header":   append(newLog().b, bytes.Repeat([]byte{0xA3}, size)...),
		"a format that is itself": binary(func(b *logBuilder, _ int) { b.self() }),
	} {
		checkMemory(t, name, data, dataflash.Open)
	}
	for name, data := range map[string][]byte{
		"empty lines":       append([]byte("FMT,1,1,A,,\n"), bytes.Repeat([]byte("\n"), size)...),
		"lines of a name":   append([]byte("FMT,1,1,A,,\n"), bytes.Repeat([]byte("A\n"), size/2)...),
		"lines of no name":  append([]byte("FMT,1,1,A,,\n"), bytes.Repeat([]byte("B\n\x00\n"), size/4)...),
		"one line":          append([]byte("FMT,1,1,A,,\n"), bytes.Repeat([]byte(","), size)...),
		"nothing but lines": append(bytes.Repeat([]byte("x\n"), size/2), "FMT,1,1,A,,\n"...),
	} {
		checkMemory(t, name, data, dataflash.OpenText)
	}
}

type opener func(context.Context, string, []byte, func(int64)) (*flight.Log, error)

func checkMemory(t *testing.T, name string, data []byte, open opener) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := open(context.Background(), "", data, nil)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	checkSound(t, l)
	if got := (after.TotalAlloc - before.TotalAlloc) / uint64(len(data)); got > perByte {
		t.Errorf("%s: %d bytes allocated for each byte of the log", name, got)
	}
}
