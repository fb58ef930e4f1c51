package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Figures is a line of text for numbers that change many times a second. Each
// character stands in a cell of its own: the text never shifts, and the painter
// keeps one texture a character instead of one for every number ever shown.
type Figures struct {
	widget.BaseWidget
	text   []rune
	colour fyne.ThemeColorName
	size   fyne.ThemeSizeName
	cells  []*canvas.Text
}

// NewFigures gives room for width characters in the text size named size.
func NewFigures(width int, size fyne.ThemeSizeName) *Figures {
	f := &Figures{colour: fynetheme.ColorNameForeground, size: size, text: make([]rune, width)}
	for i := range f.text {
		f.text[i] = ' '
	}
	f.ExtendBaseWidget(f)
	return f
}

// SetText shows text at the right end of the room; what does not fit is cut off
// on the left. It touches only the characters that differ.
func (f *Figures) SetText(text string) {
	runes := []rune(text)
	for i := range f.text {
		at, r := len(runes)-len(f.text)+i, ' '
		if at >= 0 {
			r = runes[at]
		}
		if f.text[i] == r {
			continue
		}
		f.text[i] = r
		if f.cells != nil {
			f.cells[i].Text = string(r)
			f.cells[i].Refresh()
		}
	}
}

// Text gives what is shown, blanks for unused room included.
func (f *Figures) Text() string { return string(f.text) }

// SetColour names the colour of the text, the foreground at first.
func (f *Figures) SetColour(name fyne.ThemeColorName) {
	if f.colour != name {
		f.colour = name
		f.Refresh()
	}
}

// MinSize is that of the widest text that fits.
func (f *Figures) MinSize() fyne.Size {
	cell := f.cellSize()
	return fyne.NewSize(cell.Width*float32(len(f.text)), cell.Height)
}

// CreateRenderer makes the cells.
func (f *Figures) CreateRenderer() fyne.WidgetRenderer {
	f.ExtendBaseWidget(f)
	r := &figuresRenderer{f: f}
	f.cells = make([]*canvas.Text, len(f.text))
	for i := range f.cells {
		f.cells[i] = canvas.NewText(string(f.text[i]), color.Transparent)
		f.cells[i].TextStyle.Monospace = true
		r.objects = append(r.objects, f.cells[i])
	}
	r.style()
	return r
}

func (f *Figures) cellSize() fyne.Size {
	return fyne.MeasureText("0", fynetheme.Size(f.size), fyne.TextStyle{Monospace: true})
}

type figuresRenderer struct {
	f       *Figures
	objects []fyne.CanvasObject
}

func (r *figuresRenderer) Layout(size fyne.Size) {
	cell := r.f.cellSize()
	for i, o := range r.objects {
		o.Resize(cell)
		o.Move(fyne.NewPos(float32(i)*cell.Width, (size.Height-cell.Height)/2))
	}
}

func (r *figuresRenderer) style() {
	for i, c := range r.f.cells {
		c.Text = string(r.f.text[i])
		c.TextSize = fynetheme.Size(r.f.size)
		c.Color = Current(r.f.colour)
	}
}

func (r *figuresRenderer) Refresh() {
	r.style()
	r.Layout(r.f.Size())
	for _, c := range r.f.cells {
		c.Refresh()
	}
}

func (r *figuresRenderer) MinSize() fyne.Size           { return r.f.MinSize() }
func (r *figuresRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *figuresRenderer) Destroy()                     {}
