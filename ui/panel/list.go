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
	list    *rowList
	at      int // row chosen last; -1 for none
	summary *widget.Label
	head    *container.Scroll // around the summary
	detail  *widget.Label
	scroll  *container.Scroll // around the detail
	story   *fyne.Container   // around that; hidden while no row is chosen
	none    *widget.Label
	body    *fyne.Container
}

// NewList makes a list that says empty while it has no rows.
func NewList(empty string) *List {
	l := &List{
		summary: widget.NewLabel(""), detail: widget.NewLabel(""), none: widget.NewLabel(empty),
	}
	l.summary.Wrapping = fyne.TextWrapWord
	l.head = container.NewVScroll(l.summary)
	l.head.Hide()
	l.detail.Wrapping = fyne.TextWrapWord
	l.detail.Selectable = true
	l.none.Wrapping = fyne.TextWrapWord
	l.none.Importance = widget.LowImportance
	l.list = &rowList{of: l}
	l.list.Length = func() int { return len(l.rows) }
	l.list.CreateItem = func() fyne.CanvasObject { return newRowWidget(l) }
	l.list.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*rowWidget).show(id) }
	l.list.ExtendBaseWidget(l.list)
	l.list.OnSelected = func(id widget.ListItemID) { l.chosen(id) }
	l.scroll = container.NewVScroll(l.detail)
	l.story = container.NewBorder(widget.NewSeparator(), nil, nil, nil, l.scroll)
	l.story.Hide()
	l.body = container.New(&storyLayout{l}, container.NewStack(l.none, l.list), l.story)
	l.ExtendBaseWidget(l)
	return l
}

// SetRows replaces the rows; summary is a sentence above them, or empty.
func (l *List) SetRows(summary string, rows []Row) {
	l.rows, l.at = rows, -1
	l.list.UnselectAll()
	l.summary.SetText(summary)
	if l.head.Show(); summary == "" {
		l.head.Hide()
	}
	l.story.Hide()
	l.none.Hidden = len(rows) > 0
	l.list.Hidden = len(rows) == 0
	l.Refresh()
}

// SetEmpty replaces what is said while there are no rows.
func (l *List) SetEmpty(text string) { l.none.SetText(text) }

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

// Tell adds a line to the detail of the row chosen last.
func (l *List) Tell(line string) {
	if l.at < 0 || l.at >= len(l.rows) {
		return
	}
	l.detail.SetText(l.rows[l.at].Detail + "\n" + line)
	l.body.Refresh()
}

// RowArea is where on the canvas the list of rows lies, or what is said in its place.
func (l *List) RowArea() (fyne.Position, fyne.Size) {
	shown := fyne.CanvasObject(l.list)
	if l.list.Hidden { // the toolkit does not know where
		shown = l.none
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(shown), shown.Size()
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
	l.at = id
	l.detail.SetText(l.rows[id].Detail)
	l.story.Hidden = l.rows[id].Detail == ""
	l.scroll.ScrollToTop()
	l.body.Refresh()
	l.list.ScrollTo(id)
	if l.OnChoose != nil {
		l.OnChoose(id)
	}
}

// CreateRenderer is part of Fyne's widget contract.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(summaryLayout{l}, l.head, l.body))
}

// rowList is the rows that are seen. With the keyboard it goes through them and
// hands all other keys to the window.
type rowList struct {
	widget.List
	of *List
}

// pageRows is how far Page Up and Page Down go.
const pageRows = 10

// TypedKey is part of Fyne's contract for what takes the keyboard.
func (l *rowList) TypedKey(e *fyne.KeyEvent) {
	at, last := l.of.at, len(l.of.rows)-1
	switch e.Name {
	case fyne.KeyEscape:
		Release(l, nil)
	case fyne.KeyDown:
		l.of.moveTo(min(at+1, last))
	case fyne.KeyUp:
		l.of.moveTo(max(at-1, 0))
	case fyne.KeyPageDown:
		l.of.moveTo(min(at+pageRows, last))
	case fyne.KeyPageUp:
		l.of.moveTo(max(at-pageRows, 0))
	case fyne.KeyHome:
		l.of.moveTo(0)
	case fyne.KeyEnd:
		l.of.moveTo(last)
	case fyne.KeyReturn, fyne.KeyEnter:
		if l.of.OnOpen != nil && at >= 0 && at <= last {
			l.of.OnOpen(at)
		}
	default:
		HandKey(l, e)
	}
}

// TypedRune is part of Fyne's contract for what takes the keyboard.
func (l *rowList) TypedRune(r rune) { HandRune(l, r) }

// moveTo chooses another row, if there is one.
func (l *List) moveTo(row int) {
	if row >= 0 && row != l.at {
		l.Choose(row)
	}
}

// Focus gives the rows the keyboard, if there are any.
func (l *List) Focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(l.list); c != nil && len(l.rows) > 0 {
		c.Focus(l.list)
	}
}
