package lines_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"postflight/decode/lines"
)

func TestEachLineIsTakenOnceAndInOrder(t *testing.T) {
	data := []byte("a\n\nbc\nlast")
	var starts []int
	var told []int64
	err := lines.Each(t.Context(), data, func(at int64) { told = append(told, at) }, func(at int) int {
		starts = append(starts, at)
		return lines.End(data, at)
	})
	if err != nil || !slices.Equal(starts, []int{0, 2, 3, 6}) || !slices.Equal(told, []int64{10}) {
		t.Errorf("%v, starts %v, progress %v", err, starts, told)
	}
}

func TestALongLogTellsHowFarItIsAndCanBeCancelled(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789abcde\n"), 1<<18)
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := lines.Each(ctx, data, func(int64) {
		if calls++; calls == 2 {
			cancel()
		}
	}, func(at int) int { return lines.End(data, at) })
	if !errors.Is(err, context.Canceled) || calls != 2 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
