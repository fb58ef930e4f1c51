// Package decode opens logs of any format it knows, told apart by content.
package decode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
	"postflight/decode/rawlog"
	"postflight/decode/textlog"
	"postflight/decode/tlog"
	"postflight/decode/vgt"
	"postflight/decode/vrec"
)

// Progress gets how much of a log has been dealt with, both in bytes. It may be
// called from any goroutine and must return at once.
type Progress func(done, total int64)

// Open reads a file into memory and decodes it. The file is only read, and only
// now: one that changes later does not change the log. Errors say what was
// expected and found, and what can be done.
func Open(ctx context.Context, path string, progress Progress) (*flight.Log, error) {
	data, err := read(ctx, path, progress)
	if err != nil {
		return nil, err
	}
	l, err := Bytes(ctx, path, data, progress)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

// Bytes decodes a log that is in memory already. data is kept and must not be
// changed; path only names it.
func Bytes(ctx context.Context, path string, data []byte, progress Progress) (*flight.Log, error) {
	at := func(offset int64) {
		if progress != nil {
			progress(offset, int64(len(data)))
		}
	}
	if len(data) == 0 {
		return nil, errors.New("the file is empty: 0 bytes. Nothing was written to it")
	}
	l, err := open(ctx, path, data, at)
	if err == nil && l == nil {
		err = refuse(data)
	}
	return l, err
}

// open reads a log up to where one of another kind was put behind it, if there is such.
func open(ctx context.Context, path string, data []byte, progress func(int64)) (*flight.Log, error) {
	l, err := openAlone(ctx, path, data, progress)
	if err != nil || l == nil {
		return l, err
	}
	other, ok := behind(l)
	if !ok {
		return l, nil
	}
	own, err := openAlone(ctx, path, data[:other.offset:other.offset], progress)
	if err != nil || own == nil || own.Format != l.Format {
		return l, ctx.Err()
	}
	setAside(own, data, other)
	return own, nil
}

// openAlone tells the format by content and reads the log; neither a log nor an error
// where nothing in the data is one. Formats with a magic come first, then those
// that are told by how their records follow each other.
func openAlone(ctx context.Context, path string, data []byte, progress func(int64)) (*flight.Log, error) {
	magic := string(data[:min(4, len(data))])
	switch {
	case magic == vrec.Magic:
		return vrec.Open(ctx, path, data, progress)
	case magic == vgt.Magic:
		return vgt.Open(path, data)
	case isLookalike(data):
		return nil, nil
	case !dataflash.Begins(data) && tlog.Sniff(data): // which may have sent the log of a vehicle
		return tlog.Open(ctx, path, data, progress)
	case dataflash.Sniff(data):
		return dataflash.Open(ctx, path, data, progress)
	case dataflash.SniffText(data):
		return dataflash.OpenText(ctx, path, data, progress)
	case textlog.Sniff(data):
		return textlog.Open(ctx, path, data, progress)
	}
	l, err := rawlog.Open(ctx, path, data, progress)
	if err != nil || l.Frames.Len() == 0 {
		return nil, err
	}
	return l, nil
}

// chunk is how much is read between two looks at the context.
const chunk = 4 << 20

// maxSize is the largest file that is read: far beyond any log, and short of what
// would take a machine down.
const maxSize = 16 << 30

func read(ctx context.Context, path string, progress Progress) ([]byte, error) {
	info, err := os.Stat(path) // before opening: that waits where a pipe has no writer
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q cannot be opened: %w", path, errors.Unwrap(err))
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder; open the logs in it", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is a device or a pipe; save what comes from it to a file and open that", path)
	case info.Size() > maxSize:
		return nil, fmt.Errorf("%s: is %d GB; logs of up to %d GB are read into memory. Cut it into parts", path, info.Size()>>30, maxSize>>30)
	case info.Size() > freeMemory():
		return nil, fmt.Errorf("%s: is %.1f GB, and %.1f GB of memory are free; logs are read into memory. Close other programs, or cut it into parts",
			path, float64(info.Size())/1e9, float64(freeMemory())/1e9)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%q cannot be opened: %w", path, errors.Unwrap(err))
	}
	defer f.Close()
	// With room for one more byte, the end is found without moving the log.
	data := make([]byte, 0, info.Size()+1)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if cap(data) == len(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := f.Read(data[len(data):min(cap(data), len(data)+chunk)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s at offset %d: %w", path, len(data), err)
		}
		if progress != nil {
			progress(int64(len(data)), info.Size())
		}
	}
}
