package window

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

const (
	ctrl      = fyne.KeyModifierShortcutDefault
	ctrlShift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
)

func item(label string, action func(), shortcut fyne.Shortcut) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, action)
	i.Shortcut = shortcut
	return i
}

func key(name fyne.KeyName, modifier fyne.KeyModifier) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: name, Modifier: modifier}
}

// menu is made anew whenever what can be done changes.
func (w *Window) menu() *fyne.MainMenu {
	return fyne.NewMainMenu(w.fileMenu(), w.viewMenu(), w.replayMenu(), w.analysisMenu(), w.helpMenu())
}

func (w *Window) fileMenu() *fyne.Menu {
	recent := fyne.NewMenuItem("Open Recent", nil)
	recent.ChildMenu = w.recentMenu()
	last := item("Open Last Log", w.actions.OpenLast, key(fyne.KeyO, ctrlShift))
	last.Disabled = len(w.recent) == 0
	export := item("Export Figure…", w.actions.Export, key(fyne.KeyE, ctrl))
	export.Disabled = w.flight == nil
	quit := item("Quit", w.actions.Quit, key(fyne.KeyQ, ctrl))
	quit.IsQuit = true
	return fyne.NewMenu("File",
		item("Open Flight Log…", w.actions.Open, key(fyne.KeyO, ctrl)), recent, last,
		fyne.NewMenuItem("Open Demo Flight", w.actions.OpenDemo),
		fyne.NewMenuItemSeparator(), export, fyne.NewMenuItemSeparator(), quit)
}

func (w *Window) recentMenu() *fyne.Menu {
	menu := fyne.NewMenu("")
	for _, path := range w.recent {
		menu.Items = append(menu.Items, fyne.NewMenuItem(filepath.Base(path), func() { w.actions.OpenPaths([]string{path}) }))
	}
	if len(w.recent) == 0 {
		none := fyne.NewMenuItem("No recent logs", nil)
		none.Disabled = true
		menu.Items = append(menu.Items, none)
		return menu
	}
	menu.Items = append(menu.Items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Clear recent logs", w.actions.ClearRecent))
	return menu
}

func (w *Window) viewMenu() *fyne.Menu {
	fit := fyne.NewMenuItem("Show All", w.stack.Fit)
	fit.Disabled = w.flight == nil
	layers := fyne.NewMenuItem("Layers", nil)
	layers.ChildMenu = w.layerMenu()
	dates := fyne.NewMenuItem("Show Time As", nil)
	dates.ChildMenu = w.dateMenu()
	undo := item("Undo", w.stack.Undo, key(fyne.KeyZ, ctrl))
	redo := item("Redo", w.stack.Redo, key(fyne.KeyZ, ctrlShift))
	for _, i := range []*fyne.MenuItem{undo, redo, layers, dates} {
		i.Disabled = w.flight == nil
	}
	return fyne.NewMenu("View", fit, layers, dates, undo, redo, fyne.NewMenuItemSeparator(), fyne.NewMenuItem("Full Screen (F11)", w.toggleFullScreen), fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("Light", func() { w.actions.SetVariant(Light) }),
		fyne.NewMenuItem("Dark", func() { w.actions.SetVariant(Dark) }),
		fyne.NewMenuItem("As the Desktop", func() { w.actions.SetVariant(System) }))
}

func (w *Window) replayMenu() *fyne.Menu {
	menu := fyne.NewMenu("Replay")
	for _, b := range w.bindings() {
		if b.menu == "" {
			continue
		}
		i := fyne.NewMenuItem(b.menu+"  ("+b.keys+")", b.do)
		i.Disabled = w.flight == nil
		menu.Items = append(menu.Items, i)
	}
	return menu
}

func (w *Window) analysisMenu() *fyne.Menu {
	offset := fyne.NewMenuItem("Offset to Ground Truth…", w.actions.SetOffset)
	offset.Disabled = w.flight == nil || !w.flight.HasTruth
	menu := fyne.NewMenu("Analysis", offset)
	for _, p := range w.panels() {
		show := fyne.NewMenuItem("Show "+p.name, func() { w.tabs.Select(p.tab) })
		show.Disabled = w.flight == nil
		menu.Items = append(menu.Items, show)
	}
	return menu
}

func (w *Window) helpMenu() *fyne.Menu {
	return fyne.NewMenu("Help",
		fyne.NewMenuItem("Keys", w.showKeys),
		fyne.NewMenuItem("About "+Title, w.showAbout))
}

func (w *Window) toggleFullScreen() { w.SetFullScreen(!w.FullScreen()) }
