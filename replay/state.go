// Package replay plays a flight in virtual time.
//
// A [Player] is a value moved by whoever calls it with a clock of their own;
// it starts no goroutine. Log time, here and in every package above, is a
// [time.Duration] from the first frame of the flight.
package replay

import "time"

// Range is a stretch of log time, both ends belonging to it.
type Range struct{ From, To time.Duration }

// Length is To - From.
func (r Range) Length() time.Duration { return r.To - r.From }

// Contains reports whether t lies in the range, its ends included.
func (r Range) Contains(t time.Duration) bool { return r.From <= t && t <= r.To }

// Clamp gives t, or the end of the range nearest to it.
func (r Range) Clamp(t time.Duration) time.Duration { return min(max(t, r.From), r.To) }

// State is what a player shows at one instant. It is a copy: it never changes.
type State struct {
	At       time.Duration // log time of the playhead, always inside Crop
	Playing  bool
	Speed    float64 // asked for; negative plays backwards
	Achieved float64 // measured log seconds a real second, signed like Speed; 0 while paused or not yet measured
	Whole    Range   // the flight
	Crop     Range   // what is played
	Loop     bool    // at the end of the crop start over, else stop there
	Laps     int     // how often the loop started over since playing began
}
