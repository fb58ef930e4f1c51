package textlog

import (
	"bytes"
	"time"

	"postflight/decode/lines"
)

// kind says what a line's time counts from.
type kind uint8

const (
	none      kind = iota
	utc            // 2026-06-17T12:34:56.789Z
	timeOfDay      // [12:34:56.789]
	ofFlight       // [T+00:12:34.567]
)

// lineStamp is the time a line starts with.
type lineStamp struct {
	kind          kind
	date          time.Time     // midnight, of utc
	sinceMidnight time.Duration // or since the start, of ofFlight
}

const (
	dateLength  = len("2026-06-17T")
	clockLength = len("12:34:56.789")
)

// readStamp reads the time at the start of a line, and how many bytes it and the
// blank behind it take, and a byte order mark before it; kind none where there is no
// time.
func readStamp(line []byte) (s lineStamp, n int) {
	rest := bytes.TrimPrefix(line, []byte(lines.BOM))
	s, n = readTime(rest)
	return s, n + len(line) - len(rest)
}

func readTime(line []byte) (s lineStamp, n int) {
	switch {
	case bytes.HasPrefix(line, []byte("[T+")):
		s.kind, n = ofFlight, len("[T+")
	case bytes.HasPrefix(line, []byte("[")):
		s.kind, n = timeOfDay, len("[")
	case len(line) > dateLength && line[dateLength-1] == 'T':
		date, err := time.Parse(time.DateOnly, string(line[:dateLength-1]))
		if err != nil {
			return lineStamp{}, 0
		}
		s.kind, s.date, n = utc, date, dateLength
	default:
		return lineStamp{}, 0
	}
	after := byte(']')
	if s.kind == utc {
		after = 'Z'
	}
	t, ok := readClock(line[n:])
	n += clockLength
	if !ok || n >= len(line) || line[n] != after || s.kind != ofFlight && t >= day {
		return lineStamp{}, 0
	}
	s.sinceMidnight = t
	n++
	if n < len(line) && line[n] == ' ' {
		n++
	}
	return s, n
}

// readClock reads hh:mm:ss.zzz.
func readClock(b []byte) (time.Duration, bool) {
	const form = "00:00:00.000"
	if len(b) < len(form) {
		return 0, false
	}
	for i := range len(form) {
		if digit := b[i] >= '0' && b[i] <= '9'; digit != (form[i] == '0') || !digit && b[i] != form[i] {
			return 0, false
		}
	}
	two := func(i int) time.Duration { return time.Duration(b[i]-'0')*10 + time.Duration(b[i+1]-'0') }
	ms := two(9)*10 + time.Duration(b[11]-'0')
	if two(3) > 59 || two(6) > 60 {
		return 0, false
	}
	return two(0)*time.Hour + two(3)*time.Minute + two(6)*time.Second + ms*time.Millisecond, true
}
