package sequence_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// placedFrame is what the slow way keeps of a frame.
type placedFrame struct{ frame, place int }

// copiesOf goes through the last 63 frames of the same stream and number.
func copiesOf(l *flight.Log, before []placedFrame, i, place int) (equal int) {
	f, looked := &l.Frames, 0
	for k := len(before) - 1; k >= 0 && looked < 63; k-- {
		other := before[k].frame
		if f.Stream[other] != f.Stream[i] || f.Seq[other] != f.Seq[i] {
			continue
		}
		looked++
		if f.Time[i]-f.Time[other] <= time.Second && before[k].place == place && bytes.Equal(l.Frame(i), l.Frame(other)) {
			equal++
		}
	}
	return equal
}

func TestCopiesAreThoseThatASearchThroughAllFramesFinds(t *testing.T) {
	message := logtest.Attitude
	random := rand.New(rand.NewPCG(1, 2))
	for _, step := range []time.Duration{0, time.Millisecond, 100 * time.Millisecond, time.Second} {
		var b logtest.Builder
		var at time.Duration
		for range 3000 {
			b.Add(logtest.Frame{
				At: at, Source: flight.MakeSource(uint8(1+random.IntN(2)), 1), Message: message, Seq: uint8(random.IntN(4)),
			})
			at += time.Duration(random.Int64N(2*int64(step) + 1))
		}
		l := b.Log()
		fast, found := sequence.NewCopies(l), 0
		var before []placedFrame
		for i := range l.Frames.Len() {
			place := int(l.Frames.Seq[i]) + 256*(i/100+random.IntN(2))
			want := copiesOf(l, before, i, place)
			if got := fast.Of(i, place); got != want {
				t.Fatalf("frame %d of place %d, steps of %v: found %d copies, want %d", i, place, step, got, want)
			}
			found += want
			fast.Add(i, place)
			before = append(before, placedFrame{i, place})
		}
		if found == 0 && step < time.Second {
			t.Errorf("no copies among frames %v apart: this tests nothing", step)
		}
	}
}
