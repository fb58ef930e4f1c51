package window

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/theme"
)

// ShowStart shows the start page with the recent logs, newest first. Where a
// flight is open it stays, and only the menu follows the recent logs.
func (w *Window) ShowStart(recent []string) {
	w.recent = recent
	w.SetMainMenu(w.menu())
	if w.flight == nil {
		w.SetContent(container.NewCenter(w.startPage()))
	}
}

func (w *Window) startPage() fyne.CanvasObject {
	title := widget.NewLabelWithStyle(Title, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	title.SizeName = theme.SizeTitle
	open := widget.NewButtonWithIcon("Open Flight Log…", fynetheme.FolderOpenIcon(), w.actions.Open)
	open.Importance = widget.HighImportance
	demo := widget.NewButtonWithIcon("Demo flight", fynetheme.MediaPlayIcon(), w.actions.OpenDemo)
	hint := widget.NewLabel("or drop a log anywhere in this window: a VREC recording, with its VGT1 ground truth if there is one.")
	hint.Importance = widget.LowImportance
	page := container.NewVBox(
		title,
		widget.NewLabel("Replays what a ground station recorded, and says what can be trusted in it."),
		layout.NewSpacer(),
		flush(open, demo),
		hint,
	)
	if len(w.recent) > 0 {
		page.Add(widget.NewSeparator())
		page.Add(widget.NewLabelWithStyle("Recent logs", fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
		for _, path := range w.recent {
			page.Add(w.recentEntry(path))
		}
		page.Add(flush(widget.NewButton("Clear recent logs", w.actions.ClearRecent)))
	}
	return page
}

// flush puts objects in a row that begins where the text of labels begins.
func flush(objects ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(0, 0, fynetheme.InnerPadding(), 0), container.NewHBox(objects...))
}

// recentEntry is one recent log: its name to click, its folder beside it.
func (w *Window) recentEntry(path string) fyne.CanvasObject {
	name := widget.NewButton(filepath.Base(path), func() { w.actions.OpenPaths([]string{path}) })
	name.Alignment = widget.ButtonAlignLeading
	name.Importance = widget.LowImportance
	folder := widget.NewLabel(filepath.Dir(path))
	folder.Importance = widget.LowImportance
	folder.Truncation = fyne.TextTruncateEllipsis
	return container.NewBorder(nil, nil, name, nil, folder)
}
