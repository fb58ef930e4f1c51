package plot

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
)

func TestACrowdedLayerOfMarksIsLeftOutUntilZoomedIn(t *testing.T) {
	test.NewTempApp(t)
	s := NewStack(NewPane("roll"))
	defer s.Close()
	marks := []Mark{{At: time.Second, Kind: MarkEpoch}}
	for i := range 1000 {
		marks = append(marks, Mark{At: time.Duration(i) * time.Second, Kind: MarkEvent})
	}
	s.SetMarks(marks)
	if got := s.shownMarks(0, 1000*time.Second, 600); len(got) != 1 || got[0].Kind != MarkEpoch {
		t.Errorf("%d marks over the whole flight", len(got))
	}
	if got := s.shownMarks(0, 20*time.Second, 600); len(got) != 22 {
		t.Errorf("%d marks when zoomed in", len(got))
	}
}
