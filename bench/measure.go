package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rounds is how often each task is measured.
const rounds = 7

// least is how long a task runs at least for one measurement.
const least = 100 * time.Millisecond

// compare measures tasks in turns on one processor, and gives for each the
// median of the processor time that one run takes.
func compare(tasks ...func()) []time.Duration {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	times := make([][]time.Duration, len(tasks))
	for range rounds {
		for i, task := range tasks {
			runtime.GC()
			start, runs := processorTime(), 0
			for processorTime()-start < least {
				task()
				runs++
			}
			times[i] = append(times[i], (processorTime()-start)/time.Duration(runs))
		}
	}
	medians := make([]time.Duration, len(tasks))
	for i := range times {
		slices.Sort(times[i])
		medians[i] = times[i][rounds/2]
	}
	return medians
}

// fastest is the shortest time by the clock that a task takes on n processors.
func fastest(n int, task func()) time.Duration {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	best := time.Hour
	for range 2 * rounds {
		runtime.GC()
		start, runs := time.Now(), 0
		for time.Since(start) < least/10 || runs == 0 {
			task()
			runs++
		}
		best = min(best, time.Since(start)/time.Duration(runs))
	}
	return best
}

// heap is how many bytes are in use once the rest is collected.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// resident is how much memory the system counts for this program, what it could
// have back not included; 0 where it does not say.
func resident() int64 {
	debug.FreeOSMemory()
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if text, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseInt(strings.Fields(text)[0], 10, 64)
			return kb << 10
		}
	}
	return 0
}
