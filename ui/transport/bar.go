// Package transport is the replay bar: the whole flight in one track to scrub
// and crop on, and under it what starts, stops and steers the replay.
package transport

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/replay"
	"postflight/ui/popup"
	"postflight/ui/theme"
)

// Actions is what the bar asks for; it shows nothing as done before SetState
// says so. All are called from the UI goroutine; one that is nil is left out.
type Actions struct {
	TogglePlay func()
	Seek       func(time.Duration)
	Step       func(time.Duration) // by so much, negative backwards
	SetCrop    func(replay.Range)  // within the flight, From before To
	SetSpeed   func(float64)       // negative plays backwards
	SetLoop    func(bool)
	ToStart    func() // of the crop
	ToEnd      func()
}

const (
	step = 5 * time.Second

	// achievedEvery keeps the measured speed readable, and lets the painter keep
	// few textures of it.
	achievedEvery = 100 * time.Millisecond

	clockWidth    = len("0:00:00.000")
	lengthWidth   = len(" / 0:00:00.000")
	achievedWidth = len("(-64.0x)")
)

// Bar is the replay bar. Its methods belong to the UI goroutine.
type Bar struct {
	widget.BaseWidget
	actions Actions
	speeds  []float64
	now     func() time.Time

	state      replay.State
	measuredAt time.Time // when the achieved speed was last shown

	times func(time.Duration) string // nil for log time
	dates func(time.Duration) string
	date  string // of the playhead, as it was shown last

	track                                              *Track
	toStart, back, play, forward, toEnd, reverse, loop *button
	speed                                              *button
	clock, length, achieved                            *theme.Figures
	hint, dated                                        *widget.Label
	between                                            *fyne.Container // of date and hint
}

// New gives a bar that offers speeds, all positive, in the order given.
func New(actions Actions, speeds []float64) *Bar { return NewWithClock(actions, speeds, time.Now) }

// NewWithClock is New with the clock that limits how often the achieved speed
// changes.
func NewWithClock(actions Actions, speeds []float64, now func() time.Time) *Bar {
	b := &Bar{actions: actions.filled(), speeds: speeds, now: now}
	b.state.Speed = 1
	a := &b.actions
	b.track = NewTrack(a.Seek, a.SetCrop)
	b.toStart = newButton(fynetheme.IconNameMediaSkipPrevious, "", "", a.ToStart)
	b.back = newButton("", "−5 s", "−5 s", func() { a.Step(-step) })
	b.play = newButton(fynetheme.IconNameMediaPlay, "", "", a.TogglePlay)
	b.forward = newButton("", "+5 s", "+5 s", func() { a.Step(step) })
	b.toEnd = newButton(fynetheme.IconNameMediaSkipNext, "", "", a.ToEnd)
	b.reverse = newButton("", "Reverse", "Reverse", func() { a.SetSpeed(-b.state.Speed) })
	b.speed = newButton(fynetheme.IconNameArrowDropDown, "1x", "0.25x", b.chooseSpeed)
	b.speed.after = true
	b.loop = newButton(fynetheme.IconNameViewRefresh, playOnce, playOnce, func() { a.SetLoop(!b.state.Loop) })
	b.clock = theme.NewFigures(clockWidth, fynetheme.SizeNameText)
	b.length = theme.NewFigures(lengthWidth, fynetheme.SizeNameText)
	b.length.SetColour(fynetheme.ColorNamePlaceHolder)
	b.achieved = theme.NewFigures(achievedWidth, fynetheme.SizeNameText)
	b.achieved.SetColour(fynetheme.ColorNamePlaceHolder)
	b.explain()
	b.between = container.New(dateFirst{}, b.dated, b.hint)
	b.ExtendBaseWidget(b)
	b.showTimes()
	return b
}

const (
	playOnce = "Play once"
	looping  = "Loop"
)

// filled puts a function that does nothing where there is none.
func (a Actions) filled() Actions {
	none := func() {}
	for _, f := range []*func(){&a.TogglePlay, &a.ToStart, &a.ToEnd} {
		if *f == nil {
			*f = none
		}
	}
	for _, f := range []*func(time.Duration){&a.Seek, &a.Step} {
		if *f == nil {
			*f = func(time.Duration) {}
		}
	}
	if a.SetCrop == nil {
		a.SetCrop = func(replay.Range) {}
	}
	if a.SetSpeed == nil {
		a.SetSpeed = func(float64) {}
	}
	if a.SetLoop == nil {
		a.SetLoop = func(bool) {}
	}
	return a
}

// SetOverview replaces what the track shows of the flight.
func (b *Bar) SetOverview(o Overview) { b.track.SetOverview(o) }

// SetView marks on the track what the plots show.
func (b *Bar) SetView(from, to time.Duration) { b.track.SetView(replay.Range{From: from, To: to}) }

// SetState shows where the replay is. It may be called at every frame: it moves
// and changes only what differs, and calls no action.
func (b *Bar) SetState(s replay.State) {
	b.state = s
	b.track.SetState(s)
	icon := fynetheme.IconNameMediaPlay
	if s.Playing {
		icon = fynetheme.IconNameMediaPause
	}
	b.play.set(icon, "", false)
	b.reverse.set("", "Reverse", s.Speed < 0)
	b.speed.set(fynetheme.IconNameArrowDropDown, times(math.Abs(s.Speed)), false)
	text := playOnce
	if s.Loop {
		text = looping
	}
	b.loop.set(fynetheme.IconNameViewRefresh, text, s.Loop)
	b.showTimes()
	b.showAchieved()
}

func (b *Bar) showTimes() {
	b.clock.SetText(written(b.times, b.state.At))
	b.showDate()
	b.length.SetText(leftAligned(" / "+written(b.times, b.state.Whole.To), lengthWidth))
}

func (b *Bar) showAchieved() {
	if !b.state.Playing || b.state.Achieved == 0 {
		b.measuredAt = time.Time{}
		b.achieved.SetText("")
		return
	}
	if now := b.now(); now.Sub(b.measuredAt) >= achievedEvery {
		b.measuredAt = now
		b.achieved.SetText(leftAligned(achieved(b.state.Achieved), achievedWidth))
	}
}

// group is that of a speed in the list: slow motion, to watch, to find a place.
func group(speed float64) int {
	switch {
	case speed < 1:
		return 0
	case speed < 10:
		return 1
	}
	return 2
}

// chooseSpeed opens the list of speeds above the button.
func (b *Bar) chooseSpeed() {
	c := fyne.CurrentApp().Driver().CanvasForObject(b.speed)
	if c == nil {
		return
	}
	items := make([]*fyne.MenuItem, 0, len(b.speeds))
	for i, v := range b.speeds {
		if i > 0 && group(v) != group(b.speeds[i-1]) {
			items = append(items, fyne.NewMenuItemSeparator())
		}
		item := fyne.NewMenuItem(times(v), func() { b.actions.SetSpeed(math.Copysign(v, b.state.Speed)) })
		item.Checked = v == math.Abs(b.state.Speed)
		items = append(items, item)
	}
	menu := fyne.NewMenu("", items...)
	above := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.speed).SubtractXY(0, popup.Size(menu).Height)
	popup.Show(menu, c, above, nil)
}

// CreateRenderer puts the track over the controls.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	b.ExtendBaseWidget(b)
	controls := container.New(&row{gap: 1, rest: 8},
		b.toStart, b.back, b.play, b.forward, b.toEnd, b.reverse, b.clock, b.length, b.between,
		b.speed, b.achieved, b.loop)
	return widget.NewSimpleRenderer(container.NewBorder(nil, controls, nil, nil, b.track))
}
