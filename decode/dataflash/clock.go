package dataflash

import (
	"math"
	"slices"
	"strings"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// clock says where a record holds the time since boot.
type clock struct {
	field *flight.Field // nil where it does not
	unit  time.Duration
}

// clockOf finds the boot clock of a message. Old GPS records have the time of
// the GPS week in TimeMS, and that since boot in T.
func clockOf(m *flight.Message) clock {
	if f := m.Field("TimeUS"); isInteger(f) {
		return clock{f, time.Microsecond}
	}
	if f := m.Field("StartTime"); m.Name == "TIME" && isInteger(f) {
		return clock{f, time.Microsecond}
	}
	f := m.Field("TimeMS")
	if m.Field("Week") != nil {
		f = m.Field("T")
	}
	if isInteger(f) {
		return clock{f, time.Millisecond}
	}
	return clock{}
}

func isInteger(f *flight.Field) bool {
	if f == nil || f.Array > 0 || f.Divisor != 0 {
		return false
	}
	switch f.Type {
	case flight.U32, flight.I32, flight.U64, flight.I64, flight.Decimal:
		return true
	}
	return false
}

// counts says what the clock of a definition counts in: milliseconds, or in 32 bits
// or more of microseconds.
func (d *decoder) counts(def *definition) {
	switch c := def.clock; {
	case c.field == nil:
	case c.unit == time.Millisecond:
		d.millis = true
	case strings.IndexByte("Ii", def.letterOf(c.field.Name)) >= 0:
		d.narrow = true
	default:
		d.wide = true
	}
}

// letterOf is the format letter of a column; 0 where there is none.
func (d *definition) letterOf(column string) byte {
	for i, name := range strings.Split(d.columns, ",") {
		if strings.TrimSpace(name) == column && i < len(d.letters) {
			return d.letters[i]
		}
	}
	return 0
}

// at reads the boot time of a record; noStamp where it holds none.
func (c clock) at(record []byte) time.Duration {
	if c.field == nil {
		return noStamp
	}
	bits := c.field.Bits(record, 0)
	if c.field.Type == flight.Decimal {
		v := c.field.Type.Float(bits)
		if !(v >= 0 && v < 1<<63) {
			return noStamp
		}
		bits = uint64(v)
	}
	return duration(bits, uint64(c.unit))
}

// stretch is a run of the boot clock without a step.
type stretch struct {
	frame int           // the first
	boot  time.Duration // the clock at its start
	log   time.Duration // log time there
}

// setTimes lays the frames, whose times are boot times or noStamp so far, on log
// time.
func (d *decoder) setTimes() {
	switch times := d.log.Frames.Time; {
	case anyStamp(times):
		d.layOnLogTime()
	case d.readWeekTimes():
		d.layOnLogTime()
	default:
		d.numberFrames()
	}
}

func anyStamp(times []time.Duration) bool {
	for _, t := range times {
		if t >= 0 {
			return true
		}
	}
	return false
}

// readStamps puts the boot time of each frame, or noStamp, in place of its time.
func (d *decoder) readStamps() {
	for i := range d.log.Frames.Time {
		d.log.Frames.Time[i] = d.byStream[d.log.Frames.Stream[i]].clock.at(d.log.Frame(i))
	}
}

// layOnLogTime turns boot times into log time, in place. Records without a stamp
// have the time of the one before.
func (d *decoder) layOnLogTime() {
	times := d.log.Frames.Time
	var stamps []time.Duration
	var frames []int32
	for i, t := range times {
		if t >= 0 {
			stamps, frames = append(stamps, t), append(frames, int32(i))
		}
	}
	breaks, joins := d.breaks(stamps, frames)
	laid := stamp.LogTimes(stamps, breaks)
	stamp.Place(times, frames, laid)
	if d.weekClock {
		spread(times, frames, laid)
	}
	d.stretches = []stretch{{boot: stamp.First(stamps, breaks)}}
	for _, b := range breaks {
		frame := int(frames[b.Index])
		if join, ok := joins[b.Index]; ok && b.Kind == stamp.Step {
			d.tellJoin(b, frame, join)
		} else {
			d.tellBreak(b, frame)
		}
	}
}

// breaks finds the breaks of the boot clock. Where another log begins it starts over
// whatever it shows: joins are the frames with which that log begins, by its first
// stamp.
func (d *decoder) breaks(stamps []time.Duration, frames []int32) (out []stamp.Break, joins map[int]int) {
	joins = map[int]int{}
	first := 0
	for k := 0; k <= len(d.joins); k++ {
		end := len(stamps)
		if k < len(d.joins) {
			end, _ = slices.BinarySearch(frames, int32(d.joins[k]))
		}
		if first == end {
			continue
		}
		own := stamp.Breaks(stamps[first:end], stamp.DataFlashLimit, d.wrap())
		strays := 0
		for strays < len(own) && own[strays].Kind == stamp.Outlier && own[strays].Index == strays {
			strays++
		}
		for i := range own {
			own[i].Index += first
		}
		if at := first + strays; k > 0 && first > 0 && at < end {
			joins[at] = d.joins[k-1]
			own = slices.Insert(own, strays, stamp.Break{Index: at, Kind: stamp.Step, From: stamps[first-1], To: stamps[at]})
		}
		out = append(out, own...)
		first = end
	}
	return out, joins
}

// tellJoin notes that another log begins: with the frame join, and with frame its clock.
func (d *decoder) tellJoin(b stamp.Break, frame, join int) {
	d.stretches = append(d.stretches, stretch{frame, b.To, d.log.Frames.Time[frame]})
	d.log.Steps = append(d.log.Steps, flight.ClockStep{
		Offset: d.log.Frames.Offset[join], Time: d.log.Frames.Time[join], From: b.From, To: b.To, Joined: true,
	})
}

// spread lays records without a stamp evenly between those that have one: what was
// written while only GPS was silent was no silence of the log.
func spread(times []time.Duration, frames []int32, laid []time.Duration) {
	for k := 1; k < len(frames); k++ {
		from, to := int(frames[k-1]), int(frames[k])
		each := (laid[k] - laid[k-1]) / time.Duration(to-from)
		for i := from + 1; i < to; i++ {
			times[i] = laid[k-1] + each*time.Duration(i-from)
		}
	}
}

// wrap is what the boot clock counts to before it runs over; 0 where that is never.
func (d *decoder) wrap() time.Duration {
	switch {
	case d.millis:
		return stamp.BootWrap
	case d.narrow && !d.wide:
		return stamp.MicrosWrap
	}
	return 0
}

// maxListed bounds how many findings of one kind a log brings.
const maxListed = 50

func (d *decoder) tellBreak(b stamp.Break, frame int) {
	at, span := d.log.Frames.Time[frame], d.frameSpan(frame)
	switch b.Kind {
	case stamp.Step:
		d.stretches = append(d.stretches, stretch{frame, b.To, at})
		d.log.Boots = append(d.log.Boots, flight.ClockStep{Offset: span.Offset, Time: at, From: b.From, To: b.To})
	case stamp.Wrap:
		d.stretches = append(d.stretches, stretch{frame, b.To, at})
		d.note(flight.BootWrap, flight.Info, at, span,
			"The boot time ran over, from %.3f s to %.3f s: its 32 bits were full. Time goes on.", b.From.Seconds(), b.To.Seconds())
	default:
		d.strays++
		switch {
		case d.strays > maxListed:
		case b.To == math.MaxInt64:
			d.note(flight.ClockOutlier, flight.Warning, at, span,
				"The stamp of one record is larger than any time; log time went on without it, from %.3f s.", b.From.Seconds())
		default:
			d.note(flight.ClockOutlier, flight.Warning, at, span,
				"One record is stamped %.3f s after %.3f s; its neighbours are not, so log time went on without it.",
				b.To.Seconds(), b.From.Seconds())
		}
	}
}

// readWeekTimes takes the time of the GPS week for a clock where records hold no
// other: logs of 2013 and before. It reports whether there is such.
func (d *decoder) readWeekTimes() bool {
	for _, s := range d.named("GPS") {
		week := clock{s.Message.Field("Time"), time.Millisecond}
		if !isInteger(week.field) {
			continue
		}
		for i, stream := range d.log.Frames.Stream {
			if stream != s.Index {
				continue
			}
			d.log.Frames.Time[i] = week.at(d.log.Frame(i))
			if !d.weekClock {
				d.weekClock = true
				d.note(flight.NoClock, flight.Warning, 0, d.frameSpan(i),
					"No record holds the time since boot. Log time follows the GPS time of the week; other records lie evenly between those of the GPS.")
			}
		}
	}
	return d.weekClock && anyStamp(d.log.Frames.Time)
}

// numberFrames makes the number of the record its time where there is no clock
// at all.
func (d *decoder) numberFrames() {
	times := d.log.Frames.Time
	d.log.Timeless = true
	for i := range times {
		times[i] = time.Duration(i) * time.Millisecond
	}
	if len(times) > 0 {
		d.note(flight.NoClock, flight.Warning, 0, flight.Span{Length: d.log.Size()},
			"No record holds any time. Log time counts records; it says what came first, not when.")
	}
}

// timeDamage gives bytes that are no record the time of the record before them.
func (d *decoder) timeDamage() {
	frames := &d.log.Frames
	i := 0
	for k := range d.log.Damage {
		for i < frames.Len() && frames.Offset[i] < d.log.Damage[k].Offset {
			i++
		}
		if i > 0 {
			d.log.Damage[k].Time = frames.Time[i-1]
		}
	}
}
