// Package signals is the tree of everything that can be plotted: sources, their
// messages, and fields with a tick and the value they have at the playhead.
package signals

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/catalog"
	"postflight/decode/flight"
	"postflight/ui/panel"
)

// Executor runs work. Background may take long; what it does ends in UI, which
// runs on the UI goroutine, or never once the window is gone.
type Executor struct {
	Background func(func())
	UI         func(func())
	// After runs a function on any goroutine once a time has passed.
	After func(time.Duration, func())
	Now   func() time.Time
}

// Panel shows the tree. Its methods belong to the UI goroutine.
type Panel struct {
	widget.BaseWidget

	// OnToggle is called when the person ticks a field, or takes the tick away.
	OnToggle func(s catalog.Signal, on bool)
	// OnAdd is called when the person asks for a plot of its own for a field: by
	// a double click, by Return, or by dragging it out of the panel.
	OnAdd func(s catalog.Signal)
	// OnDrop, where it is set, is called for a drag instead, with the place on the
	// canvas where it ended.
	OnDrop func(s catalog.Signal, at fyne.Position)
	// OnDrag, where it is set, is called while a field that can be plotted is dragged,
	// with the place on the canvas where the pointer is, and OnDragEnd once that is
	// over, before OnDrop.
	OnDrag    func(s catalog.Signal, at fyne.Position)
	OnDragEnd func()
	// OnHint, where it is set, is called with all that is known of the row under the
	// mouse, and with nothing once the mouse is over none.
	OnHint func(text string)

	executor Executor
	catalog  *catalog.Catalog
	open     map[catalog.Key]bool
	ticked   map[catalog.Signal]bool
	rows     []catalog.Row
	at       int // row that the keyboard is on; -1 for none

	time    time.Duration
	moved   map[*flight.Log]time.Duration // by which logs lie later than they were laid
	shown   time.Time                     // when values were last looked up
	waiting bool                          // they will be again
	values  values

	clicked   catalog.Signal // by the last click
	clickedAt time.Time

	search *panel.Entry
	list   *list
	none   *widget.Label
	made   []*rowWidget
	told   *rowWidget // under the mouse; nil for none
	hinted string     // last
}

// valuesEvery is how often values follow the playhead.
const valuesEvery = 200 * time.Millisecond

// New makes an empty panel.
func New(e Executor) *Panel {
	p := &Panel{executor: e, at: -1, search: panel.NewEntry("Search signals"), none: widget.NewLabel("")}
	p.none.Wrapping = fyne.TextWrapWord
	p.none.Importance = widget.LowImportance
	p.search.OnChanged = func(string) { p.refill() }
	p.list = newList(p)
	p.ExtendBaseWidget(p)
	p.SetCatalog(nil)
	return p
}

// SetCatalog replaces the tree; nil shows none. Nothing is ticked then.
func (p *Panel) SetCatalog(c *catalog.Catalog) {
	if c == nil {
		c = &catalog.Catalog{}
	}
	p.catalog = c
	p.open, p.ticked = map[catalog.Key]bool{}, map[catalog.Signal]bool{}
	p.moved = map[*flight.Log]time.Duration{}
	p.values = newValues(p.values.generation + 1)
	for i := range c.Sources {
		p.open[catalog.Key{Log: c.Sources[i].Log, Source: c.Sources[i].Source}] = true
	}
	p.refill()
}

// SetTicked says which field has a tick. It does not call OnToggle.
func (p *Panel) SetTicked(s catalog.Signal, on bool) {
	if p.ticked[s] == on {
		return
	}
	p.tick(s, on)
}

// Ticked reports whether a field has a tick.
func (p *Panel) Ticked(s catalog.Signal) bool { return p.ticked[s] }

// SetTime moves the playhead. Values follow it a few times a second, the last one
// always.
func (p *Panel) SetTime(t time.Duration) {
	if t == p.time {
		return
	}
	p.time = t
	if p.waiting {
		return
	}
	if passed := p.executor.Now().Sub(p.shown); passed < valuesEvery {
		p.waiting = true
		p.executor.After(valuesEvery-passed, func() {
			p.executor.UI(func() {
				p.waiting = false
				p.showValues()
			})
		})
		return
	}
	p.showValues()
}

// SetMoved says by how much a log lies later than the catalog says.
func (p *Panel) SetMoved(l *flight.Log, by time.Duration) {
	p.moved[l] = by
	p.showValues()
}

// Focus gives the keyboard to the search.
func (p *Panel) Focus() { p.search.Focus() }

// Search looks for words, as if they were typed.
func (p *Panel) Search(text string) { p.search.SetText(text) }

// RowArea is where on the canvas the tree lies.
func (p *Panel) RowArea() (fyne.Position, fyne.Size) {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(p.list), p.list.Size()
}

// RowHeight is how far the tops of two rows of the tree lie apart.
func (p *Panel) RowHeight() float32 {
	return p.list.CreateItem().MinSize().Height + fynetheme.Padding() // as the toolkit's list puts them
}

// refill lists the rows anew.
func (p *Panel) refill() {
	p.rows = p.catalog.Rows(p.search.Text, func(k catalog.Key) bool { return p.open[k] })
	p.at = min(p.at, len(p.rows)-1)
	p.list.UnselectAll()
	switch {
	case len(p.catalog.Sources) == 0:
		p.none.SetText("No signals: open a log.")
	default:
		p.none.SetText(panel.NoneContains(p.search.Text))
	}
	p.none.Hidden = len(p.rows) > 0
	p.list.Hidden = len(p.rows) == 0
	p.shown = p.executor.Now()
	p.list.Refresh()
	p.Refresh()
}

// toggleOpen opens or shuts a source or message.
func (p *Panel) toggleOpen(r *catalog.Row) {
	k := r.Key()
	p.open[k] = !p.open[k]
	p.refill()
}

// toggle ticks a field, or takes the tick away.
func (p *Panel) toggle(s catalog.Signal) {
	if !s.Plots() {
		return
	}
	on := !p.ticked[s]
	p.tick(s, on)
	if p.OnToggle != nil {
		p.OnToggle(s, on)
	}
}

func (p *Panel) tick(s catalog.Signal, on bool) {
	if on {
		p.ticked[s] = true
	} else {
		delete(p.ticked, s)
	}
	for _, r := range p.made {
		if row, ok := r.row(); ok && row.Level == catalog.FieldLevel && row.Signal == s {
			r.Refresh()
		}
	}
}

func (p *Panel) add(s catalog.Signal) {
	if s.Plots() && p.OnAdd != nil {
		p.OnAdd(s)
	}
}

// drag is told where a field is that is dragged.
func (p *Panel) drag(s catalog.Signal, at fyne.Position) {
	if s.Plots() && p.OnDrag != nil {
		p.OnDrag(s, at)
	}
}

// drop ends a drag of a field at a place of the canvas.
func (p *Panel) drop(s catalog.Signal, at fyne.Position) {
	if p.OnDragEnd != nil {
		p.OnDragEnd()
	}
	from := fyne.CurrentApp().Driver().AbsolutePositionForObject(p)
	inside := at.X >= from.X && at.Y >= from.Y && at.X < from.X+p.Size().Width && at.Y < from.Y+p.Size().Height
	switch {
	case inside || !s.Plots():
	case p.OnDrop != nil:
		p.OnDrop(s, at)
	default:
		p.add(s)
	}
}

// showValues looks the values up of the rows there are widgets for.
func (p *Panel) showValues() {
	p.shown = p.executor.Now()
	for _, r := range p.made {
		r.showValue()
	}
	p.hint()
}

// value is what stands beside a field, and that in short.
func (p *Panel) value(s catalog.Signal) (text, short string) {
	var column *flight.Column
	if s.NeedsDecoding() {
		if column = p.values.columns[s]; column == nil {
			p.decode(s)
			return "…", "…"
		}
	}
	v, ok := s.At(p.time-p.moved[s.Log], column)
	if !ok {
		return noValue, noValue
	}
	return v.Text, v.Short
}

// decode has a column made; the rows show it once it is there.
func (p *Panel) decode(s catalog.Signal) {
	if p.values.pending[s] {
		return
	}
	p.values.pending[s] = true
	generation := p.values.generation
	p.executor.Background(func() {
		column := s.Log.Column(s.Stream, s.Field, s.Element)
		p.executor.UI(func() {
			if generation == p.values.generation {
				p.values.columns[s] = column
				p.showValues()
			}
		})
	})
}

// values are the columns of the fields that one frame alone does not tell.
type values struct {
	generation int // of the catalog
	columns    map[catalog.Signal]*flight.Column
	pending    map[catalog.Signal]bool
}

func newValues(generation int) values {
	return values{generation, map[catalog.Signal]*flight.Column{}, map[catalog.Signal]bool{}}
}

// CreateRenderer is part of Fyne's widget contract.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewBorder(p.search, nil, nil, nil, container.NewStack(p.none, p.list)))
}
