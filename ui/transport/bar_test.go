package transport_test

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"postflight/replay"
	"postflight/ui/transport"
)

func TestControlsAskForWhatTheySay(t *testing.T) {
	b := newBench(t, 1280, dark)
	for name, want := range map[string]string{
		"start": "start", "back": "step -5s", "play": "toggle", "forward": "step 5s",
		"end": "end", "reverse": "speed -1", "loop": "loop true",
	} {
		b.calls = nil
		test.TapCanvas(b.window.Canvas(), b.ControlPositions()[name])
		if len(b.calls) != 1 || b.calls[0] != want {
			t.Errorf("%s asks for %v, want %s", name, b.calls, want)
		}
		if b.window.Canvas().Focused() != nil {
			t.Errorf("%s took the keyboard focus", name)
		}
	}
}

func TestTogglesAskForTheOppositeOfWhatIsShown(t *testing.T) {
	b := newBench(t, 1280, dark)
	s := flight()
	s.Loop, s.Speed = true, -4
	b.SetState(s)
	test.TapCanvas(b.window.Canvas(), b.ControlPositions()["loop"])
	test.TapCanvas(b.window.Canvas(), b.ControlPositions()["reverse"])
	if got := strings.Join(b.calls, ", "); got != "loop false, speed 4" {
		t.Errorf("asked for %s", got)
	}
}

func TestASpeedIsChosenFromTheListAndKeepsTheDirection(t *testing.T) {
	for speed, want := range map[float64]string{1: "speed 16", -1: "speed -16"} {
		b := newBench(t, 1280, dark)
		b.window.Resize(fyne.NewSize(1280, 800))
		s := flight()
		s.Speed = speed
		b.SetState(s)
		test.TapCanvas(b.window.Canvas(), b.ControlPositions()["speed"])
		menu, ok := b.window.Canvas().Overlays().Top().(fyne.Widget)
		if !ok {
			t.Fatal("no list of speeds")
		}
		item := findItem(menu, "16x")
		if item == nil {
			t.Fatal("16x is not in the list")
		}
		test.Tap(item)
		if len(b.calls) != 1 || b.calls[0] != want {
			t.Errorf("asked for %v, want %s", b.calls, want)
		}
		if b.window.Canvas().Focused() != nil || b.window.Canvas().Overlays().Top() != nil {
			t.Error("the list stays, or keeps the focus")
		}
	}
}

// findItem finds the tappable that shows text.
func findItem(root fyne.CanvasObject, text string) fyne.Tappable {
	var tappable, found fyne.Tappable
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if tap, ok := o.(fyne.Tappable); ok {
			tappable = tap
		}
		switch o := o.(type) {
		case *canvas.Text:
			if o.Text == text {
				found = tappable
			}
		case *widget.Label:
			if o.Text == text {
				found = tappable
			}
		case *fyne.Container:
			for _, c := range o.Objects {
				walk(c)
			}
		case fyne.Widget:
			for _, c := range test.WidgetRenderer(o).Objects() {
				walk(c)
			}
		}
	}
	walk(root)
	return found
}

func TestSetStateCallsNoAction(t *testing.T) {
	b := newBench(t, 1280, dark)
	s := flight()
	for i := range 200 {
		s.At = time.Duration(i) * time.Second
		s.Playing, s.Loop = i%2 == 0, i%3 == 0
		s.Speed, s.Achieved = speeds[i%len(speeds)], 1
		s.Crop.From = time.Duration(i) * time.Second / 10
		b.SetState(s)
	}
	if len(b.calls) > 0 {
		t.Errorf("asked for %v", b.calls)
	}
}

func TestThePictureSuitsTheUpload(t *testing.T) {
	b := newBench(t, 1280, dark)
	track, _ := b.track()
	raster := test.WidgetRenderer(track).Objects()[0].(*canvas.Raster)
	img := raster.Generator(301, 46).(*image.RGBA)
	if img.Rect != image.Rect(0, 0, 301, 46) || img.Stride != 4*301 {
		t.Errorf("bounds %v, stride %d", img.Rect, img.Stride)
	}
}

// texts gives what the bar shows in figures: time, length, achieved speed.
func (b *bench) texts() string {
	return strings.Join(strings.Fields(strings.Join(figures(b.Bar), " ")), " ")
}

func TestTimesAndSpeedAreShown(t *testing.T) {
	b := newBench(t, 1280, dark)
	s := flight()
	s.At = 12*time.Second + 340*time.Millisecond + 999*time.Microsecond
	b.SetState(s)
	if got := b.texts(); got != "00:12.340 / 03:20.000" {
		t.Errorf("paused: %q", got)
	}
	s.Playing, s.Speed, s.Achieved = true, 4, 3.984
	b.SetState(s)
	if got := b.texts(); got != "00:12.340 / 03:20.000 (3.98x)" {
		t.Errorf("playing: %q", got)
	}
	s.Whole.To, s.At = time.Hour, time.Minute
	b.SetState(s)
	if got := b.texts(); got != "01:00.000 / 1:00:00.000 (3.98x)" {
		t.Errorf("an hour: %q", got)
	}
}

func TestTheAchievedSpeedChangesTenTimesASecondAtMost(t *testing.T) {
	b := newBench(t, 1280, dark)
	s := flight()
	s.Playing = true
	seen := map[string]bool{}
	for i := range 60 {
		s.Achieved = 1 + float64(i)/50
		b.now = b.now.Add(time.Second / 60)
		b.SetState(s)
		seen[b.texts()] = true
	}
	if len(seen) < 8 || len(seen) > 10 {
		t.Errorf("%d texts in a second", len(seen))
	}
}

func TestTheBarKeepsItsSizeWhateverItShows(t *testing.T) {
	b := newBench(t, 640, dark)
	want, places := b.MinSize(), b.ControlPositions()
	if want.Width > 640 {
		t.Errorf("needs %v", want.Width)
	}
	s := flight()
	for _, speed := range []float64{0.1, 0.25, -64, 1} {
		s.Speed, s.Achieved, s.Playing, s.Loop = speed, speed, speed > 0, speed < 0
		s.Whole.To += 3 * time.Hour
		b.SetState(s)
		if b.MinSize() != want {
			t.Errorf("speed %v: size %v, want %v", speed, b.MinSize(), want)
		}
		for name, at := range b.ControlPositions() {
			if at != places[name] {
				t.Errorf("speed %v: %s moved from %v to %v", speed, name, places[name], at)
			}
		}
	}
}

func TestActionsMayBeLeftOut(t *testing.T) {
	test.NewTempApp(t)
	bar := transport.New(transport.Actions{}, speeds)
	w := test.NewTempWindow(t, bar)
	w.Resize(fyne.NewSize(800, 100))
	bar.SetState(replay.State{Whole: replay.Range{To: time.Minute}, Crop: replay.Range{To: time.Minute}})
	for name, at := range bar.ControlPositions() {
		if name != "speed" {
			test.TapCanvas(w.Canvas(), at)
		}
	}
	pos, _ := bar.TrackArea()
	test.Drag(w.Canvas(), pos.AddXY(100, 10), 20, 0)
}

func TestTheTimeUnderTheMouseIsShown(t *testing.T) {
	b := newBench(t, 1280, dark)
	label := func() string {
		track, _ := b.track()
		for _, o := range test.WidgetRenderer(track).Objects() {
			if text, ok := o.(*canvas.Text); ok && text.Visible() {
				return text.Text
			}
		}
		return ""
	}
	if got := label(); got != "" {
		t.Errorf("%q before the mouse came", got)
	}
	test.MoveMouse(b.window.Canvas(), b.onCanvas(b.point(100*time.Second)))
	if got := label(); got != "01:40.000" {
		t.Errorf("shows %q", got)
	}
	track, _ := b.track()
	track.MouseOut()
	if got := label(); got != "" {
		t.Errorf("%q after the mouse left", got)
	}
}

func TestTheBarSaysWhatTheControlUnderTheMouseDoes(t *testing.T) {
	b := newBench(t, 1280, dark)
	seen := map[string]bool{}
	for name, p := range b.ControlPositions() {
		test.MoveMouse(b.window.Canvas(), p)
		text := said(b.Bar)
		if text == "" || seen[text] {
			t.Errorf("%s: the bar says %q", name, text)
		}
		seen[text] = true
	}
	at, size := b.TrackArea()
	test.MoveMouse(b.window.Canvas(), at.AddXY(size.Width/2, size.Height/2))
	if text := said(b.Bar); text == "" || seen[text] {
		t.Errorf("track: the bar says %q", text)
	}
}

// said is the texts of the labels between the controls, one after the other.
func said(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *widget.Label:
		return o.Text
	case *fyne.Container:
		text := ""
		for _, c := range o.Objects {
			text += said(c)
		}
		return text
	case *transport.Bar:
		text := ""
		for _, c := range test.WidgetRenderer(o).Objects() {
			text += said(c)
		}
		return text
	}
	return ""
}

func TestTheDateStaysWhateverIsSaidBesideIt(t *testing.T) {
	test.NewTempApp(t)
	b := transport.New(transport.Actions{}, []float64{1})
	b.SetDates(func(t time.Duration) string { return "at " + t.String() + "; " })
	b.SetState(replay.State{At: 2 * time.Second, Speed: 1})
	b.Say("Saved")
	b.SetState(replay.State{At: 3 * time.Second, Speed: 1})
	if got := said(b); got != "at 3s; Saved" {
		t.Errorf("shows %q", got)
	}
	b.Unsay("Something else")
	if got := said(b); got != "at 3s; Saved" {
		t.Errorf("shows %q", got)
	}
	b.Unsay("Saved")
	if got := said(b); got != "at 3s; " {
		t.Errorf("shows %q", got)
	}
}

func TestTimesAreWrittenByTheClockThatWasChosen(t *testing.T) {
	b := newBench(t, 1280, dark)
	s := flight()
	b.SetState(s)
	before := b.texts()
	b.SetTimes(func(t time.Duration) string { return fmt.Sprintf("12:00:%02d.00", int(t.Seconds())%60) })
	if got := b.texts(); got == before || !strings.HasPrefix(got, "12:00:") || !strings.Contains(got, " / 12:00:") {
		t.Errorf("shows %q, before %q", got, before)
	}
	b.SetTimes(nil)
	if got := b.texts(); got != before {
		t.Errorf("shows %q, want %q", got, before)
	}
}
