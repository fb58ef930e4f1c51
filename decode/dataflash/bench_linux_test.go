package dataflash_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

// walk steps through a log by the lengths its formats give, and does nothing
// else.
func walk(data []byte) (records int) {
	var length [256]int
	length[128] = 89
	for at := 0; at+3 <= len(data) && data[at] == 0xA3 && data[at+1] == 0x95; records++ {
		n := length[data[at+2]]
		if n == 0 || at+n > len(data) {
			break
		}
		if data[at+2] == 128 {
			length[data[at+3]] = int(data[at+4])
		}
		at += n
	}
	return records
}

var sink int

// BenchmarkAgainstWalk prints how indexing, and decoding every column, compare to
// the bare walk: with the bytes in memory, and from a file, which must be read
// first for either.
func BenchmarkAgainstWalk(b *testing.B) {
	data := bigLog(50 << 20)
	path := filepath.Join(b.TempDir(), "big.bin")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.Fatal(err)
	}
	index := func(data []byte) *flight.Log {
		l, err := dataflash.Open(context.Background(), "", data, nil)
		if err != nil {
			b.Fatal(err)
		}
		return l
	}
	read := func() []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		return data
	}
	for b.Loop() {
		floor := best(func() { sink = walk(data) })
		indexed := best(func() { index(data) })
		columns := best(func() { sink = decodeAll(index(data)) }) - indexed
		fileFloor := best(func() { sink = walk(read()) })
		fileIndexed := best(func() { index(read()) })
		fileColumns := best(func() { sink = decodeAll(index(read())) })
		mb := float64(len(data)) / 1e6
		b.ReportMetric(mb/floor.Seconds(), "walk-MB/s")
		b.ReportMetric(mb/indexed.Seconds(), "index-MB/s")
		b.ReportMetric(mb/columns.Seconds(), "columns-MB/s")
		b.ReportMetric(floor.Seconds()/indexed.Seconds(), "index/walk")
		b.ReportMetric(floor.Seconds()/columns.Seconds(), "columns/walk")
		b.ReportMetric(fileFloor.Seconds()/fileIndexed.Seconds(), "file-index/walk")
		b.ReportMetric(fileFloor.Seconds()/fileColumns.Seconds(), "file-columns/walk")
	}
}

// best is the least processor time of several runs: what else the machine does
// does not count.
func best(do func()) time.Duration {
	least := time.Hour
	for range 7 {
		runtime.GC()
		start := processorTime()
		do()
		least = min(least, processorTime()-start)
	}
	return least
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkIndex(b *testing.B) {
	data := bigLog(50 << 20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := dataflash.Open(context.Background(), "", data, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkColumns(b *testing.B) {
	data := bigLog(50 << 20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		b.StopTimer()
		l, _ := dataflash.Open(context.Background(), "", data, nil)
		b.StartTimer()
		sink = decodeAll(l)
	}
}
