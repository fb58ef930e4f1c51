package panel_test

import (
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/analysis/events"
	"postflight/decode/flight"
	"postflight/ui/panel"
	"postflight/ui/theme"
)

var copter = flight.MakeSource(1, 1)

func said() []events.Event {
	at := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	return []events.Event{
		{Time: at(0.2), Source: copter, Severity: events.Info, Kind: events.Mode, Text: "Mode STABILIZE when first heard"},
		{Time: at(0.4), Source: copter, Severity: events.Info, Text: "ArduCopter V4.5.7 (2a3dc4b7), frame QUAD/X, calibrated yesterday", Span: flight.Span{Offset: 1234, Length: 62}},
		{Time: at(12.1), Source: copter, Severity: events.Notice, Kind: events.Arming, Text: "Armed"},
		{Time: at(40.75), Source: copter, Severity: events.Warning, Text: "EKF3 IMU1 forced reset"},
		{Time: at(64.02), Source: copter, Severity: events.Critical, Text: "Crash: Disarming: AngErr=112>30, Accel=2.1<3.0"},
		{Time: at(64.03), Source: copter, Severity: events.Critical, Kind: events.Failure, Text: "Error: crash check, code 1"},
		{Time: at(64.1), Source: copter, Severity: events.Debug, Text: "scheduler overrun 12"},
	}
}

func settings() []events.Parameter {
	one := func(name string, standard float64, values ...float64) events.Parameter {
		p := events.Parameter{Source: copter, Name: name, Default: standard, Count: len(values)}
		for i, v := range values {
			p.Values = append(p.Values, events.Change{Time: time.Duration(i) * 31 * time.Second, Value: v, Span: flight.Span{Offset: int64(1000 * i), Length: 37}})
		}
		return p
	}
	return []events.Parameter{
		one("ANGLE_MAX", 3000, 3000), one("ATC_RAT_PIT_P", 0.135, 0.135, 0.14, float64(float32(0.152))),
		one("LOG_BITMASK", math.NaN(), 176126), one("RTL_ALT", 1500, 2000), one("WPNAV_SPEED", 1000, 1000, 750),
	}
}

func TestWordsAndTheTickNarrowAList(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	f := panel.NewMessages()
	test.NewTempWindow(t, f)
	f.SetRows(panel.MessageRows(said()))
	check := func(want ...int) {
		t.Helper()
		if !slices.Equal(f.Shown(), want) {
			t.Errorf("shows %v, want %v", f.Shown(), want)
		}
	}
	check(0, 1, 2, 3, 4, 5, 6)
	f.Only(true)
	check(3, 4, 5)
	f.Search("CRASH")
	check(4, 5)
	f.Search("crash angerr")
	check(4)
	f.Search("no such thing")
	check()
	f.Only(false)
	f.Search("1:1 warn")
	check(3)
}

func TestAChosenRowIsNamedByItsNumberInTheSet(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	f := panel.NewParameters()
	w := test.NewTempWindow(t, f)
	w.Resize(fyne.NewSize(360, 400))
	f.SetRows(panel.ParameterRows(settings()))
	var chosen []int
	f.OnChoose = func(row int) { chosen = append(chosen, row) }
	f.Only(true)
	pos, _ := f.RowArea()
	test.TapCanvas(w.Canvas(), pos.AddXY(60, 60))
	if !slices.Equal(chosen, []int{4}) {
		t.Errorf("chose %v of %v", chosen, f.Shown())
	}
}

func TestAParameterTellsWhatBecameOfIt(t *testing.T) {
	if set := panel.ParameterRows(settings()); set.Len() != 5 || set.Kept() != 2 {
		t.Errorf("%d rows, %d changed", set.Len(), set.Kept())
	}
	for v, want := range map[float64]string{0: "0", 176126: "176126", 0.135: "0.135", float64(float32(0.152)): "0.152", -1: "-1", 1e20: "1e+20", math.NaN(): "NaN"} {
		if got := panel.ParameterValue(v); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
}

func TestNoRowsAreNoTrouble(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	f := panel.NewParameters()
	test.NewTempWindow(t, f).Canvas().Capture()
	f.SetRows(panel.ParameterRows(nil))
	f.Search("x")
	f.SetRows(nil)
	if len(f.Shown()) > 0 {
		t.Errorf("shows %v", f.Shown())
	}
}

func TestEscapeGivesTheKeyboardBack(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	f := panel.NewMessages()
	w := test.NewTempWindow(t, f)
	f.Focus()
	if w.Canvas().Focused() == nil {
		t.Fatal("the search did not take the keyboard")
	}
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Canvas().Focused() != nil {
		t.Error("the search keeps the keyboard")
	}
}

func TestScreenshots(t *testing.T) {
	dir := os.Getenv("POSTFLIGHT_SCREENS")
	if dir == "" {
		t.Skip("POSTFLIGHT_SCREENS names no folder")
	}
	for name, v := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		for kind, f := range map[string]func() *panel.Filtered{
			"messages": func() *panel.Filtered {
				f := panel.NewMessages()
				f.SetRows(panel.MessageRows(said()))
				return f
			},
			"parameters": func() *panel.Filtered {
				f := panel.NewParameters()
				f.SetRows(panel.ParameterRows(settings()))
				return f
			},
		} {
			test.NewTempApp(t).Settings().SetTheme(theme.Fixed(v))
			shown := f()
			w := test.NewTempWindow(t, shown)
			w.SetPadded(false)
			w.Resize(fyne.NewSize(360, 460))
			pos, _ := shown.RowArea()
			test.TapCanvas(w.Canvas(), pos.AddXY(60, 60))
			out, err := os.Create(filepath.Join(dir, strings.Join([]string{kind, name}, "-")+".png"))
			if err != nil {
				t.Fatal(err)
			}
			if err := png.Encode(out, w.Canvas().Capture()); err != nil {
				t.Fatal(err)
			}
			out.Close()
		}
	}
}
