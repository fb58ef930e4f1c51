package window

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
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
// not nil, is offered as what was found.
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
		items = append(items, widget.NewFormItem("", widget.NewButton("As it was found", func() {
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

func (w *Window) showAbout() {
	text := widget.NewLabel("Replays what a ground station recorded of a flight, and says what can be trusted in it.\n\n" +
		"Logs are only read. Nothing is sent anywhere.\nMIT licence.")
	text.Wrapping = fyne.TextWrapWord
	d := dialog.NewCustom(strings.TrimSpace(Title+" "+w.version), "Close", text, w.Window)
	d.Resize(fyne.NewSize(460, 220))
	w.open(d, d.Dismiss, d.Dismiss)
}
