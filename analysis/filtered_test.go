package analysis_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"postflight/analysis/link"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

// without is the account of a source of a telemetry log without some of its frames.
func without(t *testing.T, l *flight.Log, source flight.Source, left func(frame int) bool) (s *link.Source, gone int) {
	t.Helper()
	var out []byte
	for i := range l.Frames.Len() {
		if l.Source(i) == source && left(i) {
			gone++
			continue
		}
		at := l.Frames.Offset[i]
		out = append(out, l.Data[at-scan.StampSize:at+int64(l.Frames.Length[i])]...)
	}
	return run(t, open(t, "a.tlog", out)).Link.Of(source), gone
}

// filterable are real logs of vehicles whose messages come at rates.
var filterable = []string{"herelink_mav.tlog", "wlichon_flood_test.tlog", "wlichon_flood_mavlink.tlog"}

func TestAMessageThatIsLeftOutOfARealLogIsNoLoss(t *testing.T) {
	for _, name := range filterable {
		l := real(t, name)[name].Log
		for k, stream := range l.Streams {
			sent := map[string]bool{"FILE_TRANSFER_PROTOCOL": true, "STATUSTEXT": true, "DISTANCE_SENSOR": true, "TERRAIN_REQUEST": true, "COMMAND_ACK": true}
			if stream.Source != source(t, "1:1") || stream.Count < 30 || sent[stream.Message.Name] {
				continue // what is sent now and then leaves nothing to tell it by
			}
			s, _ := without(t, l, stream.Source, func(i int) bool { return int(l.Frames.Stream[i]) == k })
			if s.Reliable || s.Lost != 0 || !strings.Contains(s.Why, "left out of the log") {
				t.Errorf("%s without %s: %d lost, %q", name, stream.Message.Name, s.Lost, s.Why)
			}
		}
	}
}

func TestWhatARealLinkWouldHaveLostIsLoss(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 7))
	for _, name := range filterable {
		l := real(t, name)[name].Log
		for _, share := range []float64{0.005, 0.02, 0.05, 0.09, 0.3} {
			for _, length := range []int{1, 5} { // of a burst
				left := 0
				s, gone := without(t, l, source(t, "1:1"), func(int) bool {
					if left == 0 && random.Float64() < share/float64(length) {
						left = length
					}
					left = max(0, left-1)
					return left > 0 || length == 1 && random.Float64() < share
				})
				if !s.Reliable || s.Lost < gone*9/10 {
					t.Errorf("%s without %d frames, %d at a time: %d lost, %q", name, gone, length, s.Lost, s.Why)
				}
			}
		}
	}
}
