package sequence

import (
	"slices"
	"time"
)

const (
	// trackLife is how long a track waits for its next number.
	trackLife = 5 * time.Second
	// maxTracks bounds how many are followed. The more there are, the more often a
	// number fits one by chance.
	maxTracks = 32
	// grown is how many frames make a track more than chance.
	grown = 8
)

// Tracks follows several counters that may run side by side under one name,
// each without a gap. The zero value waits for its first frame.
type Tracks struct {
	Starts   int // frames that went on from none
	Switches int // frames that went on from another track than the frame before

	tracks  []track
	current int
	frames  int
	// between counts switches by how many tracks were fed since the one switched to.
	between [maxTracks + 1]int
}

type track struct {
	next, kind uint8
	frames     int
	at         time.Duration
	frame      int // the last, counted from 1
}

// Add takes the number of the next frame, its kind and its log time. All frames
// of one counter are of one kind. It returns which of the frames added, from 0,
// the frame goes on from; -1 where there is none.
func (s *Tracks) Add(number, kind uint8, t time.Duration) (after int) {
	s.frames++
	i := s.find(number, kind, t)
	if i < 0 {
		i = s.start()
	} else if i != s.current {
		s.Switches++
		s.between[s.since(s.tracks[i].frame)]++
	}
	k := &s.tracks[i]
	after = k.frame - 1
	k.next, k.kind, k.at, k.frame = number+1, kind, t, s.frames
	k.frames++
	s.current = i
	return after
}

// find is the track that waits for a number, the present one if it does; negative
// where there is none.
func (s *Tracks) find(number, kind uint8, t time.Duration) int {
	best := -1
	for i := range s.tracks {
		if k := &s.tracks[i]; k.next == number && k.kind == kind && t-k.at <= trackLife && (best < 0 || i == s.current) {
			best = i
		}
	}
	return best
}

// start makes room for a track, that of the oldest where there are too many.
func (s *Tracks) start() int {
	s.Starts++
	if len(s.tracks) < maxTracks {
		s.tracks = append(s.tracks, track{})
		return len(s.tracks) - 1
	}
	oldest := 0
	for i := range s.tracks {
		if s.tracks[i].frame < s.tracks[oldest].frame {
			oldest = i
		}
	}
	s.tracks[oldest] = track{}
	return oldest
}

// since counts the tracks fed after a frame.
func (s *Tracks) since(frame int) int {
	n := 0
	for i := range s.tracks {
		if s.tracks[i].frame > frame {
			n++
		}
	}
	return n
}

// Abreast is how many tracks ran side by side, as a rule: one that was left was
// come back to after so many others, itself counted.
func (s *Tracks) Abreast() int {
	seen := 0
	for n, count := range s.between {
		if seen += count; 2*seen > s.Switches {
			return n + 1
		}
	}
	return 1
}

// Kinds lists the kinds of which tracks came to something.
func (s *Tracks) Kinds() []uint8 {
	var kinds []uint8
	for i := range s.tracks {
		if s.tracks[i].frames >= grown {
			kinds = append(kinds, s.tracks[i].kind)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}
