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
	// firstStep is how much shows how dense the frames lie.
	firstStep = 64 << 10
	// minPart is the shortest part that is worth a processor.
	minPart = 2 << 20
)

// scan scans a log in parts, one a processor, and joins them. It tells what the
// stamps are like, where there are any.
func scan(ctx context.Context, l *flight.Log, how layout, progress func(int64)) (pace, error) {
	return scanParts(ctx, l, how, partStarts(l, runtime.GOMAXPROCS(0)), progress)
}

// scanParts scans the parts of a log that begin at starts, all at a time.
func scanParts(ctx context.Context, l *flight.Log, how layout, starts []cursor, progress func(int64)) (pace, error) {
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
		parts[i] = newScanner(l, how, starts[i])
		end := l.Size()
		if i+1 < len(parts) {
			end = starts[i+1].offset
		}
		parts[i].reach = end
		if i == 0 {
			parts[i].reach = l.Size() // the others are joined to it
		} else {
			// Where a part begins nothing is known of what came before.
			parts[i].gap, parts[i].gapOpen, parts[i].inside = starts[i], true, true
		}
		work.Go(func() {
			parts[i].until(ctx, end, tell)
			if i == 0 {
				parts[i].count() // those of others are counted when they are joined
			}
		})
	}
	work.Wait()
	if err := ctx.Err(); err != nil {
		return pace{}, err
	}
	before := l.Damage
	j := joiner{log: l, streams: parts[0].streams}
	if err := j.join(ctx, parts); err != nil {
		return pace{}, err
	}
	if j.overflow {
		// Which frames have no number depends on all that come before.
		l.Frames, l.Damage = flight.Frames{}, before
		return scanParts(ctx, l, how, starts[:1], progress)
	}
	l.Streams = j.streams.list
	sortDamage(l)
	return j.stamps, nil
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
	report := s.at.offset + firstStep
	told := s.at.offset
	s.frames.open()
	defer s.frames.close()
	for !s.at.done() && s.last < end {
		if s.at.offset >= report {
			if ctx.Err() != nil {
				return
			}
			tell(s.at.offset - told)
			told, report = s.at.offset, s.at.offset+progressStep
			s.reserve()
		}
		if s.run(min(end, report)); !s.at.done() && s.last < end {
			s.step()
		}
	}
	if s.gapOpen && s.at.done() {
		s.closeGap(true)
	}
}

// reserve makes room for the frames up to s.reach if what comes is like what came
// before, though never for more than some times as many as that: room that runs
// out while it lasts costs copies of all.
func (s *scanner) reserve() {
	const most = 16
	n := s.frames.n
	if n == 0 {
		return
	}
	dense := float64(n) / float64(s.at.offset-s.frames.Offset[0]+1)
	if float64(s.frames.room()) < dense*progressStep*1.2 {
		s.frames.grow(int(float64(n) * min(dense*float64(s.reach-s.at.offset)/float64(n)*1.01, most)))
	}
}

// count counts the frames of each stream.
func (s *scanner) count() {
	for _, stream := range s.frames.Stream {
		s.streams.list[stream].Count++
	}
}

// joiner puts parts together into the log. Streams are numbered as the first
// part numbers them: as they appear.
type joiner struct {
	log      *flight.Log
	streams  *streams
	overflow bool // there are more streams than can be numbered

	stamps  pace
	part    *scanner // the part added last
	numbers []int32  // of its streams in the log
}

// join takes each part from where it agrees with the one before. Two scans that
// take the same frame agree on all that follows; where the later one never takes
// the frame that the earlier one ended with, the earlier one goes on until they
// meet.
func (j *joiner) join(ctx context.Context, parts []*scanner) error {
	j.add(parts[0], 0)
	current, more := parts[0], 0
	for _, part := range parts[1:] {
		more += part.frames.Len()
	}
	j.log.Frames.Reserve(more)
	for _, next := range parts[1:] {
		for !current.at.done() {
			last := current.last
			if at, met := slices.BinarySearch(next.frames.Offset, last); met {
				j.stamps.join(&current.stamps, at == 0)
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
	j.stamps.join(&current.stamps, true)
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
	to, from := &j.log.Frames, &part.frames.Frames
	if to.Len() == 0 && part.streams == j.streams {
		*to = *from
	} else {
		var work sync.WaitGroup
		work.Go(func() { to.Offset = append(to.Offset, from.Offset[first:]...) })
		work.Go(func() { to.Time = append(to.Time, from.Time[first:]...) })
		to.Length = append(to.Length, from.Length[first:]...)
		to.Seq = append(to.Seq, from.Seq[first:]...)
		to.Flags = append(to.Flags, from.Flags[first:]...)
		j.addStreams(part, from.Stream[first:])
		work.Wait()
	}
	j.log.Damage = append(j.log.Damage, part.damage[damage:]...)
}

// addStreams numbers the streams of a part as those of the log, each as it first
// appears, and counts their frames.
func (j *joiner) addStreams(part *scanner, streams []uint16) {
	const unseen = -1
	if j.part != part {
		j.part, j.numbers = part, j.numbers[:0]
	}
	for len(j.numbers) < len(part.streams.list) {
		j.numbers = append(j.numbers, unseen)
	}
	known := len(j.log.Frames.Stream)
	all := append(j.log.Frames.Stream, streams...)
	for i, s := range streams {
		if j.numbers[s] == unseen {
			j.numbers[s] = int32(j.number(part, part.streams.list[s]))
		}
		number := j.numbers[s]
		all[known+i] = uint16(number)
		j.streams.list[number].Count++
	}
	j.log.Frames.Stream = all
}

// number is the number in the log of a stream of a part. Unknown messages are
// defined by each part for itself.
func (j *joiner) number(part *scanner, s *flight.Stream) uint16 {
	message := s.Message
	if part.streams.unknown[message.ID] == message {
		message = j.streams.unknownMessage(message.ID)
	}
	i, ok := j.streams.find(streamKey{s.Source, message})
	j.overflow = j.overflow || !ok
	return i
}
