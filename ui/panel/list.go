// Package panel is what stands beside the plots: lists whose every row is a
// place in the flight that a click goes to.
package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Row is one line of a list: a title with a time on the right, a line of text
// below, and the whole story for the field under the list.
type Row struct {
	Glyph  string // one character that tells the kind without colour
	Colour fyne.ThemeColorName
	Title  string
	When   string
	Text   string
	Detail string
}

// List shows rows and, below them, the detail of the chosen one. Its methods
// belong to the UI goroutine.
type List struct {
	widget.BaseWidget

	// OnChoose is called with the number of a row when the person clicks it, each
	// time, or moves to it by keyboard.
	OnChoose func(row int)
	// OnOpen, where it is set, is called when the person double-clicks a row.
	OnOpen func(row int)

	rows    []Row
	empty   string
	list    *escapeList
	summary *widget.Label
	detail  *widget.Label
	story   *fyne.Container // around the detail; hidden while no row is chosen
	none    *widget.Label
	body    *fyne.Container
}

// detailHeight holds five lines of a finding's text.
const detailHeight = 104

// NewList makes a list that says empty while it has no rows.
func NewList(empty string) *List {
	l := &List{
		empty: empty, summary: widget.NewLabel(""), detail: widget.NewLabel(""), none: widget.NewLabel(empty),
	}
	l.summary.Wrapping = fyne.TextWrapWord
	l.summary.Hide()
	l.detail.Wrapping = fyne.TextWrapWord
	l.detail.Selectable = true
	l.none.Wrapping = fyne.TextWrapWord
	l.none.Importance = widget.LowImportance
	l.list = &escapeList{}
	l.list.Length = func() int { return len(l.rows) }
	l.list.CreateItem = func() fyne.CanvasObject { return newRowWidget(l) }
	l.list.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*rowWidget).show(id) }
	l.list.ExtendBaseWidget(l.list)
	l.list.OnSelected = func(id widget.ListItemID) { l.chosen(id) }
	scroll := container.NewVScroll(l.detail)
	scroll.SetMinSize(fyne.NewSize(0, detailHeight))
	l.story = container.NewBorder(widget.NewSeparator(), nil, nil, nil, scroll)
	l.story.Hide()
	l.body = container.NewBorder(nil, l.story, nil, nil, container.NewStack(l.none, l.list))
	l.ExtendBaseWidget(l)
	return l
}

// SetRows replaces the rows; summary is a sentence above them, or empty.
func (l *List) SetRows(summary string, rows []Row) {
	l.rows = rows
	l.list.UnselectAll()
	l.summary.SetText(summary)
	l.summary.Hidden = summary == ""
	l.story.Hide()
	l.none.Hidden = len(rows) > 0
	l.list.Hidden = len(rows) == 0
	l.Refresh()
}

// UpdateRows replaces the rows; the chosen one and what is scrolled to stay.
func (l *List) UpdateRows(rows []Row) {
	arranged := (len(rows) == 0) != (len(l.rows) == 0)
	l.rows = rows
	if arranged {
		l.none.Hidden, l.list.Hidden = len(rows) > 0, len(rows) == 0
		l.Refresh()
		return
	}
	l.list.Refresh()
}

// Rows are those shown. They must not be written to.
func (l *List) Rows() []Row { return l.rows }

// Len is the number of rows.
func (l *List) Len() int { return len(l.rows) }

// RowArea is where on the canvas the list of rows lies.
func (l *List) RowArea() (fyne.Position, fyne.Size) {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(l.list), l.list.Size()
}

// Choose chooses a row as a click does; a second time counts too.
func (l *List) Choose(id int) {
	if id >= len(l.rows) {
		return
	}
	l.list.UnselectAll()
	l.list.Select(id)
}

func (l *List) chosen(id int) {
	if id < 0 || id >= len(l.rows) {
		return
	}
	l.detail.SetText(l.rows[id].Detail)
	if l.story.Visible() != (l.rows[id].Detail != "") {
		l.story.Hidden = l.rows[id].Detail == ""
		l.body.Refresh()
	}
	if l.OnChoose != nil {
		l.OnChoose(id)
	}
}

// CreateRenderer is part of Fyne's widget contract.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewBorder(l.summary, nil, nil, nil, l.body))
}

// escapeList is a list that gives the keyboard back to the window on Escape.
type escapeList struct{ widget.List }

// TypedKey is part of Fyne's contract for what takes the keyboard.
func (l *escapeList) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		if c := fyne.CurrentApp().Driver().CanvasForObject(l); c != nil {
			c.Unfocus()
		}
		return
	}
	l.List.TypedKey(e)
}
