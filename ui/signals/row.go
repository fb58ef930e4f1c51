package signals

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/catalog"
	"postflight/ui/panel"
	"postflight/ui/theme"
)

var (
	_ fyne.Tappable     = (*rowWidget)(nil)
	_ fyne.Draggable    = (*rowWidget)(nil)
	_ desktop.Hoverable = (*rowWidget)(nil)
)

// rowWidget shows one row of the tree; the list uses it again for others.
type rowWidget struct {
	widget.BaseWidget
	panel *Panel
	id    int

	icon        *widget.Icon // arrow or tick
	name, value *canvas.Text
	under       *canvas.Rectangle // shown under the mouse
	full        string            // the value that is shown, not cut
	dragged     fyne.Position
	dragging    bool
	signal      catalog.Signal // being dragged
}

func newRowWidget(p *Panel) *rowWidget {
	r := &rowWidget{
		panel: p, id: -1, icon: widget.NewIcon(nil),
		name: canvas.NewText("", color.Transparent), value: canvas.NewText("", color.Transparent),
		under: canvas.NewRectangle(color.Transparent),
	}
	r.ExtendBaseWidget(r)
	p.made = append(p.made, r)
	return r
}

func (r *rowWidget) show(id int) {
	r.id = id
	r.Refresh()
	if r.panel.told == r {
		r.panel.hint()
	}
}

// row is what the widget shows; false where the list does not use it.
func (r *rowWidget) row() (*catalog.Row, bool) {
	if r.id < 0 || r.id >= len(r.panel.rows) {
		return nil, false
	}
	return &r.panel.rows[r.id], true
}

// Tapped opens, ticks or chooses; twice on the name of a field asks for a plot.
func (r *rowWidget) Tapped(e *fyne.PointEvent) {
	row, ok := r.row()
	if !ok {
		return
	}
	p := r.panel
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.list); c != nil {
		c.Focus(p.list)
	}
	id := r.id
	switch {
	case row.Level == catalog.MoreLevel:
	case row.Level != catalog.FieldLevel:
		p.toggleOpen(row)
	case e.Position.X < r.left(row)+iconSize+gap:
		p.toggle(row.Signal)
	default:
		now := p.executor.Now()
		if p.clicked == row.Signal && now.Sub(p.clickedAt) <= panel.DoubleClick {
			p.clicked = catalog.Signal{}
			p.add(row.Signal)
		} else {
			p.clicked, p.clickedAt = row.Signal, now
		}
	}
	panel.Release(r, p.list)
	p.moveTo(id)
}

// Dragged takes a field along.
func (r *rowWidget) Dragged(e *fyne.DragEvent) {
	row, ok := r.row()
	if !ok || row.Level != catalog.FieldLevel {
		return
	}
	if !r.dragging {
		r.signal, r.dragging = row.Signal, true
	}
	r.dragged = e.AbsolutePosition
	r.panel.drag(r.signal, r.dragged)
}

// DragEnd lets go of the field.
func (r *rowWidget) DragEnd() {
	if r.dragging {
		r.dragging = false
		r.panel.drop(r.signal, r.dragged)
	}
}

const (
	iconSize = 16
	indent   = 14
	gap      = 3
)

func (r *rowWidget) left(row *catalog.Row) float32 {
	return gap + indent*float32(min(row.Level, catalog.FieldLevel))
}

// showValue looks the value up; it does nothing where that is the same.
func (r *rowWidget) showValue() {
	row, ok := r.row()
	if !ok || row.Level != catalog.FieldLevel || !r.Visible() {
		return
	}
	if text, _ := r.panel.value(row.Signal); text != r.full {
		r.Refresh()
	}
}

// CreateRenderer is part of Fyne's widget contract.
func (r *rowWidget) CreateRenderer() fyne.WidgetRenderer { return &rowRenderer{r} }

type rowRenderer struct{ *rowWidget }

func (r *rowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.under, r.icon, r.name, r.value}
}

func (r *rowRenderer) Destroy() {}

func (r *rowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(140, fyne.MeasureText("Xg", fynetheme.TextSize(), fyne.TextStyle{}).Height+2)
}

func (r *rowRenderer) Refresh() {
	r.Layout(r.Size())
	r.under.Refresh()
	r.icon.Refresh()
	r.name.Refresh()
	r.value.Refresh()
}

// Layout gives the room to the name, and to the value what that leaves.
func (r *rowRenderer) Layout(size fyne.Size) {
	row, ok := r.row()
	if !ok {
		return
	}
	r.style(row)
	name, values := r.texts(row)
	r.full = values[0]
	left := r.left(row) + iconSize + gap
	// The scroll bar lies over the right edge of a list.
	right := size.Width - gap - fynetheme.Size(fynetheme.SizeNameScrollBar)
	r.name.Text = panel.ElideMiddle(name, right-left, r.name.TextSize, r.name.TextStyle)
	room := right - left - r.name.MinSize().Width - 2*gap
	r.value.Text = ""
	for _, text := range values {
		if fyne.MeasureText(text, r.value.TextSize, r.value.TextStyle).Width <= room {
			r.value.Text = text
			break
		}
	}
	r.under.Resize(size)
	wide := r.value.MinSize()
	tall := r.name.MinSize()
	r.icon.Resize(fyne.NewSquareSize(iconSize))
	r.icon.Move(fyne.NewPos(r.left(row), (size.Height-iconSize)/2))
	r.name.Resize(tall)
	r.name.Move(fyne.NewPos(left, (size.Height-tall.Height)/2))
	r.value.Resize(wide)
	r.value.Move(fyne.NewPos(right-wide.Width, (size.Height-wide.Height)/2))
}

func (r *rowRenderer) style(row *catalog.Row) {
	fg, dim := theme.Current(fynetheme.ColorNameForeground), theme.Current(fynetheme.ColorNamePlaceHolder)
	r.name.TextSize, r.value.TextSize = fynetheme.TextSize(), fynetheme.CaptionTextSize()
	r.name.TextStyle = fyne.TextStyle{Bold: row.Level == catalog.SourceLevel}
	r.value.TextStyle = fyne.TextStyle{Monospace: row.Level == catalog.FieldLevel}
	r.name.Color, r.value.Color = fg, dim
	if row.Level == catalog.FieldLevel {
		r.value.Color = fg
	}
	r.under.FillColor = color.Transparent
	if r.panel.told == r.rowWidget {
		r.under.FillColor = theme.Current(fynetheme.ColorNameHover)
	}
	var icon fyne.Resource
	switch {
	case row.Level == catalog.MoreLevel:
		r.name.Color = dim
	case row.Level < catalog.FieldLevel && row.Open:
		icon = fynetheme.MenuDropDownIcon()
	case row.Level < catalog.FieldLevel:
		icon = fynetheme.MenuExpandIcon()
	case !row.Signal.Plots():
		r.name.Color = dim
	case r.panel.ticked[row.Signal]:
		icon = fynetheme.NewPrimaryThemedResource(fynetheme.CheckButtonCheckedIcon())
	default:
		icon = fynetheme.CheckButtonIcon()
	}
	if r.icon.Resource != icon {
		r.icon.Resource = icon
	}
}
