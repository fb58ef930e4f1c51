package vrec

import (
	"encoding/binary"
	"fmt"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// maxListed bounds how many findings of one kind a log brings.
const maxListed = 50

// addFindings says what about the container is not as it should be.
func addFindings(l *flight.Log, w *walker) {
	for i := range l.Damage {
		if d := &l.Damage[i]; d.Reason == ReasonHeader {
			if rec := l.Records.Holding(d.Offset); rec >= 0 {
				d.Time = l.Records.Time[rec]
			}
		} else if d.Reason == ReasonCutHeader {
			d.Time = l.End
		}
	}
	add := func(kind flight.Kind, severity flight.Severity, t time.Duration, span flight.Span, format string, args ...any) {
		l.Findings = append(l.Findings, flight.Finding{
			Kind: kind, Severity: severity, Time: t, Span: span, Text: fmt.Sprintf(format, args...),
		})
	}
	if v := binary.LittleEndian.Uint32(l.Data[4:]); v != version {
		add(flight.Version, flight.Warning, 0, flight.Span{Offset: 4, Length: 4},
			"The recording says format version %d; it was read as version %d, the only one known.", v, version)
	}
	addProtocolFinding(l, add)
	if len(l.Records.Offset) == 0 {
		add(flight.EmptyLog, flight.Warning, 0, flight.Span{Length: l.Size()},
			"The recording has a header and not one record: nothing arrived, or nothing was written.")
	}
	if w.empty > 0 {
		add(flight.FormatMismatch, flight.Info, 0, flight.Span{Offset: headerSize, Length: l.Size() - headerSize},
			"Records without a byte in them: %d.", w.empty)
	}
	if w.missing > 0 {
		last := l.Records.Offset[len(l.Records.Offset)-1]
		add(flight.TruncatedTail, flight.Warning, l.End, flight.Span{Offset: last, Length: l.Size() - last},
			"The last record lacks %d bytes: writing stopped in the middle of it. Frames that are whole were kept.", w.missing)
	}
	if n := len(l.Damage); n > 0 && l.Damage[n-1].Reason == ReasonCutHeader {
		add(flight.TruncatedTail, flight.Info, l.End, l.Damage[n-1].Span,
			"The recording ends %d bytes into a record header: writing stopped there.", l.Damage[n-1].Length)
	}
	addClockFindings(l, w, add)
}

type adder func(flight.Kind, flight.Severity, time.Duration, flight.Span, string, ...any)

// addProtocolFinding compares the protocol version of the header to the frames.
func addProtocolFinding(l *flight.Log, add adder) {
	says := binary.LittleEndian.Uint32(l.Data[8:])
	var holds flight.Wire
	for i := range min(l.Frames.Len(), 1) {
		holds = l.Wire(i)
	}
	is := map[flight.Wire]string{
		flight.NavLink1: "NavLink 1", flight.NavLink2: "NavLink 2",
		flight.MAVLink1: "MAVLink 1", flight.MAVLink2: "MAVLink 2",
	}[holds]
	if is == "" || says == 1 && holds == flight.NavLink1 || says == 2 && holds == flight.NavLink2 {
		return
	}
	add(flight.Version, flight.Info, 0, flight.Span{Offset: 8, Length: 4},
		"The header says protocol version %d, the frames are %s; the frames were believed. Navigator always writes 1.", says, is)
}

// addClockFindings lists impossible times, strays and falls too small to be a
// new epoch.
func addClockFindings(l *flight.Log, w *walker, add adder) {
	for i, record := range w.impossible {
		if i == maxListed {
			break
		}
		add(flight.ClockOutlier, flight.Warning, l.Records.Time[record], headSpan(l, record),
			"One record is stamped %d µs, which cannot be; it was given the time of the one before.",
			binary.LittleEndian.Uint64(l.Data[l.Records.Offset[record]:]))
	}
	for i, b := range w.strays {
		if i == maxListed {
			break
		}
		add(flight.ClockOutlier, flight.Warning, l.Records.Time[b.Index], headSpan(l, b.Index),
			"One record is stamped %s after %s; its neighbours are not, so log time went on without it.",
			clock(b.To), clock(b.From))
	}
	falls := 0
	stray := map[int]bool{}
	for _, b := range w.strays {
		stray[b.Index] = true
	}
	for i := 1; i < len(w.stamps) && falls < maxListed; i++ {
		fall := w.stamps[i-1] - w.stamps[i]
		if fall <= 0 || w.joined(i) || fall > stamp.CaptureLimit || stray[i] || stray[i-1] {
			continue
		}
		falls++
		add(flight.ClockOutlier, flight.Info, l.Records.Time[i], headSpan(l, i),
			"Capture time goes back by %s; log time stands still until it has caught up.", clock(fall))
	}
}

// joined reports whether a record, or the one before it, stands for the header of
// another recording.
func (w *walker) joined(record int) bool {
	for _, j := range w.joins {
		if record == j.record || record == j.record+1 {
			return true
		}
	}
	return false
}

func headSpan(l *flight.Log, record int) flight.Span {
	return flight.Span{Offset: l.Records.Offset[record], Length: recordHead}
}

func clock(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
