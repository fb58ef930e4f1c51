package link

import "fmt"

const (
	// fewRegular is how many frames are missing, of a source that lacks less than
	// missingShare, for a pattern to be more than chance.
	fewRegular = 20
	// mostInPattern is how many frames repeat themselves at most.
	mostInPattern = 16
	// exactly is the share of gaps that numbers left out by a rule repeat.
	exactly = 0.9
)

// repeats says why numbers do not show loss that skip the same over and over: a log
// was thinned out, or a sender counts so.
func (c *counting) repeats(s *Source) (why string, ok bool) {
	if s.PerMessage || s.Lost < fewRegular || c.mostlyDamaged(s) {
		return "", false
	}
	skipped := make([]int, s.Frames) // before each frame
	gap := 0
	for k, frame := range c.framesOf(s.Source) {
		if gap < len(s.Gaps) && s.Gaps[gap].Frame == int(frame) {
			skipped[k] = s.Gaps[gap].Lost
			gap++
		}
	}
	for turn := 1; turn <= mostInPattern; turn++ {
		same, gaps := 0, 0
		for k := turn; k < len(skipped); k++ {
			if skipped[k]+skipped[k-turn] > 0 {
				gaps++
				if skipped[k] == skipped[k-turn] {
					same++
				}
			}
		}
		switch {
		case gaps < fewRegular || float64(same) < exactly*float64(gaps):
		case turn == 1:
			step := s.Gaps[len(s.Gaps)/2].Lost + 1
			return fmt.Sprintf("each of its numbers is %d after the one before: it counts so, or the others went over another link or were left out of the log", step), true
		default:
			return fmt.Sprintf("its numbers skip the same every %d frames: those went over another link or were left out of the log", turn), true
		}
	}
	return "", false
}
