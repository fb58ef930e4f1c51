package signals

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/catalog"
	"postflight/ui/panel"
)

// list is the rows that are seen, moved through by keyboard as trees are.
type list struct {
	widget.List
	panel *Panel
}

func newList(p *Panel) *list {
	l := &list{panel: p}
	l.HideSeparators = true
	l.Length = func() int { return len(p.rows) }
	l.CreateItem = func() fyne.CanvasObject { return newRowWidget(p) }
	l.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*rowWidget).show(id) }
	l.OnSelected = func(id widget.ListItemID) { p.at = id }
	l.ExtendBaseWidget(l)
	return l
}

// TypedKey is part of Fyne's contract for what takes the keyboard.
func (l *list) TypedKey(e *fyne.KeyEvent) {
	p := l.panel
	if e.Name == fyne.KeyEscape {
		panel.Release(l, nil)
		return
	}
	switch e.Name {
	case fyne.KeyDown:
		p.moveTo(p.at + 1)
	case fyne.KeyUp:
		p.moveTo(p.at - 1)
	case fyne.KeyHome:
		p.moveTo(0)
	case fyne.KeyEnd:
		p.moveTo(len(p.rows) - 1)
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeySpace, fyne.KeyReturn:
	default:
		panel.HandKey(l, e)
		return
	}
	if p.at < 0 || p.at >= len(p.rows) {
		return
	}
	row := &p.rows[p.at]
	switch isField := row.Level == catalog.FieldLevel; {
	case row.Level == catalog.MoreLevel:
	case e.Name == fyne.KeySpace && isField:
		p.toggle(row.Signal)
	case e.Name == fyne.KeyReturn && isField:
		p.add(row.Signal)
	case e.Name == fyne.KeyLeft && (isField || !row.Open):
		p.toParent()
	case !isField && (e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyLeft || e.Name == fyne.KeyRight && !row.Open):
		p.toggleOpen(row)
		p.moveTo(p.at)
	}
}

// TypedRune is part of Fyne's contract for what takes the keyboard.
func (l *list) TypedRune(r rune) { panel.HandRune(l, r) }

// moveTo puts the keyboard on a row, if there is one.
func (p *Panel) moveTo(row int) {
	if row >= 0 && row < len(p.rows) {
		p.at = row
		p.list.UnselectAll()
		p.list.Select(row)
	}
}

// toParent moves to the row that holds the one the keyboard is on.
func (p *Panel) toParent() {
	for i := p.at - 1; i >= 0; i-- {
		if p.rows[i].Level < p.rows[p.at].Level {
			p.moveTo(i)
			return
		}
	}
}
