// Package cancel looks at a context from within loops over every frame or byte of
// a log: often enough to stop at once, seldom enough to cost nothing.
package cancel

import "context"

// Every is how many rounds lie between two looks.
const Every = 1 << 16

// At is the error of a context, looked at in one of [Every] rounds: those whose
// number is a multiple of it, 0 among them.
func At(ctx context.Context, round int) error {
	if round%Every != 0 {
		return nil
	}
	return ctx.Err()
}
