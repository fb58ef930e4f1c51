package window

import (
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"postflight/replay"
)

// press types a key where the keyboard is.
func press(w *Window, name fyne.KeyName) {
	if f := w.Canvas().Focused(); f != nil {
		f.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name})
}

func typeText(w *Window, text string) {
	for _, r := range text {
		if f := w.Canvas().Focused(); f != nil {
			f.TypedRune(r)
		} else {
			w.Canvas().OnTypedRune()(r)
		}
	}
}

func TestATimeIsTypedAndGoneToByReturn(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.SetState(replay.State{At: 30 * time.Second, Whole: replay.Range{To: 99 * time.Second}})
	press(w, fyne.KeyG)
	typeText(w, "g")
	typeText(w, "0:42")
	press(w, fyne.KeyReturn)
	if want := []time.Duration{42 * time.Second}; !slices.Equal(a.seeks, want) {
		t.Errorf("went to %v, want %v", a.seeks, want)
	}
	if len(w.modals) > 0 || w.Canvas().Overlays().Top() != nil {
		t.Error("the dialog stayed")
	}
}

func TestEscapeClosesADialogWithoutEffect(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	for name, show := range map[string]func(){
		"time":   w.askTime,
		"number": func() { w.AskNumber("", "", "", 1, func(float64) { t.Error("used") }, nil) },
		"keys":   w.showKeys,
		"about":  w.showAbout,
		"error":  func() { w.ShowError("", errors.New("no")) },
		"question": func() {
			w.Ask("", "", "yes", "no", func(yes bool) {
				if yes {
					t.Error("answered yes")
				}
			})
		},
	} {
		show()
		if w.Canvas().Overlays().Top() == nil {
			t.Fatalf("%s: no dialog", name)
		}
		press(w, fyne.KeyEscape)
		if w.Canvas().Overlays().Top() != nil || len(w.modals) > 0 {
			t.Fatalf("%s: the dialog stayed", name)
		}
	}
	if len(a.seeks) > 0 {
		t.Errorf("went to %v", a.seeks)
	}
}

func TestTheKeysOfTheWindowRestUnderADialog(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.ShowError("", errors.New("no"))
	press(w, fyne.KeySpace)
	typeText(w, "]")
	if len(a.calls) > 0 || a.speed != 0 {
		t.Errorf("asked for %v, speed %v", a.calls, a.speed)
	}
	press(w, fyne.KeyReturn)
	press(w, fyne.KeySpace)
	if !slices.Equal(a.calls, []string{"toggle"}) {
		t.Errorf("asked for %v", a.calls)
	}
}

func TestCancelStopsTheWorkThatIsShownNow(t *testing.T) {
	w, _ := newTestWindow(t)
	stopped := ""
	w.ShowBusy("one", 0, func() { stopped += "one" })
	w.ShowBusy("two", 0, func() { stopped += "two" })
	press(w, fyne.KeyEscape)
	if stopped != "two" {
		t.Errorf("stopped %q", stopped)
	}
	w.HideBusy()
	if len(w.modals) > 0 {
		t.Error("the dialog stayed")
	}
}
