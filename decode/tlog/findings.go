package tlog

import (
	"encoding/binary"
	"fmt"
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
func addFindings(l *flight.Log, order binary.ByteOrder, unconfirmed []int, stamps []time.Duration, breaks []stamp.Break) {
	n := noter{l}
	if order == binary.LittleEndian {
		n.add(flight.FormatMismatch, flight.Info, 0, "Stamps are written in little-endian, as old stations did; they were read so.")
	}
	if len(stamps) > 0 && l.Start.IsZero() {
		n.add(flight.NoClock, flight.Info, 0,
			"Stamps begin at %.3f s: they do not count from 1970, so that only differences of time are known.", stamps[0].Seconds())
	}
	n.addMissing(unconfirmed)
	n.addStrays(breaks)
	n.addFalls(stamps, breaks)
	if k := len(l.Damage); k > 0 && l.Damage[k-1].Kind == flight.Tail {
		d := l.Damage[k-1]
		l.Findings = append(l.Findings, flight.Finding{
			Kind: flight.TruncatedTail, Severity: flight.Warning, Time: l.End, Span: d.Span,
			Text: fmt.Sprintf("The log ends inside an entry, %d bytes into it: writing stopped there.", d.Length),
		})
	}
}

// addMissing counts frames without a stamp of their own, and with one that
// cannot be.
func (n noter) addMissing(unconfirmed []int) {
	none, first := 0, 0
	for i, flags := range n.log.Frames.Flags {
		if flags&flight.Unstamped != 0 {
			if none == 0 {
				first = i
			}
			none++
		}
	}
	if none > 0 {
		n.add(flight.FormatMismatch, flight.Info, first,
			"%d packets have no stamp of their own; they have the time of the one before.", none)
	}
	if len(unconfirmed) > 0 {
		n.add(flight.ClockOutlier, flight.Warning, unconfirmed[0],
			"%d stamps lie far from those on both sides and were not believed; their packets have the time of the one before.", len(unconfirmed))
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

// addFalls lists the times the station's clock fell by less than begins an epoch.
func (n noter) addFalls(stamps []time.Duration, breaks []stamp.Break) {
	stray := map[int]bool{}
	for _, b := range breaks {
		stray[b.Index] = true
	}
	falls, listed, largest := 0, 0, time.Duration(0)
	for i := 1; i < len(stamps); i++ {
		fall := stamps[i-1] - stamps[i]
		if fall <= 0 || fall > stamp.CaptureLimit || stray[i] || stray[i-1] {
			continue
		}
		falls++
		largest = max(largest, fall)
		if fall >= noticeableFall && listed < maxListed {
			listed++
			n.add(flight.ClockOutlier, flight.Info, i,
				"The station's clock goes back by %.3f s; log time stands still until it has caught up.", fall.Seconds())
		}
	}
	if falls > listed {
		n.add(flight.ClockOutlier, flight.Info, 0,
			"The stamps go back %d times, by %.3f s at most: packets were logged a little out of order.", falls, largest.Seconds())
	}
}

// noticeableFall is a fall that packets out of order do not explain: stations
// log within milliseconds of receiving.
const noticeableFall = 100 * time.Millisecond
