package replay

import "time"

// Passed is a stretch of log time the playhead went over. In reverse play it
// is entered at its later end: From > To.
//
// To always belongs to it. From belongs to it when FromIncluded: where a lap
// starts, and after a seek, a step or a change of crop put the playhead there.
// Otherwise the stretch before ended at From and has reported its frames. So
// the frames of a lap are due once each, and a lap includes both crop ends.
type Passed struct {
	From, To     time.Duration
	FromIncluded bool
	// Passes is how often it was gone over: 1, or more where one late tick
	// covered several whole laps.
	Passes int
}

// Frames gives the frames due in one pass as the half-open index range
// [first, end) of the ascending times. Reverse play meets end-1 first.
func (p Passed) Frames(times []time.Duration) (first, end int) {
	switch {
	case p.From > p.To && p.FromIncluded:
		first, end = firstNotBefore(times, p.To), firstAfter(times, p.From)
	case p.From > p.To:
		first, end = firstNotBefore(times, p.To), firstNotBefore(times, p.From)
	case p.FromIncluded:
		first, end = firstNotBefore(times, p.From), firstAfter(times, p.To)
	default:
		first, end = firstAfter(times, p.From), firstAfter(times, p.To)
	}
	return first, end
}

// travelled is the log time gone through, negative in reverse.
func (p Passed) travelled() time.Duration { return (p.To - p.From) * time.Duration(p.Passes) }
