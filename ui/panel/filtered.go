package panel

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// RowSet is rows that can be searched. It does not change, and may be made on any
// goroutine.
type RowSet struct {
	rows []Row
	keys []string // what is searched, in lower case
	kept []bool   // rows that the tick of a panel leaves
}

// NewRowSet makes a set of rows; kept says which of them the tick of the panel
// leaves, and has as many entries.
func NewRowSet(rows []Row, kept []bool) *RowSet {
	s := &RowSet{rows: rows, kept: kept, keys: make([]string, len(rows))}
	for i, r := range rows {
		s.keys[i] = strings.ToLower(r.Title + " " + r.Text)
	}
	return s
}

// Len is the number of rows.
func (s *RowSet) Len() int { return len(s.rows) }

// Kept is how many rows the tick leaves.
func (s *RowSet) Kept() int {
	n := 0
	for _, kept := range s.kept {
		if kept {
			n++
		}
	}
	return n
}

// find lists the rows that hold all words, and that the tick leaves where it is
// set.
func (s *RowSet) find(text string, ticked bool) []int {
	words := strings.Fields(strings.ToLower(text))
	var out []int
next:
	for i, key := range s.keys {
		if ticked && !s.kept[i] {
			continue
		}
		for _, w := range words {
			if !strings.Contains(key, w) {
				continue next
			}
		}
		out = append(out, i)
	}
	return out
}

// Filtered is a list with a search above it and a tick that leaves only some of
// the rows. Its methods belong to the UI goroutine.
type Filtered struct {
	widget.BaseWidget

	// OnChoose is called with the number of a row in its set when the person clicks
	// it, each time, or moves to it by keyboard.
	OnChoose func(row int)

	words Words
	set   *RowSet
	shown []int // numbers in the set
	entry *Entry
	tick  *check
	list  *List
}

// Words are what a filtered list says.
type Words struct {
	Empty  string // while it has no rows
	Search string // in the search while nothing is typed
	Tick   string // beside the tick
	Left   string // when the tick leaves no row
}

// NewFiltered makes an empty list.
func NewFiltered(words Words) *Filtered {
	f := &Filtered{words: words, set: &RowSet{}, entry: NewEntry(words.Search), list: NewList(words.Empty)}
	f.tick = newCheck(words.Tick, func(bool) { f.fill() })
	f.entry.OnChanged = func(string) { f.fill() }
	f.list.OnChoose = func(row int) {
		if f.OnChoose != nil && row < len(f.shown) {
			f.OnChoose(f.shown[row])
		}
	}
	f.ExtendBaseWidget(f)
	return f
}

// SetRows replaces the rows. What is searched for stays.
func (f *Filtered) SetRows(s *RowSet) {
	if s == nil {
		s = &RowSet{}
	}
	f.set = s
	f.fill()
}

func (f *Filtered) fill() {
	f.shown = f.set.find(f.entry.Text, f.tick.Checked)
	rows := make([]Row, len(f.shown))
	for i, n := range f.shown {
		rows[i] = f.set.rows[n]
	}
	summary := ""
	if all := f.set.Len(); len(rows) < all {
		summary = Count(int64(len(rows))) + " of " + Count(int64(all))
	}
	f.list.SetEmpty(f.nothing())
	f.list.SetRows(summary, rows)
}

// nothing says why no row is listed.
func (f *Filtered) nothing() string {
	text := strings.TrimSpace(f.entry.Text)
	switch {
	case f.set.Len() == 0:
		return f.words.Empty
	case text == "":
		return f.words.Left
	case f.tick.Checked && len(f.set.find(text, false)) > 0:
		return NoneContains(text) + " " + f.tick.Text + " is ticked, which hides those that do."
	}
	return NoneContains(text)
}

// NoneContains says that a search found nothing.
func NoneContains(text string) string { return "Nothing here contains “" + text + "”." }

// Shown are the numbers in the set of the rows that are listed.
func (f *Filtered) Shown() []int { return f.shown }

// Search looks for words, as if they were typed.
func (f *Filtered) Search(text string) { f.entry.SetText(text) }

// Only sets the tick.
func (f *Filtered) Only(on bool) { f.tick.SetChecked(on) }

// Focus gives the keyboard to the search.
func (f *Filtered) Focus() { f.entry.Focus() }

// FocusRows gives the keyboard to the list.
func (f *Filtered) FocusRows() { f.list.Focus() }

// RowArea is where on the canvas the list of rows lies.
func (f *Filtered) RowArea() (fyne.Position, fyne.Size) { return f.list.RowArea() }

// CreateRenderer is part of Fyne's widget contract.
func (f *Filtered) CreateRenderer() fyne.WidgetRenderer {
	top := container.NewBorder(nil, nil, nil, f.tick, f.entry)
	return widget.NewSimpleRenderer(container.NewBorder(top, nil, nil, nil, f.list))
}
