package replay

import "time"

// Due is how many of the frames, at ascending times, fell due since play began at
// the start of a lap, with no seek, step or change of crop or direction since: those
// of the whole laps, and those of this one up to the playhead. It is reckoned from
// where play stands alone, so that it can be held against what each tick handed on.
func (s State) Due(times []time.Duration) int {
	lap := Passed{From: s.Crop.From, To: s.Crop.To, FromIncluded: true}
	if s.Speed < 0 {
		lap.From, lap.To = lap.To, lap.From
	}
	first, end := lap.Frames(times)
	due := s.Laps * (end - first)
	lap.To = s.At
	first, end = lap.Frames(times)
	return due + end - first
}
