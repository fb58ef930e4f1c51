package plot_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

func TestTheMeasuringBoxFoldsWhereItWouldCoverMuch(t *testing.T) {
	for _, c := range []struct {
		panes  int
		folded bool
	}{{1, false}, {12, true}} {
		s, _, queue := show(t, fynetheme.VariantLight, 1, fyne.NewSize(1000, 800), flightPanes(t, c.panes)...)
		dress(s)
		s.Join()
		for len(queue) > 0 {
			(<-queue)()
		}
		said := s.Panes()[0].Measured()
		if len(said) != 5 || !strings.HasPrefix(said[0], "A to B") {
			t.Fatalf("%d panes: %q, want the stretch and four curves", c.panes, said)
		}
		if c.folded != strings.HasPrefix(said[1], "Δ") {
			t.Errorf("%d panes: %q, want it folded: %v", c.panes, said[1], c.folded)
		}
	}
}
