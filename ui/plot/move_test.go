package plot_test

import (
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/ui/plot"
)

func held(m fyne.KeyModifier) func() fyne.KeyModifier { return func() fyne.KeyModifier { return m } }

func TestACtrlDragZoomsToABoxThatIsShown(t *testing.T) {
	b, roll, alt := twoPanes(t)
	lo, hi := roll.ValueRange()
	b.SetModifiers(held(fyne.KeyModifierShortcutDefault))
	press(roll, at(roll, 0.2, 0.25), desktop.MouseButtonPrimary)
	roll.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(roll, 0.6, 0.75)}})
	pos, size, ok := roll.Box()
	if from, to := at(roll, 0.2, 0.25), at(roll, 0.6, 0.75); !ok || pos != from || math.Abs(float64(size.Width-(to.X-from.X))) > 0.1 {
		t.Errorf("box at %v of %v, %v", pos, size, ok)
	}
	roll.DragEnd()
	if _, _, ok := roll.Box(); ok {
		t.Error("the box stays")
	}
	from, to := b.View()
	if !near(from, 20*time.Second, 200*time.Millisecond) || !near(to, 60*time.Second, 200*time.Millisecond) {
		t.Errorf("view %v to %v, want 20 s to 60 s", from, to)
	}
	newLo, newHi := roll.ValueRange()
	if math.Abs(newLo-(lo+0.25*(hi-lo))) > 0.2 || math.Abs(newHi-(lo+0.75*(hi-lo))) > 0.2 {
		t.Errorf("values %v to %v of %v to %v", newLo, newHi, lo, hi)
	}
	if len(b.seeks) != 0 {
		t.Error("the box seeks")
	}
	b.Undo()
	if from, to := b.View(); from != 0 || to != 100*time.Second {
		t.Errorf("view %v to %v after undo", from, to)
	}
	altLo, altHi := alt.ValueRange()
	drag(alt, at(alt, 0.3, 0.5), at(alt, 0.5, 0.5)) // flat: time only
	b.SetView(0, 100*time.Second)
	if a, c := alt.ValueRange(); a != altLo || c != altHi {
		t.Errorf("a flat box fixed the values to %v to %v", a, c)
	}
}

func TestAClickWithCtrlDoesNothing(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.SetModifiers(held(fyne.KeyModifierShortcutDefault))
	press(roll, at(roll, 0.5, 0.5), desktop.MouseButtonPrimary)
	release(roll, at(roll, 0.5, 0.5))
	if from, to := b.View(); from != 0 || to != 100*time.Second || len(b.seeks) != 0 || b.CanUndo() {
		t.Errorf("view %v to %v, seeks %v", from, to, b.seeks)
	}
}

func TestARightDragWithShiftPansValuesToo(t *testing.T) {
	b, roll, _ := twoPanes(t)
	lo, hi := roll.ValueRange()
	press(roll, at(roll, 0.5, 0.5), desktop.MouseButtonSecondary)
	b.SetModifiers(held(fyne.KeyModifierShift))
	to := at(roll, 0.5, 0.75)
	for range 2 {
		roll.MouseMoved(&desktop.MouseEvent{
			PointEvent: fyne.PointEvent{Position: to, AbsolutePosition: roll.Position().Add(to)},
			Button:     desktop.MouseButtonSecondary,
		})
	}
	a, c := roll.ValueRange()
	if want := lo + 0.25*(hi-lo); math.Abs(a-want) > 0.2 || math.Abs((c-a)-(hi-lo)) > 0.01 {
		t.Errorf("values %v to %v, want from %v", a, c, want)
	}
}

func TestTheKeyboardZoomsAtThePlayheadAndPans(t *testing.T) {
	b, _, _ := twoPanes(t)
	b.SetPlayhead(20 * time.Second)
	b.Zoom(0.5)
	from, to := b.View()
	if !near(to-from, 50*time.Second, time.Millisecond) || !near(from, 10*time.Second, time.Millisecond) {
		t.Errorf("view %v to %v, want 50 s with the playhead where it was", from, to)
	}
	b.Pan(0.1)
	if got, _ := b.View(); !near(got, from+5*time.Second, time.Millisecond) {
		t.Errorf("view starts at %v after a pan by a tenth", got)
	}
	b.Zoom(0)
	b.Zoom(math.NaN())
	b.Pan(math.NaN())
	if a, c := b.View(); c-a != to-from {
		t.Errorf("nonsense changed the view to %v to %v", a, c)
	}
}

func TestTheViewFollowsThePlayheadPageByPage(t *testing.T) {
	b, _, _ := twoPanes(t)
	b.SetView(0, 10*time.Second)
	b.SetPlayhead(12 * time.Second)
	if from, _ := b.View(); from != 0 {
		t.Fatal("follows unasked")
	}
	b.FollowPlayhead(true)
	moves := 0
	for at := 12 * time.Second; at <= 90*time.Second; at += 100 * time.Millisecond {
		before, _ := b.View()
		b.SetPlayhead(at)
		from, to := b.View()
		if at < from || at > to {
			t.Fatalf("playhead %v is outside %v to %v", at, from, to)
		}
		if from != before {
			moves++
		}
	}
	if moves < 7 || moves > 10 {
		t.Errorf("the view moved %d times", moves)
	}
	b.SetPlayhead(3 * time.Second)
	if from, to := b.View(); from > 3*time.Second || to < 3*time.Second {
		t.Errorf("view %v to %v after going back", from, to)
	}
}

func TestMarkersAreDraggedRatherThanThePlayhead(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.SetMarker(plot.MarkerA, 50*time.Second)
	drag(roll, at(roll, 0.501, 0.5), at(roll, 0.7, 0.5))
	if got, _ := b.MarkerAt(plot.MarkerA); !near(got, 70*time.Second, 200*time.Millisecond) || len(b.seeks) != 0 {
		t.Errorf("marker at %v, seeks %v", got, b.seeks)
	}
}
