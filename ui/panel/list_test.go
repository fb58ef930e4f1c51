package panel

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestAClickChoosesARowAndASecondOneOpensIt(t *testing.T) {
	test.NewTempApp(t)
	l := NewList("nothing")
	var chosen, opened []int
	l.OnChoose = func(row int) { chosen = append(chosen, row) }
	l.OnOpen = func(row int) { opened = append(opened, row) }
	l.SetRows("", []Row{{Title: "a"}, {Title: "b"}})
	first, second := newRowWidget(l), newRowWidget(l)
	second.id = 1
	first.Tapped(nil)
	second.Tapped(nil)
	if len(opened) > 0 {
		t.Errorf("clicks on two rows opened %v", opened)
	}
	second.Tapped(nil)
	if !slices.Equal(chosen, []int{0, 1, 1}) || !slices.Equal(opened, []int{1}) {
		t.Errorf("chosen %v, opened %v", chosen, opened)
	}
}

func TestAListWithoutRowsLiesWhereItSaysSo(t *testing.T) {
	test.NewTempApp(t)
	l := NewList("nothing")
	w := test.NewTempWindow(t, l)
	w.Resize(fyne.NewSize(300, 200))
	l.SetRows("", []Row{{Title: "a"}})
	full, size := l.RowArea()
	l.SetRows("", nil)
	if at, now := l.RowArea(); at != full || now != size || size.Height == 0 {
		t.Errorf("at %v, %v; with rows at %v, %v", at, now, full, size)
	}
}
