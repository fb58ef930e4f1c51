package transport

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"postflight/replay"
)

func TestTheTrackShowsWhatThePlotsShow(t *testing.T) {
	test.NewTempApp(t)
	track := NewTrack(func(time.Duration) {}, func(replay.Range) {})
	window := test.NewTempWindow(t, track)
	window.SetPadded(false)
	window.Resize(fyne.NewSize(1018, 46)) // 1000 between the insets
	whole := replay.Range{To: 100 * time.Second}
	track.SetState(replay.State{Whole: whole, Crop: whole})
	for _, c := range []struct {
		name     string
		view     replay.Range
		from, to float32
		shown    bool
	}{
		{"nothing yet", replay.Range{}, 0, 0, false},
		{"a part", replay.Range{From: 20 * time.Second, To: 50 * time.Second}, 209, 509, true},
		{"a moment", replay.Range{From: 20 * time.Second, To: 20*time.Second + time.Millisecond}, 206, 212, true},
		{"more than there is", replay.Range{From: -10 * time.Second, To: 50 * time.Second}, 9, 509, true},
		{"all", whole, 0, 0, false},
	} {
		track.SetView(c.view)
		bar := track.over.view[0]
		if bar.Visible() != c.shown {
			t.Errorf("%s: shown %v", c.name, bar.Visible())
		}
		from, to := bar.Position().X, bar.Position().X+bar.Size().Width
		if c.shown && (from < c.from-1 || from > c.from+1 || to < c.to-1 || to > c.to+1) {
			t.Errorf("%s: from %v to %v, want %v to %v", c.name, from, to, c.from, c.to)
		}
	}
}

func TestSpeedsStandInGroups(t *testing.T) {
	var groups [3][]float64
	for _, v := range replay.Speeds() {
		groups[group(v)] = append(groups[group(v)], v)
	}
	for i, g := range groups {
		if len(g) < 3 || len(g) > 5 {
			t.Errorf("group %d has %v", i, g)
		}
	}
}
