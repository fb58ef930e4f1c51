package logtest

import (
	"context"
	"sync/atomic"
)

// Looks is a context that counts how often it is asked for its error, and is
// cancelled from one of those looks on. It may be asked from several goroutines.
type Looks struct {
	context.Context
	count, last atomic.Int64
}

// CancelAfter gives a context that stays whole for so many looks.
func CancelAfter(parent context.Context, looks int) *Looks {
	c := &Looks{Context: parent}
	c.last.Store(int64(looks))
	return c
}

// Err is nil for as many looks as were promised.
func (c *Looks) Err() error {
	if c.count.Add(1) > c.last.Load() {
		return context.Canceled
	}
	return c.Context.Err()
}

// Count is how often the context was asked.
func (c *Looks) Count() int { return int(c.count.Load()) }
