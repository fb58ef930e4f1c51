package sequence

import (
	"slices"
	"time"
)

// Frame is a frame as far as its counter is looked for. All frames of one counter
// are of one kind.
type Frame struct {
	Number, Kind uint8
	Message      uint16
	Time         time.Duration
}

// mostMessages is how many messages are told apart. Time and memory grow with the
// square of it.
const mostMessages = 256

// ByMessage tells counters apart that number messages of their own: what follows
// each other number by number was sent by one. Two groups of messages are one if
// of the steps from frame to frame a share of linked, 0 to 1, leads from one to
// the other; a few do by chance. It gives the group of each frame, from 0, and how
// many groups there are: 1 where nothing tells them apart.
func ByMessage(frames []Frame, linked float64) (group []int, groups int) {
	group = make([]int, len(frames))
	of, sorts := sortsOf(frames)
	if sorts > mostMessages {
		return group, 1
	}
	at, groups := joined(stepsBetween(frames, of, sorts), linked)
	for i := range frames {
		group[i] = at[of[i]]
	}
	return group, groups
}

// sortsOf numbers the messages of each kind.
func sortsOf(frames []Frame) (of []int, sorts int) {
	type sort struct {
		message uint16
		kind    uint8
	}
	known := map[sort]int{}
	of = make([]int, len(frames))
	for i, f := range frames {
		k := sort{f.Message, f.Kind}
		if _, ok := known[k]; !ok {
			known[k] = len(known)
		}
		of[i] = known[k]
	}
	return of, len(known)
}

// stepsBetween counts how often a frame of one sort was followed, number by
// number, by one of another.
func stepsBetween(frames []Frame, of []int, sorts int) [][]int {
	steps := make([][]int, sorts)
	for a := range steps {
		steps[a] = make([]int, sorts)
	}
	var tracks Tracks
	for i, f := range frames {
		if after := tracks.Add(f.Number, f.Kind, f.Time); after >= 0 {
			a, b := of[after], of[i]
			steps[a][b]++
			steps[b][a]++
		}
	}
	return steps
}

// joined joins sorts as long as any two groups are linked, the closest first.
func joined(steps [][]int, linked float64) (group []int, groups int) {
	group = make([]int, len(steps))
	total := make([]int, len(steps)) // by group
	for a, row := range steps {
		group[a] = a
		for _, n := range row {
			total[a] += n
		}
	}
	for {
		best, from, into := linked, -1, -1
		for a := range steps {
			for b := range a {
				if steps[a][b] > 0 {
					if share := float64(steps[a][b]) / float64(min(total[a], total[b])); share >= best {
						best, from, into = share, a, b
					}
				}
			}
		}
		if from < 0 {
			break
		}
		total[into] += total[from]
		for k := range steps {
			if k != into && k != from {
				steps[into][k] += steps[from][k]
				steps[k][into] = steps[into][k]
			}
			steps[from][k], steps[k][from] = 0, 0
		}
		for a := range group {
			if group[a] == from {
				group[a] = into
			}
		}
	}
	return renumbered(group)
}

// renumbered counts groups from 0 in order of appearance.
func renumbered(group []int) ([]int, int) {
	var seen []int
	for a, g := range group {
		k := slices.Index(seen, g)
		if k < 0 {
			k, seen = len(seen), append(seen, g)
		}
		group[a] = k
	}
	return group, len(seen)
}

const (
	// wide is how far from all counters but one a number must be to belong to it.
	wide = 32
	// closest is the greatest step that a counter takes without doubt.
	closest = wide / 2
	// unheard is how many numbers a counter may have used unheard before nobody
	// knows where it is.
	unheard = 32
)

// standing is where one counter stands.
type standing struct {
	next, kind uint8
	frames     int
	first, at  time.Duration
}

// lostSight reports whether a counter may be anywhere by now.
func (s *standing) lostSight(t time.Duration) bool {
	if t-s.at > trackLife {
		return true
	}
	return s.frames > rated && s.at > s.first &&
		float64(s.frames)*(t-s.at).Seconds()/(s.at-s.first).Seconds() > unheard
}

// ByNumber tells counters apart whose numbers stay far from each other all the
// time: it gives the counter of each frame, from 0, and how many there are. ok is
// false where there are more than most, where two come close, or where one was
// out of sight.
func ByNumber(frames []Frame, most int) (counter []int, counters int, ok bool) {
	counter = make([]int, len(frames))
	var all []standing
	for i, f := range frames {
		best, near, next := -1, 256, 256 // next is the distance to the second
		for k := range all {
			s := &all[k]
			if s.kind != f.Kind {
				continue
			}
			d := distance(s.next, f.Number)
			switch {
			case d < near:
				best, near, next = k, d, near
			default:
				next = min(next, d)
			}
			if s.lostSight(f.Time) {
				return nil, 0, false
			}
		}
		switch {
		case near <= closest && next >= wide:
		case near >= wide && len(all) < most:
			best = len(all)
			all = append(all, standing{next: f.Number, kind: f.Kind, first: f.Time})
		default:
			return nil, 0, false
		}
		s := &all[best]
		if int8(f.Number-s.next) >= 0 {
			s.next = f.Number + 1
		}
		s.at = f.Time
		s.frames++
		counter[i] = best
	}
	return counter, len(all), true
}

// distance is how far two numbers are apart, either way round.
func distance(a, b uint8) int {
	d := int(int8(b - a))
	return max(d, -d)
}
