package panel

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// typedIn gives a canvas with an object, and what of its keys came to the window.
func typedIn(t *testing.T, o fyne.CanvasObject) (fyne.Canvas, *[]string) {
	t.Helper()
	w := test.NewTempWindow(t, container.NewStack(o))
	w.Resize(fyne.NewSize(400, 300))
	var got []string
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { got = append(got, string(e.Name)) })
	w.Canvas().SetOnTypedRune(func(r rune) { got = append(got, string(r)) })
	return w.Canvas(), &got
}

func TestAListKeepsTheKeysThatMoveInItAndHandsOnTheRest(t *testing.T) {
	test.NewTempApp(t)
	l := NewList("nothing")
	var chosen, opened []int
	l.OnChoose = func(row int) { chosen = append(chosen, row) }
	l.OnOpen = func(row int) { opened = append(opened, row) }
	l.SetRows("", make([]Row, 30))
	c, window := typedIn(t, l)
	l.Focus()
	for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyUp, fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyHome, fyne.KeyPageDown, fyne.KeyReturn, fyne.KeySpace, fyne.KeyB, fyne.KeyLeft} {
		c.Focused().TypedKey(&fyne.KeyEvent{Name: k})
	}
	c.Focused().TypedRune(']')
	if want := []int{0, 1, 0, 29, 19, 0, 10}; !slices.Equal(chosen, want) {
		t.Errorf("chose %v, want %v", chosen, want)
	}
	if !slices.Equal(opened, []int{10}) {
		t.Errorf("opened %v", opened)
	}
	if want := []string{"Space", "B", "Left", "]"}; !slices.Equal(*window, want) {
		t.Errorf("the window got %q, want %q", *window, want)
	}
}

func TestATickKeepsSpaceAndHandsOnTheRest(t *testing.T) {
	test.NewTempApp(t)
	ticked := 0
	tick := newCheck("only", func(bool) { ticked++ })
	c, window := typedIn(t, tick)
	c.Focus(tick)
	for _, k := range []fyne.KeyName{fyne.KeySpace, fyne.KeyB} {
		tick.TypedKey(&fyne.KeyEvent{Name: k})
	}
	tick.TypedRune(' ')
	tick.TypedRune('[')
	if ticked != 1 || !slices.Equal(*window, []string{"B", "["}) {
		t.Errorf("ticked %d times, the window got %q", ticked, *window)
	}
	tick.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.Focused() != nil {
		t.Error("the tick kept the keyboard")
	}
}

func TestAClickOnARowEndsTyping(t *testing.T) {
	test.NewTempApp(t)
	f := NewFiltered(Words{})
	f.SetRows(NewRowSet([]Row{{Title: "a"}}, []bool{true}))
	c, _ := typedIn(t, f)
	f.Focus()
	row := newRowWidget(f.list)
	row.Tapped(nil)
	if c.Focused() != nil {
		t.Error("keys still go to the search")
	}
}
