// Package lines goes through the lines of a text log.
package lines

import (
	"bytes"
	"context"
)

// BOM is what some editors put before UTF-8 text. It is no part of the first line.
const BOM = "\xEF\xBB\xBF"

// step is how many bytes pass between two looks at the context.
const step = 1 << 20

// Each calls take with the offset of a line, from the first one on, which returns
// where the next one starts, further on; until the end of data. progress, which may
// be nil, gets from time to time how far that is. The only error is that of ctx.
func Each(ctx context.Context, data []byte, progress func(offset int64), take func(at int) (next int)) error {
	report := step
	for at := 0; at < len(data); {
		at = take(at)
		if at < report && at < len(data) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if progress != nil {
			progress(int64(at))
		}
		report = at + step
	}
	return ctx.Err()
}

// End is the offset behind the line break of the line at the offset, or behind
// the last byte where there is none.
func End(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(data)
}
