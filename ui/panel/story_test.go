package panel

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"postflight/ui/theme"
)

func TestTheDetailIsAsHighAsItsTextUpToHalfThePanel(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	l := NewList("nothing")
	w := test.NewTempWindow(t, l)
	w.SetPadded(false)
	line := "Words of a finding that say what was found. "
	rows := []Row{{Title: "short", Detail: line}, {Title: "eight", Detail: strings.Repeat(line, 8)}, {Title: "endless", Detail: strings.Repeat(line, 90)}}
	l.SetRows("", append(rows, make([]Row, 20)...))
	for _, width := range []float32{250, 340, 500} {
		w.Resize(fyne.NewSize(width, 600))
		height := func(row int) float32 {
			l.Choose(row)
			return l.story.Size().Height
		}
		short, eight, endless := height(0), height(1), height(2)
		if !(short < eight && eight < endless && endless <= 300 && endless > 270) {
			t.Errorf("%v wide: %v, %v, %v high", width, short, eight, endless)
		}
		if l.Choose(1); l.detail.MinSize().Height > l.scroll.Size().Height && eight < 280 {
			t.Errorf("%v wide: %v of %v seen", width, l.scroll.Size().Height, l.detail.MinSize().Height)
		}
	}
	l.SetRows("", rows)
	if l.Choose(2); l.story.Size().Height < 400 || l.story.Size().Height > 500 {
		t.Errorf("under three rows the detail is %v of 600 high", l.story.Size().Height)
	}
}
