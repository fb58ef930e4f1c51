package window

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/panel"
)

// ShowError tells the person what went wrong, in a text that can be copied.
func (w *Window) ShowError(title string, err error) {
	text := widget.NewLabel(err.Error())
	text.Wrapping = fyne.TextWrapWord
	text.Selectable = true
	d := dialog.NewCustom(title, "Close", text, w.Window)
	d.Resize(fyne.NewSize(560, 200))
	w.open(d, d.Dismiss, d.Dismiss)
}

// busy is the dialog of work under way.
type busy struct {
	dialog *dialog.CustomDialog
	bar    *widget.ProgressBar
	label  *widget.Label
	cancel func() // of the work shown now
}

// ShowBusy shows that work is going on, how far it is (0 to 1), and a way to
// cancel it.
func (w *Window) ShowBusy(what string, done float64, cancel func()) {
	if w.busy == nil {
		b := &busy{bar: widget.NewProgressBar(), label: widget.NewLabel(what)}
		b.dialog = dialog.NewCustomWithoutButtons("Opening", container.NewVBox(b.label, b.bar), w.Window)
		stop := func() { b.cancel() }
		b.dialog.SetButtons([]fyne.CanvasObject{widget.NewButton("Cancel", stop)})
		b.dialog.Resize(fyne.NewSize(420, 160))
		w.open(b.dialog, func() {}, stop)
		w.busy = b
	}
	w.busy.cancel = cancel
	w.busy.label.SetText(what)
	w.busy.bar.SetValue(done)
}

// HideBusy ends what ShowBusy began; it may be called without.
func (w *Window) HideBusy() {
	if w.busy != nil {
		w.busy.dialog.Hide()
		w.busy = nil
	}
}

// Ask asks a question with two answers.
func (w *Window) Ask(title, question, yes, no string, answer func(bool)) {
	d := dialog.NewConfirm(title, question, answer, w.Window)
	d.SetConfirmText(yes)
	d.SetDismissText(no)
	w.open(d, d.Confirm, d.Dismiss)
}

// askTime goes to a time that is typed.
func (w *Window) askTime() {
	entry := newField(panel.Clock(w.state.At), func(s string) error {
		_, err := ParseTime(s)
		return err
	})
	d := dialog.NewForm("Go to time", "Go", "Cancel", []*widget.FormItem{widget.NewFormItem("Log time", entry)},
		func(ok bool) {
			if t, err := ParseTime(entry.Text); ok && err == nil {
				w.goTo(t)
			}
		}, w.Window)
	d.Resize(fyne.NewSize(360, 150))
	w.openForm(d, entry)
}

// AskNumber asks for a number, with an explanation above it. again, where it is
// not nil, is offered as "Find again".
func (w *Window) AskNumber(title, explanation, label string, value float64, set func(float64), again func()) {
	entry := newField(strconv.FormatFloat(value, 'f', 4, 64), func(s string) error {
		_, err := parseNumber(s)
		return err
	})
	text := widget.NewLabel(explanation)
	text.Wrapping = fyne.TextWrapWord
	var d *dialog.FormDialog
	items := []*widget.FormItem{widget.NewFormItem(label, entry)}
	if again != nil {
		items = append(items, widget.NewFormItem("", widget.NewButton("Find it by correlation", func() {
			d.Hide()
			again()
		})))
	}
	items = append(items, widget.NewFormItem("", text))
	d = dialog.NewForm(title, "Use", "Cancel", items, func(ok bool) {
		if v, err := parseNumber(entry.Text); ok && err == nil {
			set(v)
		}
	}, w.Window)
	d.Resize(fyne.NewSize(520, 260))
	w.openForm(d, entry)
}

func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, errors.New("a number of seconds, such as 5.25 or -0.3")
	}
	return v, nil
}

// ParseTime reads "12.5", "1:02.250" or "1:00:00" as log time.
func ParseTime(text string) (time.Duration, error) {
	wrong := fmt.Errorf("a time such as 12.5, 1:02.250 or 1:00:00")
	parts := strings.Split(strings.TrimSpace(text), ":")
	if len(parts) > 3 {
		return 0, wrong
	}
	total := 0.0
	for i, p := range parts {
		v, err := strconv.ParseFloat(p, 64)
		if err != nil || !(v >= 0 && v <= 1e9) || i < len(parts)-1 && v != math.Trunc(v) {
			return 0, wrong
		}
		total = total*60 + v
	}
	if total > float64(math.MaxInt64/int64(time.Second)) {
		return 0, wrong
	}
	return time.Duration(math.Round(total*1000)) * time.Millisecond, nil
}

func (w *Window) showKeys() {
	grid := container.NewGridWithColumns(2)
	for _, b := range w.bindings() {
		grid.Add(widget.NewLabelWithStyle(b.keys, fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
		grid.Add(widget.NewLabel(b.does))
	}
	for _, row := range [][2]string{
		{"Ctrl+1 to Ctrl+9", "set a bookmark"},
		{"1 to 9", "go to it"},
		{"Ctrl+O", "open a log"},
		{"Ctrl+Shift+O", "open the last log"},
		{"Ctrl+E", "export the figure"},
		{"Wheel", "zoom time at the pointer"},
		{"Shift+wheel", "zoom the value axis"},
		{"Right drag", "move in time"},
		{"Double click", "show all"},
		{"Esc", "give the keys back to the plots"},
	} {
		grid.Add(widget.NewLabelWithStyle(row[0], fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
		grid.Add(widget.NewLabel(row[1]))
	}
	d := dialog.NewCustom("Keys", "Close", container.NewVScroll(grid), w.Window)
	d.Resize(fyne.NewSize(520, 560))
	w.open(d, d.Dismiss, d.Dismiss)
}

func (w *Window) showAbout() {
	text := widget.NewLabel("Replays what a ground station recorded of a flight, and says what can be trusted in it.\n\n" +
		"Logs are only read. Nothing is sent anywhere.\nMIT licence.")
	text.Wrapping = fyne.TextWrapWord
	d := dialog.NewCustom(Title+" "+w.app.Metadata().Version, "Close", text, w.Window)
	d.Resize(fyne.NewSize(460, 220))
	w.open(d, d.Dismiss, d.Dismiss)
}
