package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
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

// ID is what the desktop and the settings know the program by.
const ID = "app.postflight.viewer"

// runWindow opens the window with the logs of the command line.
func runWindow(ctx context.Context, in *invocation) int {
	flags := in.flags()
	tracePath := flags.String("trace", "", "write what the window does to this new file, as JSON lines")
	demo := flags.Bool("demo", false, "open the demo flight")
	play := flags.Bool("play", false, "start playing")
	var plots layout
	flags.Var(&plots, "plot", "plot these signals in a pane: ATTITUDE.roll,ATTITUDE.pitch; may be given several times")
	variant := flags.String("theme", "", "light, dark or system, this once")
	paths, code, ok := in.parse(flags, 0, -1)
	if !ok {
		return code
	}
	tr, err := newTrace(*tracePath)
	if err != nil {
		return in.fail(err)
	}
	p := newProgram(ctx, tr, window.Variant(*variant))
	p.playOnOpen, p.layout = *play, plots
	p.app.Lifecycle().SetOnStarted(func() {
		tr.event("started", nil)
		switch {
		case len(paths) > 0:
			p.openPaths(paths)
		case *demo:
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
	p := &program{app: a, settings: &settings{store: a.Preferences()}, picker: picker.New(), trace: tr}
	p.interrupt = ctx
	p.ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if variant == "" {
		variant = p.settings.variant()
	}
	p.colour(variant)
	p.win = window.New(a, p.actions(), replay.Speeds())
	p.refreshRecent()
	return p
}

func (p *program) actions() window.Actions {
	a := window.Actions{
		Open: p.openByDialog, OpenLast: p.openLast, OpenDemo: p.openDemo, OpenPaths: p.openPaths,
		ClearRecent: func() { p.settings.clearRecent(); p.refreshRecent() },
		Export:      p.export, SetOffset: p.askOffset, Quit: p.quit,
		SetVariant: func(v window.Variant) { p.settings.setVariant(v); p.colour(v) },
		Plot:       p.plotSignal, PlotClock: p.plotClock, PlotLink: p.plotLink, ShowBytes: p.showBytes, Background: p.background, UI: p.ui,
		ChoseByte:  func(offset int64) { p.traceByte(offset) },
		StepRecord: func(n int) { p.steer(func(r *replay.Player) { r.StepRecord(n) }) },
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
		p.trace.event("quit", values{
			"ui_calls": p.calls.count, "ui_slow": p.calls.slow, "ui_frames": p.calls.frames, "ui_longest_ms": float64(p.calls.longest.Microseconds()) / 1000,
		})
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

// slowCall is the longest that work on the UI goroutine may take: a frame.
const slowCall = 16 * time.Millisecond

// calls sums up how long the calls on the UI goroutine took.
type calls struct {
	count, slow int
	frames      int // states of the replay that were shown
	longest     time.Duration
}

func (c *calls) add(took time.Duration, tr *trace) {
	c.count++
	c.longest = max(c.longest, took)
	if took > slowCall {
		c.slow++
		tr.event("slow", values{"took_ms": float64(took.Microseconds()) / 1000})
	}
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

func (p *program) refreshRecent() {
	p.background(func() {
		recent := p.settings.recent()
		p.ui(func() { p.win.ShowStart(recent) })
	})
}

func (p *program) openByDialog() {
	r := picker.Request{Title: "Open Flight Log", Folder: p.settings.folder(), Filter: "Flight logs", Types: logTypes()}
	p.ask(r, func(path string) { p.openPaths([]string{path}) })
}

// logTypes are the endings that flight logs usually have, in either case, since
// the desktop tells them apart.
func logTypes() []string {
	lower := []string{"bin", "tlog", "log", "raw", "rlog", "mavlink", "vrec", "vgt"}
	var out []string
	for _, t := range lower {
		out = append(out, t, strings.ToUpper(t))
	}
	return out
}

// ask shows a file dialog; answer is called on the UI goroutine unless the
// person chose nothing.
func (p *program) ask(r picker.Request, answer func(path string)) {
	err := p.picker.Ask(r, func(path string, err error) {
		p.ui(func() {
			switch {
			case errors.Is(err, picker.ErrCancelled):
			case err != nil:
				p.fail("No file dialog", err)
			default:
				answer(path)
			}
		})
	})
	if err != nil && !errors.Is(err, picker.ErrOpen) {
		p.fail("No file dialog", err)
	}
}

func (p *program) openLast() {
	p.background(func() {
		recent := p.settings.recent()
		p.ui(func() {
			if len(recent) == 0 {
				p.fail("No last log", errors.New("no log was opened before, or those that were are gone"))
				return
			}
			p.openPaths(recent[:1])
		})
	})
}

func (p *program) openDemo() {
	p.open(func() ([]file, error) { return demoFiles() })
}

func (p *program) openPaths(paths []string) {
	var files []file
	for _, path := range paths {
		files = append(files, file{path: path})
	}
	if len(files) > 0 {
		p.open(func() ([]file, error) { return files, nil })
	}
}

// askOffset lets the person lay the truth by hand.
func (p *program) askOffset() {
	if p.flight == nil || p.flight.comparison == nil {
		return
	}
	o := p.flight
	p.win.AskNumber("Offset to ground truth", fmt.Sprintf("%s\nA time of %s plus the offset is the time of %s.",
		o.placed(), filepath.Base(o.log.Path), filepath.Base(o.truth.Path)),
		"Offset (s)", o.placing.Offset.Seconds(),
		func(v float64) { p.relay(func() (*opened, error) { return o.withOffset(seconds(v)), nil }) },
		func() { p.relay(func() (*opened, error) { return o.realigned(p.ctx) }) })
}
