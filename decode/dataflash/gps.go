package dataflash

import (
	"cmp"
	"math"
	"slices"
	"time"

	"postflight/decode/flight"
)

// gpsEpoch is 6 January 1980, where GPS weeks begin to count.
var gpsEpoch = time.Date(1980, time.January, 6, 0, 0, 0, 0, time.UTC)

const (
	week         = 7 * 24 * time.Hour
	rolloverSpan = 1024
	// firstWeek is 1 January 2011: no log of this kind is older, so that an
	// earlier date is a receiver that counts weeks in 10 bits.
	firstWeek = 1617
	maxWeek   = 10_000
)

// leaps are the days from which on GPS time was a second more ahead of UTC
// (International Earth Rotation Service, Bulletin C).
var leaps = [...]struct {
	year  int
	month time.Month
}{
	{1981, time.July},
	{1982, time.July},
	{1983, time.July},
	{1985, time.July},
	{1988, time.January},
	{1990, time.January},
	{1991, time.January},
	{1992, time.July},
	{1993, time.July},
	{1994, time.July},
	{1996, time.January},
	{1997, time.July},
	{1999, time.January},
	{2006, time.January},
	{2009, time.January},
	{2012, time.July},
	{2015, time.July},
	{2017, time.January},
}

// leapStarts are the same days, as GPS receivers count time.
var leapStarts = func() (out [len(leaps)]time.Duration) {
	for i, leap := range leaps {
		day := time.Date(leap.year, leap.month, 1, 0, 0, 0, 0, time.UTC)
		out[i] = day.Sub(gpsEpoch) + time.Duration(i+1)*time.Second
	}
	return out
}()

// UTC is the time that a GPS receiver gives as a week, counted from 6 January
// 1980 without rollover, and a time into it.
func UTC(weeks int, into time.Duration) time.Time {
	return gpsEpoch.Add(sinceEpoch(weeks, into))
}

// sinceEpoch is how long after gpsEpoch that is, leap seconds left out.
func sinceEpoch(weeks int, into time.Duration) time.Duration {
	gps := time.Duration(weeks)*week + into
	ahead := len(leapStarts)
	for ahead > 0 && gps < leapStarts[ahead-1] {
		ahead--
	}
	return gps - time.Duration(ahead)*time.Second
}

// unroll adds the rollovers that a receiver has forgotten.
func unroll(weeks int) int {
	for weeks < firstWeek {
		weeks += rolloverSpan
	}
	return weeks
}

// anchor is what one GPS record says about the wall clock at log time 0.
type anchor struct {
	start   time.Duration // that clock, from gpsEpoch on
	frame   int32
	stretch int32
	fixed   bool
}

// setStart finds the wall clock at log time 0: the median of what the GPS
// records say, those with a fix before all others, of the first stretch that has
// any.
func (d *decoder) setStart() {
	var anchors []anchor
	d.powers = make([][]time.Duration, len(d.stretches))
	for _, s := range d.named("GPS", "GPS2", "GPSB") {
		if len(anchors) == 0 || len(d.stretches) > 1 {
			if own := d.anchorsOf(s); len(anchors) == 0 {
				anchors = own
			}
		}
	}
	if len(anchors) == 0 {
		if !d.weekClock && d.log.Frames.Len() > 0 && len(d.stretches) > 0 {
			d.note(flight.NoClock, flight.Info, 0, flight.Span{Length: d.log.Size()},
				"No GPS record gives a date: there is no wall clock. Log time counts from the first record.")
		}
		return
	}
	slices.SortFunc(anchors, func(a, b anchor) int { return cmp.Compare(a.start, b.start) })
	m := anchors[len(anchors)/2]
	d.log.Start = gpsEpoch.Add(m.start)
	frame := int(m.frame)
	weeks, _ := weekFields(d.log.Message(frame))
	if w := int(number(weeks, d.log.Frame(frame))); w < firstWeek {
		d.note(flight.ClockOutlier, flight.Warning, d.log.Frames.Time[frame], d.frameSpan(frame),
			"The GPS receiver says week %d, before there were such logs: its count of 1024 weeks ran over. It was read as week %d.",
			w, unroll(w))
	}
}

const fix3D = 3

// weekFields are the GPS week of a message and the time into it; nil where it
// does not have both.
func weekFields(m *flight.Message) (weeks, into *flight.Field) {
	weeks, into = m.Field("GWk"), m.Field("GMS")
	if weeks == nil || into == nil {
		weeks, into = m.Field("Week"), m.Field("TimeMS")
	}
	if weeks == nil || into == nil {
		return nil, nil
	}
	return weeks, into
}

// fixReader collects the anchors of a stream.
type fixReader struct {
	*decoder
	stream      *flight.Stream
	weeks, into *flight.Field
	status      *flight.Field // nil where there is none
	boot        clock
	stretch     int // that the frames have come to
	anchors     []anchor
}

// fixesAtATime is how many records are read together.
const fixesAtATime = 1024

// anchorsOf are the best anchors of a stream: with a fix if any has, of the first
// stretch with such. Its columns are not asked for: they would need the rows of
// all streams, which few logs that are opened are asked for.
func (d *decoder) anchorsOf(s *flight.Stream) []anchor {
	r := fixReader{decoder: d, stream: s, status: s.Message.Field("Status"), boot: clockOf(s.Message)}
	r.weeks, r.into = weekFields(s.Message)
	if r.weeks == nil || len(d.stretches) == 0 {
		return nil
	}
	frames := make([]uint32, 0, fixesAtATime)
	for frame, stream := range d.log.Frames.Stream {
		if stream != s.Index {
			continue
		}
		if frames = append(frames, uint32(frame)); len(frames) == fixesAtATime {
			r.read(frames)
			frames = frames[:0]
		}
	}
	r.read(frames)
	return r.anchors
}

func (r *fixReader) read(frames []uint32) {
	weeks, into := r.log.Read(r.stream, frames, r.weeks), r.log.Read(r.stream, frames, r.into)
	var status []float64
	if r.status != nil {
		status = r.log.Read(r.stream, frames, r.status)
	}
	for i, frame := range frames {
		for r.stretch+1 < len(r.stretches) && r.stretches[r.stretch+1].frame <= int(frame) {
			r.stretch++
		}
		w, ms, at := weeks[i], into[i], r.boot.at(r.log.Frame(int(frame)))
		if !(w >= 1 && w <= maxWeek && ms >= 0 && ms < week.Seconds()*1000) || at == noStamp {
			continue
		}
		now := sinceEpoch(unroll(int(w)), time.Duration(ms)*time.Millisecond)
		fixed := status == nil || status[i] >= fix3D
		if fixed && len(r.stretches) > 1 {
			r.powers[r.stretch] = append(r.powers[r.stretch], now-min(at, now))
		}
		log := r.stretches[r.stretch].log + (at - r.stretches[r.stretch].boot)
		r.take(anchor{
			start: now - max(log, now-math.MaxInt64), frame: int32(frame), stretch: int32(r.stretch),
			fixed: fixed,
		})
	}
}

// take keeps an anchor unless there are better ones.
func (r *fixReader) take(a anchor) {
	switch {
	case a.fixed && len(r.anchors) > 0 && !r.anchors[0].fixed:
		r.anchors = append(r.anchors[:0], a)
	case len(r.anchors) == 0 || a.fixed == r.anchors[0].fixed && a.stretch == r.anchors[0].stretch:
		r.anchors = append(r.anchors, a)
	}
}

func number(f *flight.Field, record []byte) float64 { return f.Float(f.Bits(record, 0)) }
