package window

import (
	"strings"

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

// Menus that bindings have entries in.
const (
	editMenu     = "Edit"
	viewMenu     = "View"
	replayMenu   = "Replay"
	analysisMenu = "Analysis"
)

// shown are keys beside an entry of a menu. The toolkit writes them but never
// types them: a menu would take Ctrl+Z from a text field, and Space has to be
// heard where there is no menu.
type shown string

// ShortcutName is part of Fyne's contract for shortcuts.
func (s shown) ShortcutName() string { return "shown:" + string(s) }

// Key is the last of the keys.
func (s shown) Key() fyne.KeyName {
	at := strings.LastIndex(string(s[:len(s)-1]), "+") + 1
	return fyne.KeyName(s[at:])
}

// Mod is what is held meanwhile.
func (s shown) Mod() (m fyne.KeyModifier) {
	for text, modifier := range map[string]fyne.KeyModifier{"Ctrl+": ctrl, "Shift+": fyne.KeyModifierShift, "Alt+": fyne.KeyModifierAlt} {
		if strings.Contains(string(s), text) {
			m |= modifier
		}
	}
	return m
}

// menu is made anew whenever what can be done changes.
func (w *Window) menu() *fyne.MainMenu {
	return fyne.NewMainMenu(w.fileMenu(), w.editMenu(), w.viewMenu(), w.replayMenu(), w.analysisMenu(), w.helpMenu())
}

// bound are the entries of a menu that keys do too.
func (w *Window) bound(menu string) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	all := w.bindings()
	for n := range all {
		b := &all[n]
		if b.in != menu {
			continue
		}
		i := item(b.menu, b.do, shown(b.keys))
		if b.anywhere {
			i.Shortcut, i.Action = b.shortcut, w.guarded(b)
		}
		i.Disabled = w.flight == nil && !b.always
		items = append(items, i)
	}
	return items
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
		item(openLog, w.actions.Open, key(fyne.KeyO, ctrl)), recent, last,
		fyne.NewMenuItem(openDemo, w.actions.OpenDemo),
		fyne.NewMenuItemSeparator(), export, fyne.NewMenuItemSeparator(), quit)
}

// Names of what can be done in several places.
const (
	openLog  = "Open Flight Log…"
	openDemo = "Open Demo Flight"
)

func (w *Window) recentMenu() *fyne.Menu {
	menu := fyne.NewMenu("")
	for _, r := range w.recent {
		menu.Items = append(menu.Items, fyne.NewMenuItem(r.Name(), func() { w.actions.OpenRecent(r) }))
	}
	if len(w.recent) == 0 {
		none := fyne.NewMenuItem("No Recent Logs", nil)
		none.Disabled = true
		menu.Items = append(menu.Items, none)
		return menu
	}
	menu.Items = append(menu.Items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(clearRecent, w.actions.ClearRecent))
	return menu
}

func (w *Window) editMenu() *fyne.Menu { return fyne.NewMenu("Edit", w.bound(editMenu)...) }

func (w *Window) viewMenu() *fyne.Menu {
	layers := fyne.NewMenuItem("Layers", nil)
	layers.ChildMenu = w.layerMenu()
	dates := fyne.NewMenuItem("Show Time As", nil)
	dates.ChildMenu = w.dateMenu()
	for _, i := range []*fyne.MenuItem{layers, dates} {
		i.Disabled = w.flight == nil
	}
	menu := fyne.NewMenu("View", layers, dates)
	for _, i := range w.bound(viewMenu) {
		i.Checked = i.Label == "Follow the Playhead" && w.stack.Following() || i.Label == "Full Screen" && w.FullScreen()
		menu.Items = append(menu.Items, i)
	}
	menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
	for _, v := range []Variant{Light, Dark, System} {
		i := fyne.NewMenuItem(v.name(), func() { w.actions.SetVariant(v) })
		i.Checked = v == w.variant
		menu.Items = append(menu.Items, i)
	}
	return menu
}

// ShowVariant marks the variant that is in force.
func (w *Window) ShowVariant(v Variant) {
	w.variant = v
	w.SetMainMenu(w.menu())
}

func (v Variant) name() string {
	switch v {
	case Light:
		return "Light"
	case Dark:
		return "Dark"
	}
	return "As the Desktop"
}

func (w *Window) replayMenu() *fyne.Menu { return fyne.NewMenu("Replay", w.bound(replayMenu)...) }

func (w *Window) analysisMenu() *fyne.Menu {
	menu := fyne.NewMenu("Analysis", w.layingItems()...)
	for _, p := range w.panels() {
		show := fyne.NewMenuItem("Show "+p.name, func() { w.tabs.Select(p.tab) })
		show.Disabled = w.flight == nil
		menu.Items = append(menu.Items, show)
	}
	menu.Items = append(menu.Items, fyne.NewMenuItemSeparator())
	menu.Items = append(menu.Items, w.bound(analysisMenu)...)
	return menu
}

func (w *Window) helpMenu() *fyne.Menu {
	return fyne.NewMenu("Help",
		fyne.NewMenuItem("Keys", w.showKeys),
		fyne.NewMenuItem("About "+Title, w.showAbout))
}
