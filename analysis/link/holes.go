package link

import (
	"cmp"
	"slices"
	"time"
)

const (
	// around is how many intervals on each side of one tell the rhythm there: a
	// stream is sent at another rate now and then.
	around = 5
	// nearFrames is how many frames on each side of a gap tell what is sent there.
	nearFrames = 32
	// mostHoles is the share of all places with a hole in some rhythm from which on
	// holes tell nothing.
	mostHoles = 0.6
	// unexplained is the share of the gaps expected to leave a hole that do, under
	// which frames of all kinds alike cannot have been lost.
	unexplained = 0.35
	// fewRhythmic is the share of frames near the gaps that must have a rhythm.
	fewRhythmic = 0.3
)

// stretch is a length of log time.
type stretch struct{ from, to time.Duration }

// leavesNoHoles reports whether the gaps of a source are not where its messages lack
// a sample: each frame that a link loses is missing from the rhythm of its message.
// Sources of few gaps, or without a rhythm, show nothing; nor do those that count each
// message apart, whose numbers do not skip what is left out.
func (c *counting) leavesNoHoles(s *Source) bool {
	if s.PerMessage {
		return false
	}
	frames := c.framesOf(s.Source)
	holes, rhythmic := c.holes(frames)
	var gaps, inGaps, others, inOthers int
	covered := 0.0
	gap, hole := 0, 0
	for k := 1; k < len(frames); k++ {
		i := int(frames[k])
		from, to := c.log.Frames.Time[frames[k-1]], c.log.Frames.Time[i]
		for hole < len(holes) && holes[hole].to < from {
			hole++
		}
		isHole := hole < len(holes) && holes[hole].from <= to
		isGap := gap < len(s.Gaps) && s.Gaps[gap].Frame == i && s.Gaps[gap].Lost > 0
		for gap < len(s.Gaps) && s.Gaps[gap].Frame <= i {
			gap++
		}
		switch {
		case isGap:
			gaps++
			covered += c.rhythmicNear(frames, k, rhythmic)
			inGaps += count(isHole)
		default:
			others++
			inOthers += count(isHole)
		}
	}
	if gaps < fewRegular || others == 0 || covered < fewRhythmic*float64(gaps) {
		return false
	}
	usual := float64(inOthers) / float64(others)
	expected := usual + (1-usual)*covered/float64(gaps)
	return usual <= mostHoles && float64(inGaps) < (usual+unexplained*(expected-usual))*float64(gaps)
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// rhythmicNear is the share of the frames around one that have a rhythm.
func (c *counting) rhythmicNear(frames []int32, k int, rhythmic map[uint16]bool) float64 {
	near := frames[max(0, k-nearFrames):min(len(frames), k+nearFrames)]
	n := 0
	for _, i := range near {
		n += count(rhythmic[c.log.Frames.Stream[i]])
	}
	return float64(n) / float64(len(near))
}

// holes lists where samples of any stream with a rhythm are missing, by when they
// begin, without those that lie within another; and which streams have a rhythm.
func (c *counting) holes(frames []int32) (holes []stretch, rhythmic map[uint16]bool) {
	streams := map[uint16][]int32{}
	for _, i := range frames {
		stream := c.log.Frames.Stream[i]
		streams[stream] = append(streams[stream], i)
	}
	rhythmic = map[uint16]bool{}
	for stream, list := range streams {
		if _, ok := c.missingIn(list); ok {
			rhythmic[stream] = true
			holes = append(holes, c.holesIn(list)...)
		}
	}
	slices.SortFunc(holes, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	merged := holes[:0]
	for _, h := range holes {
		if n := len(merged); n > 0 && h.from <= merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, h.to)
		} else {
			merged = append(merged, h)
		}
	}
	return merged, rhythmic
}

// holesIn lists where samples of one stream were due and did not come.
func (c *counting) holesIn(list []int32) (holes []stretch) {
	t := c.log.Frames.Time
	steps := make([]time.Duration, len(list)-1)
	for k := range steps {
		steps[k] = t[list[k+1]] - t[list[k]]
	}
	near := make([]time.Duration, 0, 2*around+1)
	for k, d := range steps {
		near = append(near[:0], steps[max(0, k-around):min(len(steps), k+around+1)]...)
		slices.Sort(near)
		if usual := near[len(near)/2]; d > usual*3/2 {
			holes = append(holes, stretch{t[list[k]] + usual/2, t[list[k+1]] - usual/2})
		}
	}
	return holes
}
