package scan

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"postflight/decode/flight"
)

const (
	// progressStep is how many bytes pass between two looks at the context.
	progressStep = 1 << 20
	// minPart is the shortest part that is worth a processor.
	minPart = 2 << 20
)

// scan scans a log in parts, one a processor, and joins them.
func scan(ctx context.Context, l *flight.Log, lead int, progress func(int64)) error {
	return scanParts(ctx, l, lead, partStarts(l, runtime.GOMAXPROCS(0)), progress)
}

// scanParts scans the parts of a log that begin at starts, all at a time.
func scanParts(ctx context.Context, l *flight.Log, lead int, starts []cursor, progress func(int64)) error {
	parts := make([]*scanner, len(starts))
	var done atomic.Int64
	tell := func(bytes int64) {
		total := done.Add(bytes)
		if progress != nil {
			progress(total)
		}
	}
	var work sync.WaitGroup
	for i := range parts {
		parts[i] = newScanner(l, lead, starts[i])
		end := l.Size()
		if i+1 < len(parts) {
			end = starts[i+1].offset
		}
		if i > 0 {
			// Where a part begins nothing is known of what came before.
			parts[i].gap, parts[i].gapOpen = starts[i], true
		}
		work.Go(func() { parts[i].until(ctx, end, tell) })
	}
	work.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	j := joiner{log: l, streams: newStreams()}
	return j.join(ctx, parts)
}

// partStarts cuts the wire bytes into about n parts.
func partStarts(l *flight.Log, n int) []cursor {
	first := newCursor(l)
	starts := []cursor{first}
	size := l.Size() - first.offset
	n = int(min(int64(n), size/minPart))
	for i := 1; i < n; i++ {
		c, ok := cursorAt(l, first.offset+size*int64(i)/int64(n))
		if ok && starts[len(starts)-1].before(c) {
			starts = append(starts, c)
		}
	}
	return starts
}

// until scans to the first frame that starts at end or behind, and takes it; to
// the end of the log where there is none.
func (s *scanner) until(ctx context.Context, end int64, tell func(bytes int64)) {
	report := s.at.offset + progressStep
	defer s.block.flush(&s.frames)
	for !s.at.done() && s.last < end {
		if s.at.offset >= report {
			if ctx.Err() != nil {
				return
			}
			tell(progressStep)
			report += progressStep
			s.reserve(end)
		}
		if s.run(min(end, report)); !s.at.done() {
			s.step()
		}
	}
	if s.gapOpen && s.at.done() {
		s.closeGap(true)
	}
}

// reserve makes room for as many frames as the rest of the part holds if it is
// like what came before, though never for more than three times as many as that.
func (s *scanner) reserve(end int64) {
	n := s.frames.Len()
	if n == 0 {
		return
	}
	behind := float64(s.at.offset - s.frames.Offset[0] + 1)
	s.frames.Reserve(int(float64(n) * min(float64(end-s.at.offset)/behind*1.01, 3)))
}

// joiner puts parts together into the log.
type joiner struct {
	log     *flight.Log
	streams *streams
}

// join takes each part from where it agrees with the one before. Two scans that
// take the same frame agree on all that follows; where the later one never takes
// the frame that the earlier one ended with, the earlier one goes on until they
// meet.
func (j *joiner) join(ctx context.Context, parts []*scanner) error {
	j.add(parts[0], 0)
	current := parts[0]
	for _, next := range parts[1:] {
		for !current.at.done() {
			last := current.last
			if at, met := slices.BinarySearch(next.frames.Offset, last); met {
				j.add(next, at+1)
				current = next
				break
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			frames, damage := current.frames.Len(), len(current.damage)
			current.until(ctx, last+1, func(int64) {})
			j.addFrom(current, frames, damage)
		}
	}
	j.log.Streams = j.streams.list
	for _, stream := range j.log.Frames.Stream {
		j.log.Streams[stream].Count++
	}
	sortDamage(j.log)
	return nil
}

// add takes the frames of a part from number first on, and its damage behind the
// frame before that.
func (j *joiner) add(part *scanner, first int) {
	damage := 0
	if first > 0 {
		behind := part.frames.Offset[first-1]
		damage, _ = slices.BinarySearchFunc(part.damage, behind, func(d flight.Damage, offset int64) int {
			return cmp.Compare(d.Offset, offset)
		})
	}
	j.addFrom(part, first, damage)
}

func (j *joiner) addFrom(part *scanner, first, damage int) {
	to := &j.log.Frames
	from := &part.frames
	if to.Len() == 0 && first == 0 {
		*to = flight.Frames{
			Offset: from.Offset, Time: from.Time, Length: from.Length, Seq: from.Seq, Flags: from.Flags,
			Stream: make([]uint16, 0, from.Len()),
		}
	} else {
		to.Offset = append(to.Offset, from.Offset[first:]...)
		to.Time = append(to.Time, from.Time[first:]...)
		to.Length = append(to.Length, from.Length[first:]...)
		to.Seq = append(to.Seq, from.Seq[first:]...)
		to.Flags = append(to.Flags, from.Flags[first:]...)
	}
	j.addStreams(part, from.Stream[first:])
	j.log.Damage = append(j.log.Damage, part.damage[damage:]...)
}

// addStreams numbers the streams of a part as those of the log, each as it first
// appears.
func (j *joiner) addStreams(part *scanner, numbers []uint16) {
	const unseen = -1
	number := make([]int32, len(part.streams.list))
	for i := range number {
		number[i] = unseen
	}
	for _, n := range numbers {
		if number[n] == unseen {
			s := part.streams.list[n]
			i, _ := j.streams.find(streamKey{s.Source, s.Message})
			number[n] = int32(i)
		}
		j.log.Frames.Stream = append(j.log.Frames.Stream, uint16(number[n]))
	}
}
