package popup_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"postflight/ui/popup"
)

// shown is a window with a menu, and what was chosen of it.
func shown(t *testing.T, at fyne.Position, again func(*desktop.MouseEvent)) (fyne.Canvas, *string) {
	t.Helper()
	test.NewTempApp(t)
	w := test.NewTempWindow(t, container.NewWithoutLayout())
	w.Resize(fyne.NewSize(400, 300))
	chosen := ""
	menu := fyne.NewMenu("", fyne.NewMenuItem("one", func() { chosen += "one" }), fyne.NewMenuItem("two", func() { chosen += "two" }))
	popup.Show(menu, w.Canvas(), at, again)
	if w.Canvas().Overlays().Top() == nil || w.Canvas().Focused() == nil {
		t.Fatal("no menu with the keyboard")
	}
	return w.Canvas(), &chosen
}

func press(c fyne.Canvas, keys ...fyne.KeyName) {
	for _, k := range keys {
		if f := c.Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
}

func TestEscapeClosesAMenuAndChoosesNothing(t *testing.T) {
	c, chosen := shown(t, fyne.NewPos(10, 10), nil)
	press(c, fyne.KeyDown, fyne.KeyEscape)
	if c.Overlays().Top() != nil || *chosen != "" {
		t.Errorf("menu %v, chosen %q", c.Overlays().Top(), *chosen)
	}
}

func TestAMenuIsGoneThroughByKeys(t *testing.T) {
	c, chosen := shown(t, fyne.NewPos(10, 10), nil)
	press(c, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if c.Overlays().Top() != nil || *chosen != "two" {
		t.Errorf("menu %v, chosen %q", c.Overlays().Top(), *chosen)
	}
}

func TestAPressBesideAMenuClosesItAndARightOneIsHandedOn(t *testing.T) {
	for button, want := range map[desktop.MouseButton]int{desktop.MouseButtonPrimary: 0, desktop.MouseButtonSecondary: 1} {
		handed := 0
		c, _ := shown(t, fyne.NewPos(10, 10), func(*desktop.MouseEvent) { handed++ })
		cover := c.Overlays().Top().(desktop.Mouseable)
		inside := &desktop.MouseEvent{Button: button}
		inside.Position = fyne.NewPos(12, 12)
		cover.MouseDown(inside)
		if c.Overlays().Top() == nil {
			t.Fatal("a press on the menu closed it")
		}
		beside := &desktop.MouseEvent{Button: button}
		beside.Position = fyne.NewPos(350, 250)
		cover.MouseDown(beside)
		if c.Overlays().Top() != nil || handed != want {
			t.Errorf("button %v: menu %v, handed on %d times", button, c.Overlays().Top(), handed)
		}
	}
}

func TestAMenuAtTheBorderStaysInTheWindow(t *testing.T) {
	c, chosen := shown(t, fyne.NewPos(399, 299), nil)
	test.TapCanvas(c, fyne.NewPos(380, 290))
	if *chosen == "" {
		t.Error("its entry is not where it fits")
	}
}
