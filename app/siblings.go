package app

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
	"postflight/decode/vgt"
	"postflight/decode/vrec"
)

func isVREC(data []byte) bool { return len(data) >= 4 && string(data[:4]) == vrec.Magic }
func isVGT1(data []byte) bool { return len(data) >= 4 && string(data[:4]) == vgt.Magic }

// siblingReach is how far apart the starts of a recording and of the ground
// truth of the same flight may lie.
const siblingReach = time.Hour

// siblingTruth finds the ground truth that lies beside a recording and began
// nearest to it; "" where there is none.
func siblingTruth(l *flight.Log) string {
	if l.Format == flight.VGT1 || l.Start.IsZero() {
		return ""
	}
	folder := filepath.Dir(l.Path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	best, nearest := "", siblingReach
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "gt-") || !strings.HasSuffix(e.Name(), ".bin") {
			continue
		}
		path := filepath.Join(folder, e.Name())
		if start, ok := truthStart(path); ok && start.Sub(l.Start).Abs() < nearest {
			best, nearest = path, start.Sub(l.Start).Abs()
		}
	}
	return best
}

// siblingOnBoard finds the onboard log that lies beside a telemetry log under
// the same name; "" where there is none.
func siblingOnBoard(l *flight.Log) string {
	if l.Format != flight.TLog {
		return ""
	}
	base := strings.TrimSuffix(l.Path, filepath.Ext(l.Path))
	for _, ending := range []string{".bin", ".BIN"} {
		if head, err := readHead(base + ending); err == nil && dataflash.Sniff(head) {
			return base + ending
		}
	}
	return ""
}

func readHead(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return head[:n], nil
}

// truthStart reads when a ground truth says it was begun.
func truthStart(path string) (time.Time, bool) {
	f, err := os.Open(path)
	if err != nil {
		return time.Time{}, false
	}
	defer f.Close()
	var head [20]byte
	if _, err := io.ReadFull(f, head[:]); err != nil || !isVGT1(head[:]) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(binary.LittleEndian.Uint64(head[12:]))), true
}
