package tlog

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"postflight/decode/flight"
	"postflight/decode/scan"
	"postflight/decode/stamp"
)

// maxListed bounds how many findings of one kind a log brings.
const maxListed = 50

type noter struct {
	log *flight.Log
}

func (n noter) add(kind flight.Kind, severity flight.Severity, frame int, format string, args ...any) {
	f := flight.Finding{Kind: kind, Severity: severity, Text: fmt.Sprintf(format, args...)}
	if frame < n.log.Frames.Len() {
		f.Time = n.log.Frames.Time[frame]
		f.Span = flight.Span{Offset: n.log.Frames.Offset[frame] - scan.StampSize, Length: scan.StampSize}
		if n.log.Frames.Flags[frame]&flight.Unstamped != 0 {
			f.Span = flight.Span{Offset: n.log.Frames.Offset[frame], Length: int64(n.log.Frames.Length[frame])}
		}
	}
	n.log.Findings = append(n.log.Findings, f)
}

// addFindings says what about the stamps is not as it should be.
func addFindings(l *flight.Log, order binary.ByteOrder, c clock) {
	n := noter{l}
	if order == binary.LittleEndian {
		n.add(flight.FormatMismatch, flight.Info, 0, "Stamps are written in little-endian, as old stations did; they were read so.")
	}
	if l.Frames.Len() > 0 && l.Start.IsZero() {
		n.add(flight.NoClock, flight.Info, 0,
			"Stamps begin at %.3f s: they do not count from 1970, so that only differences of time are known.", c.first.Seconds())
	}
	n.addDoubts(c.doubts)
	n.addStrays(c.breaks)
	n.addFalls(c.falls)
	if c.doubts.Longest >= longPause {
		n.addPauses()
	}
	if k := len(l.Damage); k > 0 && l.Damage[k-1].Kind == flight.Tail {
		d := l.Damage[k-1]
		l.Findings = append(l.Findings, flight.Finding{
			Kind: flight.TruncatedTail, Severity: flight.Warning, Time: l.End, Span: d.Span,
			Text: fmt.Sprintf("The log ends inside an entry, %d bytes into it: writing stopped there.", d.Length),
		})
	}
}

// addDoubts counts frames without a stamp of their own, and with one that cannot
// be.
func (n noter) addDoubts(d scan.Doubts) {
	if d.Unstamped > 0 {
		n.add(flight.FormatMismatch, flight.Info, d.First,
			"%d packets have no stamp of their own; they have the time of the one before.", d.Unstamped)
	}
	if len(d.Unconfirmed) > 0 {
		n.add(flight.ClockOutlier, flight.Warning, d.Unconfirmed[0],
			"%d stamps lie far from those on both sides and were not believed; their packets have the time of the one before.", len(d.Unconfirmed))
	}
}

func (n noter) addStrays(breaks []stamp.Break) {
	listed := 0
	for _, b := range breaks {
		if b.Kind == stamp.Outlier && listed < maxListed {
			listed++
			n.add(flight.ClockOutlier, flight.Warning, b.Index,
				"One stamp lies %.3f s off its neighbours; log time went on without it.", (b.To - b.From).Seconds())
		}
	}
}

// longPause is longer than a link is silent in flight.
const longPause = 10 * time.Minute

// addPauses lists the times in which nothing was recorded from anyone.
func (n noter) addPauses() {
	times, listed := n.log.Frames.Time, 0
	for i := 1; i < len(times) && listed < maxListed; i++ {
		if pause := times[i] - times[i-1]; pause >= longPause {
			listed++
			n.add(flight.TimeGap, flight.Warning, i,
				"Nothing was recorded for %v: the station paused, or logs of different times were put end to end.", pause.Round(time.Second))
		}
	}
}

// falls are the times the station's clock fell by less than begins an epoch.
type falls struct {
	count   int
	largest time.Duration
	listed  []fall // the first of those that are noticeable
}

type fall struct {
	frame int
	by    time.Duration
}

// noticeableFall is a fall that packets out of order do not explain: stations
// log within milliseconds of receiving.
const noticeableFall = 100 * time.Millisecond

func fallsOf(stamps []time.Duration, breaks []stamp.Break) (f falls) {
	for i := 1; i < len(stamps); i++ {
		by := stamps[i-1] - stamps[i]
		if by <= 0 || by > stamp.CaptureLimit || isBreak(breaks, i) || isBreak(breaks, i-1) {
			continue
		}
		f.count++
		f.largest = max(f.largest, by)
		if by >= noticeableFall && len(f.listed) < maxListed {
			f.listed = append(f.listed, fall{i, by})
		}
	}
	return f
}

func isBreak(breaks []stamp.Break, frame int) bool {
	_, found := slices.BinarySearchFunc(breaks, frame, func(b stamp.Break, frame int) int { return cmp.Compare(b.Index, frame) })
	return found
}

func (n noter) addFalls(f falls) {
	for _, fall := range f.listed {
		n.add(flight.ClockOutlier, flight.Info, fall.frame,
			"The station's clock goes back by %.3f s; log time stands still until it has caught up.", fall.by.Seconds())
	}
	if f.count > len(f.listed) {
		n.add(flight.ClockOutlier, flight.Info, 0,
			"The stamps go back %d times, by %.3f s at most: packets were logged a little out of order.", f.count, f.largest.Seconds())
	}
}
