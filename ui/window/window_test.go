package window

import (
	"math"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"postflight/analysis/bytemap"
	"postflight/analysis/catalog"
	"postflight/analysis/epoch"
	"postflight/analysis/link"
	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/horizon"
	"postflight/ui/panel"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// asked records what the window asks for.
type asked struct {
	calls []string
	typed []string
	seeks []time.Duration
	crop  replay.Range
	speed float64
}

func (a *asked) call(name string) func() { return func() { a.calls = append(a.calls, name) } }

func newTestWindow(t *testing.T) (*Window, *asked) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New())
	a := &asked{}
	actions := Actions{
		Open: a.call("open"), OpenLast: a.call("open last"), OpenDemo: a.call("demo"),
		OpenPaths:   func(p []string) { a.calls = append(a.calls, "paths "+p[0]) },
		OpenRecent:  func(r Recent) { a.calls = append(a.calls, "recent "+r.Name()) },
		Typed:       func(keys string) { a.typed = append(a.typed, keys) },
		Viewed:      func(time.Duration, time.Duration) {},
		ClearRecent: a.call("clear"), Export: a.call("export"), SetOffset: func(*flight.Log) { a.calls = append(a.calls, "offset") },
		Moved:      func(map[*flight.Log]time.Duration) { a.calls = append(a.calls, "moved") },
		Drawn:      func(time.Duration) {},
		SetVariant: func(Variant) {}, Quit: func() {},
		PlotClock: func(int) {}, PlotLink: func(int) {},
		Plot: func(s catalog.Signal, _ int) { a.calls = append(a.calls, "plot "+s.Name()) }, Background: func(f func()) { f() },
		UI:        func(func()) {}, // what comes back from other goroutines is not waited for
		ShowBytes: a.call("bytes"), ChoseByte: func(*flight.Log, bytemap.Place) { a.calls = append(a.calls, "byte") },
		ChoseDating: func(label string) { a.calls = append(a.calls, "dating "+label) },
		StepFrame:   func(n int) { a.calls = append(a.calls, "step frame") },
		Chose:       func(panel string, row int) { a.calls = append(a.calls, "chose "+panel) },
	}
	actions.Replay.TogglePlay = a.call("toggle")
	actions.Replay.Seek = func(d time.Duration) { a.seeks = append(a.seeks, d) }
	actions.Replay.Step = func(d time.Duration) { a.calls = append(a.calls, "step "+d.String()) }
	actions.Replay.SetCrop = func(r replay.Range) { a.crop = r }
	actions.Replay.SetSpeed = func(f float64) { a.speed = f }
	actions.Replay.SetLoop = func(bool) { a.calls = append(a.calls, "loop") }
	actions.Replay.ToStart, actions.Replay.ToEnd = a.call("start"), a.call("end")
	w := New(app, "v1.2.3", actions, replay.Speeds(), 1)
	t.Cleanup(w.Close)
	return w, a
}

func testBytes(name string) Bytes {
	l := &flight.Log{Path: name, Data: make([]byte, 100)}
	return Bytes{Log: l, Name: name, Map: bytemap.New(l, nil)}
}

func testFlight(t *testing.T) *Flight {
	t.Helper()
	times, values := make([]time.Duration, 100), make([]float64, 100)
	for i := range times {
		times[i], values[i] = time.Duration(i)*time.Second, math.Sin(float64(i))
	}
	s, err := raster.NewSeries(times, values, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &Flight{
		Title: "rec.bin", Whole: replay.Range{To: 99 * time.Second},
		Panes: []Pane{{Title: "roll", Curves: []plot.Curve{{Name: "estimate", Unit: "deg", Series: s}}}},
		Findings: []flight.Finding{
			{Kind: flight.EpochReboot, Severity: flight.Error, Source: "1:1", Time: 42 * time.Second, Text: "rebooted"},
			{Kind: flight.JunkRun, Severity: flight.Warning, Time: 7 * time.Second, Text: "14 bytes"},
		},
		Epochs:    []epoch.Epoch{{Source: 0x0101, Clock: epoch.Start, End: time.Second}, {Source: 0x0101, Index: 1, Clock: epoch.Boot, Start: 42 * time.Second}},
		Link:      []link.Source{{Source: 0x0101, Frames: 10, Lost: 1, Reliable: true, Silence: time.Second, SilenceAt: 13 * time.Second}},
		EventRows: panel.NewRowSet(nil, nil), ParameterRows: panel.NewRowSet(nil, nil), Catalog: catalog.New(),
		Bytes:     []Bytes{testBytes("rec.bin"), testBytes("beside.BIN")},
		Attitudes: func(time.Duration) horizon.Reading { return horizon.Reading{} },
	}
	f.FindingRows, f.EpochRows, f.LinkRows = panel.FindingRows(f.Findings), panel.EpochRows(f.Epochs, nil), panel.LinkRows(f.Link)
	return f
}

func TestAClickOnARowGoesToItsTimeEachTime(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.findings.Choose(0)
	w.findings.Choose(0)
	w.findings.Choose(1)
	w.epochs.Choose(1)
	w.link.Choose(0)
	want := []time.Duration{42 * time.Second, 42 * time.Second, 7 * time.Second, 42 * time.Second, 13 * time.Second}
	if !slices.Equal(a.seeks, want) {
		t.Errorf("went to %v, want %v", a.seeks, want)
	}
}

func TestAPlaceOutsideTheViewIsBroughtIntoIt(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.stack.SetView(80*time.Second, 90*time.Second)
	w.findings.Choose(1)
	if from, to := w.stack.View(); from > 7*time.Second || to < 7*time.Second || to-from != 10*time.Second {
		t.Errorf("view is %v to %v", from, to)
	}
}

func TestKeysSteerTheReplay(t *testing.T) {
	w, a := newTestWindow(t)
	typed := func(name fyne.KeyName) { w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name}) }
	typed(fyne.KeySpace)
	if len(a.calls) > 0 {
		t.Errorf("without a flight keys asked for %v", a.calls)
	}
	w.ShowFlight(testFlight(t))
	w.SetState(replay.State{At: 30 * time.Second, Speed: 2, Whole: replay.Range{To: 99 * time.Second}, Crop: replay.Range{To: 99 * time.Second}})
	for _, name := range []fyne.KeyName{fyne.KeySpace, fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd, fyne.KeyL} {
		typed(name)
	}
	if want := []string{"toggle", "step -5s", "step 5s", "start", "end", "loop"}; !slices.Equal(a.calls, want) {
		t.Errorf("asked for %v, want %v", a.calls, want)
	}
	typed(fyne.KeyI)
	if a.crop != (replay.Range{From: 30 * time.Second, To: 99 * time.Second}) {
		t.Errorf("crop %v after I", a.crop)
	}
	typed(fyne.KeyO)
	if a.crop != (replay.Range{To: 30 * time.Second}) {
		t.Errorf("crop %v after O", a.crop)
	}
	w.Canvas().OnTypedRune()(']')
	if a.speed != 4 {
		t.Errorf("speed %v after ]", a.speed)
	}
	w.Canvas().OnTypedRune()('[')
	if a.speed != 1 {
		t.Errorf("speed %v after [", a.speed)
	}
}

func TestABookmarkIsGoneBackTo(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.SetState(replay.State{At: 30 * time.Second})
	w.setBookmark(3)
	w.SetState(replay.State{At: 50 * time.Second})
	w.goToBookmark(2)
	w.goToBookmark(3)
	if want := []time.Duration{30 * time.Second}; !slices.Equal(a.seeks, want) {
		t.Errorf("went to %v, want %v", a.seeks, want)
	}
	w.ShowFlight(testFlight(t))
	w.goToBookmark(3)
	if len(a.seeks) != 1 {
		t.Error("a bookmark outlived its flight")
	}
}

func TestTheMenuOffersOnlyWhatCanBeDone(t *testing.T) {
	w, _ := newTestWindow(t)
	disabled := func(label string) bool {
		for _, m := range w.MainMenu().Items {
			for _, i := range m.Items {
				if i.Label == label {
					return i.Disabled
				}
			}
		}
		t.Fatalf("no menu entry %q", label)
		return false
	}
	if !disabled("Export Figure…") || !disabled("Open Last Log") {
		t.Error("without a flight or recent logs too much is offered")
	}
	w.ShowFlight(testFlight(t))
	if disabled("Export Figure…") || !disabled("Offset of Another Log…") || !disabled("Back to Clocks") {
		t.Error("with a flight of one log the menu is wrong")
	}
	w.ShowStart([]Recent{{"/logs/a.bin"}})
	if disabled("Open Last Log") {
		t.Error("a recent log is not offered")
	}
}

func TestTimesAreReadAsPeopleTypeThem(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"12.5": 12500 * time.Millisecond, "1:02.250": 62250 * time.Millisecond, "1:00:00": time.Hour,
		" 0 ": 0, "00:03.993": 3993 * time.Millisecond,
	} {
		if got, err := ParseTime(text); err != nil || got != want {
			t.Errorf("%q: got %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "1:2:3:4", "1.5:00", "NaN", "1e300"} {
		if got, err := ParseTime(text); err == nil {
			t.Errorf("%q was read as %v", text, got)
		}
	}
}

func TestTheLayoutNamesWhatTestsNeed(t *testing.T) {
	w, _ := newTestWindow(t)
	if len(w.Layout()) > 0 {
		t.Error("the start page has places of a flight")
	}
	w.ShowFlight(testFlight(t))
	for _, name := range []string{"track", "handle-in", "handle-out", "play", "speed", "loop", "plots", "horizon", "tabs", "tab:Findings", "tab:Epochs", "tab:Link", "rows:Findings", "signals", "signals-row"} {
		if _, ok := w.Layout()[name]; !ok {
			t.Errorf("%s is not named", name)
		}
	}
}

func TestWithoutPlotsTheirPlaceSaysWhatToDo(t *testing.T) {
	w, _ := newTestWindow(t)
	f := testFlight(t)
	w.ShowFlight(f)
	if w.nothing.Visible() {
		t.Error("beside plots there is nothing to say")
	}
	f.Panes = nil
	w.ShowFlight(f)
	if !w.nothing.Visible() {
		t.Error("an empty place says nothing")
	}
}

func TestAClickWhereATabIsSaidToBeOpensIt(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	for _, p := range []*side{w.link.side, w.epochs.side, w.findings.side} {
		r := w.Layout()["tab:"+p.name]
		for _, part := range []float32{0.25, 0.5, 0.96} { // the test canvas hits some units to the left
			w.tabs.SelectIndex((slices.Index(w.panels(), p) + 1) % len(w.panels()))
			test.TapCanvas(w.Canvas(), fyne.NewPos(r[0]+part*r[2], r[1]+part*r[3]))
			if w.tabs.Selected() != p.tab {
				t.Errorf("%s: a click at %v of %v opens %s", p.name, part, r, w.tabs.Selected().Text)
			}
		}
	}
}

func TestTheFigureIsWhatThePanesShow(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.stack.SetView(10*time.Second, 20*time.Second)
	f := w.Figure()
	if f.From != 10*time.Second || f.To != 20*time.Second || len(f.Panes) != 1 || f.Panes[0].Title != "roll (deg)" || len(f.Panes[0].Curves) != 1 {
		t.Errorf("got %+v", f)
	}
}

func TestTheValuesAreThoseAtThePlayhead(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.ShowPanel("Values")
	w.SetState(replay.State{At: 2500 * time.Millisecond})
	if rows := w.values.list.Rows(); len(rows) != 1 || rows[0].Title != "roll  estimate" || rows[0].When != "0.909 deg" {
		t.Errorf("got %+v", rows)
	}
}

func TestTheStatisticsAreOfWhatIsSeen(t *testing.T) {
	w, _ := newTestWindow(t)
	back := make(chan func(), 64)
	w.stack.SetExecutor(func(f func()) { back <- f })
	w.ShowFlight(testFlight(t))
	w.ShowPanel("Values")
	samples := func(want int) {
		t.Helper()
		for {
			select {
			case f := <-back:
				f()
			case <-time.After(10 * time.Second):
				t.Fatalf("never of %d samples, but %+v", want, w.values.statistics)
			}
			if s := w.values.statistics; len(s) == 1 && s[0].N == want {
				return
			}
		}
	}
	samples(100)
	w.stack.SetView(10*time.Second, 20*time.Second) // as an epoch that is chosen does
	samples(11)
	w.SetState(replay.State{At: time.Second, Playing: true})
	w.stack.SetView(10*time.Second, 30*time.Second)
	w.SetState(replay.State{At: time.Second})
	samples(21)
}
