package app

import (
	"context"
	"flag"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/replay"
	"postflight/ui/picker"
	"postflight/ui/theme"
	"postflight/ui/window"
)

// ID is what the desktop and the toolkit know the program by.
const ID = "app.postflight.viewer"

// windowOptions are the flags of the window.
type windowOptions struct {
	trace, theme string
	demo, play   bool
	plots        layout
}

// flags adds them to a set.
func (o *windowOptions) flags(set *flag.FlagSet) *flag.FlagSet {
	set.StringVar(&o.trace, "trace", "", "write what the window does to this new file, as JSON lines")
	set.BoolVar(&o.demo, "demo", false, "open the demo flight")
	set.BoolVar(&o.play, "play", false, "start playing")
	set.Var(&o.plots, "plot", "plot these signals in a pane: ATTITUDE.roll,ATTITUDE.pitch; may be given several times")
	set.StringVar(&o.theme, "theme", "", "light, dark or system, this once")
	return set
}

// runWindow opens the window with the logs of the command line.
func runWindow(ctx context.Context, in *invocation) int {
	var o windowOptions
	paths, code, ok := in.parse(o.flags(in.flags()), 0, -1)
	if !ok {
		return code
	}
	if err := showable(paths, os.Getenv); err != nil {
		return in.fail(err)
	}
	tr, err := newTrace(o.trace)
	if err != nil {
		return in.fail(err)
	}
	p := newProgram(ctx, tr, window.Variant(o.theme))
	p.playOnOpen, p.layout = o.play, o.plots
	p.app.Lifecycle().SetOnStarted(func() {
		tr.event("started", nil)
		switch {
		case len(paths) > 0:
			p.openPaths(paths)
		case o.demo:
			p.openDemo()
		}
	})
	p.run()
	if err := tr.close(); err != nil {
		return in.fail(err)
	}
	return exitOK
}

// program is the running window. All but the marked fields belong to the UI
// goroutine.
type program struct {
	app      fyne.App
	win      *window.Window
	settings *settings // any goroutine
	picker   *picker.Picker
	trace    *trace // any goroutine

	interrupt context.Context // ends when the person interrupts from the terminal
	ctx       context.Context // ends when the program does; any goroutine
	cancel    context.CancelFunc
	work      sync.WaitGroup // goroutines to join

	opening    context.CancelFunc // of the flight being opened
	openNumber int
	layNumber  int // of the latest laying by hand
	playOnOpen bool
	layout     layout // to plot once the first flight is open

	flight *opened
	player *replay.Player
	shown  replay.State
	told   time.Time // when the trace last told the playhead

	calls calls

	playing atomic.Bool // any goroutine
	ticking atomic.Bool // a tick is under way to the UI goroutine
}

// newProgram makes the window. variant, unless empty, stands in for the one that
// was set, this once.
func newProgram(ctx context.Context, tr *trace, variant window.Variant) *program {
	a := fyneapp.NewWithID(ID)
	p := &program{app: a, settings: newSettings(settingsPath()), picker: picker.New(), trace: tr}
	p.interrupt = ctx
	p.ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if variant == "" {
		variant = p.settings.variant()
	}
	p.colour(variant)
	p.win = window.New(a, version(), p.actions(), replay.Speeds(), enlarged(os.Getenv, a.Settings().Scale()))
	p.win.ShowVariant(variant)
	p.refreshRecent()
	return p
}

func (p *program) actions() window.Actions {
	a := window.Actions{
		Open: p.openByDialog, OpenLast: p.openLast, OpenDemo: p.openDemo, OpenPaths: p.openPaths,
		ClearRecent: p.clearRecent,
		Export:      p.export, SetOffset: p.askOffset, Quit: p.quit,
		SetVariant: p.setVariant,
		OpenRecent: func(r window.Recent) { p.openAgain(r) },
		Typed:      func(keys string) { p.trace.event("key", values{"keys": keys}) },
		Viewed: func(from, to time.Duration) {
			p.trace.event("view", values{"from_s": from.Seconds(), "to_s": to.Seconds()})
		},
		Drawn: p.calls.drawn.add,
		Plot:  p.plotSignal, PlotClock: p.plotClock, PlotLink: p.plotLink, ShowBytes: p.showBytes, Background: p.background, UI: p.ui,
		ChoseByte:   p.traceByte,
		Moved:       p.logsMoved,
		ChoseDating: func(label string) { p.trace.event("times", values{"by": label}) },
		StepFrame:   func(n int) { p.steer(func(r *replay.Player) { r.StepFrame(n) }) },
		Chose: func(panel string, row int) {
			p.trace.event(panelEvents[panel]+"-selected", values{"row": row, "t_s": p.shown.At.Seconds()})
		},
	}
	a.Replay = p.replayActions()
	return a
}

// panelEvents is what a row of each panel is called in the trace.
var panelEvents = map[string]string{
	"Findings": "finding", "Epochs": "epoch", "Link": "source", "Clocks": "clock", "Values": "value", "Messages": "message", "Parameters": "parameter",
}

// enlarged is how many times larger the person wants all drawn: by the toolkit's
// variable, else by its setting.
func enlarged(env func(string) string, setting float32) float32 {
	if scale, err := strconv.ParseFloat(env("FYNE_SCALE"), 32); err == nil && scale > 0 {
		return float32(scale)
	}
	return setting
}

// colour puts a variant in force.
func (p *program) colour(v window.Variant) {
	switch v {
	case window.Light:
		p.app.Settings().SetTheme(theme.Fixed(fynetheme.VariantLight))
	case window.Dark:
		p.app.Settings().SetTheme(theme.Fixed(fynetheme.VariantDark))
	default:
		p.app.Settings().SetTheme(theme.New())
	}
}

// run shows the window until it is closed.
func (p *program) run() {
	p.background(p.tick)
	if p.trace != nil {
		p.background(p.traceLayout)
	}
	p.background(func() { // an interrupt closes the window like a click does
		select {
		case <-p.interrupt.Done():
			fyne.Do(p.quit)
		case <-p.ctx.Done():
		}
	})
	p.win.ShowAndRun()
	p.cancel()
	p.picker.Close()
	p.work.Wait()
}

func (p *program) quit() {
	if p.ctx.Err() == nil {
		p.cancel()
		p.trace.event("quit", p.calls.sum())
		p.win.Close()
	}
}

// ui runs f on the UI goroutine, unless the program has ended by then: after
// its end Fyne would run f right here, beside what is being torn down.
func (p *program) ui(f func()) {
	if p.ctx.Err() != nil {
		return
	}
	fyne.Do(func() {
		if p.ctx.Err() == nil {
			began := time.Now()
			f()
			p.calls.add(time.Since(began), p.trace)
		}
	})
}

// uiOf is ui for what concerns a flight, if it is still open by then.
func (p *program) uiOf(o *opened, f func()) {
	p.ui(func() {
		if p.shows(o) {
			f()
		}
	})
}

// background runs f on a goroutine that the program waits for at its end.
func (p *program) background(f func()) {
	p.work.Add(1)
	go func() {
		defer p.work.Done()
		f()
	}()
}

// fail tells the person what went wrong.
func (p *program) fail(title string, err error) {
	p.trace.event("failed", values{"error": err.Error()})
	p.win.ShowError(title, err)
}

// setVariant puts a variant in force, from now on.
func (p *program) setVariant(v window.Variant) {
	p.colour(v)
	p.win.ShowVariant(v)
	p.background(func() { p.note(p.settings.setVariant(v)) })
}

func (p *program) clearRecent() {
	p.background(func() {
		p.note(p.settings.clearRecent())
		p.refreshRecent()
	})
}

// note says an error that stops nothing.
func (p *program) note(err error) {
	if err != nil {
		p.ui(func() { p.win.Say(err.Error()) })
	}
}

func (p *program) refreshRecent() {
	p.background(func() {
		recent := p.settings.recent()
		p.ui(func() { p.win.ShowStart(recent) })
	})
}
