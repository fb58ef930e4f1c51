package raster_test

import (
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// timed is the processor time that do takes on this thread, in nanoseconds: a
// busy machine stretches the clock on the wall, and long work more than short.
func timed(do func()) float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	do()
	return float64(threadTime() - start)
}

func threadTime() time.Duration {
	const threadClock = 3 // CLOCK_THREAD_CPUTIME_ID
	var ts syscall.Timespec
	if _, _, err := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&ts)), 0); err != 0 {
		return 0
	}
	return time.Duration(ts.Nano())
}
