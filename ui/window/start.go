package window

import (
	"path/filepath"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/theme"
)

// Recent is the files of a flight that was opened before, the one that tells the
// time first.
type Recent []string

// Name is what a person knows the flight by.
func (r Recent) Name() string {
	name := filepath.Base(r[0])
	switch n := len(r) - 1; {
	case n == 1:
		name += " + " + filepath.Base(r[1])
	case n > 1:
		name += " + " + strconv.Itoa(n) + " more"
	}
	return name
}

// ShowStart shows the start page with the recent flights, newest first. Where a
// flight is open it stays, and only the menu follows the recent ones.
func (w *Window) ShowStart(recent []Recent) {
	w.recent = recent
	w.SetMainMenu(w.menu())
	if w.flight == nil {
		w.SetContent(container.NewCenter(w.startPage()))
	}
}

const clearRecent = "Clear Recent Logs"

func (w *Window) startPage() fyne.CanvasObject {
	title := widget.NewLabelWithStyle(Title, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	title.SizeName = theme.SizeTitle
	open := widget.NewButtonWithIcon(openLog, fynetheme.FolderOpenIcon(), w.actions.Open)
	open.Importance = widget.HighImportance
	demo := widget.NewButtonWithIcon(openDemo, fynetheme.MediaPlayIcon(), w.actions.OpenDemo)
	page := container.NewVBox(
		title,
		widget.NewLabel("Replays what a ground station recorded of a flight, and says what can be trusted in it."),
		layout.NewSpacer(),
		flush(open, demo),
		low("or drop logs anywhere in this window; those of one flight together:\n"+
			"•  telemetry logs of Mission Planner, QGroundControl and MAVProxy (.tlog), and raw MAVLink streams\n"+
			"•  onboard logs of ArduPilot: DataFlash, binary (.bin) and as text (.log)\n"+
			"•  VREC recordings, with the VGT1 ground truth of the same flight"),
	)
	if len(w.recent) > 0 {
		page.Add(widget.NewSeparator())
		page.Add(widget.NewLabelWithStyle("Recent logs", fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
		for _, r := range w.recent {
			page.Add(w.recentEntry(r))
		}
		page.Add(flush(widget.NewButton(clearRecent, w.actions.ClearRecent)))
	}
	return page
}

// low is a line that is read second.
func low(text string) fyne.CanvasObject {
	l := widget.NewLabel(text)
	l.Importance = widget.LowImportance
	return l
}

// flush puts objects in a row that begins where the text of labels begins.
func flush(objects ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(0, 0, fynetheme.InnerPadding(), 0), container.NewHBox(objects...))
}

// recentEntry is one recent flight: its name to click, its folder beside it.
func (w *Window) recentEntry(r Recent) fyne.CanvasObject {
	name := widget.NewButton(r.Name(), func() { w.actions.OpenRecent(r) })
	name.Alignment = widget.ButtonAlignLeading
	name.Importance = widget.LowImportance
	folder := widget.NewLabel(filepath.Dir(r[0]))
	folder.Importance = widget.LowImportance
	folder.Truncation = fyne.TextTruncateEllipsis
	return container.NewBorder(nil, nil, name, nil, folder)
}
