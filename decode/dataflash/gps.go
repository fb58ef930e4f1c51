package dataflash

import (
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
	gps := time.Duration(weeks)*week + into
	ahead := len(leapStarts)
	for ahead > 0 && gps < leapStarts[ahead-1] {
		ahead--
	}
	return gpsEpoch.Add(gps - time.Duration(ahead)*time.Second)
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
	stretch int
	fixed   bool
	start   time.Time
	rolled  bool
	frame   int
	week    int
}

// setStart finds the wall clock at log time 0: the median of what the GPS
// records say, those with a fix before all others, of the first stretch that has
// any.
func (d *decoder) setStart() {
	var anchors []anchor
	for _, s := range d.named("GPS", "GPS2", "GPSB") {
		if anchors = d.anchors(s); len(anchors) > 0 {
			break
		}
	}
	if len(anchors) == 0 {
		if !d.weekClock && d.log.Frames.Len() > 0 && len(d.stretches) > 0 {
			d.note(flight.NoClock, flight.Info, 0, flight.Span{Length: d.log.Size()},
				"No GPS record gives a date: there is no wall clock. Log time counts from the first record.")
		}
		return
	}
	slices.SortFunc(anchors, func(a, b anchor) int { return a.start.Compare(b.start) })
	m := anchors[len(anchors)/2]
	d.log.Start = m.start
	if m.rolled {
		d.note(flight.ClockOutlier, flight.Warning, d.log.Frames.Time[m.frame], d.frameSpan(m.frame),
			"The GPS receiver says week %d, before there were such logs: its count of 1024 weeks ran over. It was read as week %d.",
			m.week, unroll(m.week))
	}
}

// anchors are the best ones of a stream: with a fix if any has, of the first
// stretch with such.
func (d *decoder) anchors(s *flight.Stream) []anchor {
	all := d.allAnchors(s)
	for _, fixed := range []bool{true, false} {
		var out []anchor
		for _, a := range all {
			if a.fixed == fixed && (len(out) == 0 || out[0].stretch == a.stretch) {
				out = append(out, a)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

const fix3D = 3

// allAnchors reads the records one by one: columns would need the rows of all
// streams, which few logs that are opened are asked for.
func (d *decoder) allAnchors(s *flight.Stream) []anchor {
	m := s.Message
	weeks, into := m.Field("GWk"), m.Field("GMS")
	if weeks == nil || into == nil {
		weeks, into = m.Field("Week"), m.Field("TimeMS")
	}
	if weeks == nil || into == nil || len(d.stretches) == 0 {
		return nil
	}
	status, boot := m.Field("Status"), clockOf(m)
	var out []anchor
	k := 0
	for frame, stream := range d.log.Frames.Stream {
		if stream != s.Index {
			continue
		}
		for k+1 < len(d.stretches) && d.stretches[k+1].frame <= frame {
			k++
		}
		record := d.log.Frame(frame)
		w, ms := number(weeks, record), number(into, record)
		at := boot.at(record)
		if !(w >= 1 && w <= maxWeek && ms >= 0 && ms < week.Seconds()*1000) || at == noStamp {
			continue
		}
		log := d.stretches[k].log + (at - d.stretches[k].boot)
		out = append(out, anchor{
			stretch: k, fixed: status == nil || number(status, record) >= fix3D,
			start:  UTC(unroll(int(w)), time.Duration(ms)*time.Millisecond).Add(-log),
			rolled: int(w) < firstWeek, frame: frame, week: int(w),
		})
	}
	return out
}

func number(f *flight.Field, record []byte) float64 { return f.Float(f.Bits(record, 0)) }
