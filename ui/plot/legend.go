package plot

import (
	"strconv"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

const (
	sampleWidth = 22 // of the piece of line beside a curve's name
	mostChars   = 18 // of a value
	namedChars  = 14 // of one with a name
	minName     = 32 // below which a name says nothing
	// rightSign is beside the names of curves that go by the right axis.
	rightSign = " »"
)

// legend names a pane's curves and shows their values at the playhead.
type legend struct {
	entries []entry
	unit    string // shared by all curves
	names   texts
}

type entry struct {
	pane   *Pane
	curve  Curve
	name   string
	own    string  // what tells the name from those of the others
	place  int     // among the pane's curves, for its colour
	step   float64 // resolution of the value
	exact  bool    // no zoom makes it finer
	chars  int     // that the value has room for
	sample []*canvas.Line
	value  *theme.Figures
}

func (l *legend) setCurves(p *Pane) {
	l.entries, l.unit = nil, ""
	_, names := p.names()
	for i, c := range p.curves {
		if i == 0 {
			l.unit = c.Unit
		}
		if c.Unit != l.unit {
			l.unit = ""
		}
		e := newEntry(c, i)
		e.pane, e.name, e.own = p, names[i], ownPart(names, i)
		if p.OnRight(i) {
			e.name += rightSign
		}
		l.entries = append(l.entries, e)
	}
	l.style()
}

func newEntry(c Curve, place int) entry {
	e := entry{curve: c, place: place, sample: []*canvas.Line{canvas.NewLine(nil)}}
	if c.Style.Dash.Off > 0 {
		e.sample = append(e.sample, canvas.NewLine(nil), canvas.NewLine(nil))
	}
	chars := 6 // a zoom may ask for finer ones
	if c.Resolution > 0 {
		chars = 1
	}
	step, lo, hi := c.step()
	e.step, e.exact = step, c.exact(lo, hi)
	for _, v := range []float64{lo, hi} {
		chars = max(chars, utf8.RuneCountInString(raster.FormatValue(v, step)))
	}
	if c.Meaning != nil {
		chars = namedChars
	}
	e.chars = min(chars, mostChars)
	e.value = theme.NewFigures(e.chars, fynetheme.SizeNameCaptionText)
	return e
}

func (l *legend) style() {
	for _, e := range l.entries {
		for _, line := range e.sample {
			line.StrokeColor, line.StrokeWidth = e.pane.curveColor(e.place), 2
		}
	}
}

// suffix is the unit, where neither the title nor the axis says it.
func (l *legend) suffix(e entry) string {
	if l.unit != "" || e.curve.Unit == "" || len(e.pane.axes[e.pane.sides[e.place]].units) == 1 {
		return ""
	}
	return " " + e.curve.Unit
}

// fixed is the width of an entry without its name.
func (l *legend) fixed(e entry) float32 {
	width := sampleWidth + gap/2 + gap + e.value.MinSize().Width + 2*gap
	if s := l.suffix(e); s != "" {
		width += measure(s, fyne.TextStyle{}).Width
	}
	return width
}

func nameWidth(e entry) float32 { return measure(e.name, fyne.TextStyle{}).Width }

// width is what the legend takes unshortened.
func (l *legend) width() float32 {
	var width float32
	for _, e := range l.entries {
		width += l.fixed(e) + nameWidth(e)
	}
	return width
}

// split deals the entries out to rows, of which the first is narrower. They stay in
// one row where they fit into it as they are, and in no more than most; the last one
// takes what is left.
func (l *legend) split(first, rest float32, most int) [][]entry {
	rows := [][]entry{nil}
	room := first
	for _, e := range l.entries {
		width := l.fixed(e) + nameWidth(e)
		if width > room && len(rows) < most && (len(rows[len(rows)-1]) > 0 || room < rest) {
			rows, room = append(rows, nil), rest
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		room -= width
	}
	return rows
}

// cramped reports whether a row cannot have all its entries with names in a width.
func (l *legend) cramped(row []entry, width float32) bool {
	names := l.nameRoom(row, width)
	for _, e := range row {
		if names < leastWidth(e) {
			return true
		}
	}
	return false
}

// leastWidth is the width that the name of an entry says something in.
func leastWidth(e entry) float32 {
	least := float32(minName)
	if e.own != "" {
		least = min(least, measure("…"+e.own, fyne.TextStyle{}).Width)
	}
	return min(least, nameWidth(e))
}

// drops reports whether a row cannot have all its entries in a width, without names.
func (l *legend) drops(row []entry, width float32) bool {
	for _, e := range row {
		width -= l.fixed(e)
	}
	return len(row) > 0 && width < 0
}

// named is how many entries of a row have room with names that say something, and how
// long these may be. Where not even one has, it is those that have room without.
func (l *legend) named(row []entry, width float32) (shown int, names float32) {
	for shown = len(row); shown > 0; shown-- {
		if room := width - l.moreWidth(len(row)-shown); !l.cramped(row[:shown], room) {
			return shown, l.nameRoom(row[:shown], room)
		}
	}
	for shown = len(row); l.drops(row[:shown], width-l.moreWidth(len(row)-shown)); shown-- {
		continue
	}
	return shown, 0
}

// place sets a row of the legend flush right between left and right. Names are
// shortened to fit; entries that still do not are counted. The lines beside them have
// the curves' colours.
func (l *legend) place(row []entry, left, right, y float32) {
	shown, names := l.named(row, right-left)
	x := right
	if hidden := len(row) - shown; hidden > 0 {
		x -= l.moreWidth(hidden)
		l.names.put(more(hidden), fyne.NewPos(x+2*gap, y), theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{})
	}
	for i := len(row) - 1; i >= 0; i-- {
		e := row[i]
		if i >= shown {
			e.value.Hide()
			setSample(e.sample, 0, 0, true)
			continue
		}
		x -= l.fixed(e) + min(nameWidth(e), names)
		l.placeEntry(e, x, y, names)
	}
}

func (l *legend) placeEntry(e entry, x, y, names float32) {
	colour, plain := theme.Current(fynetheme.ColorNameForeground), fyne.TextStyle{}
	x += 2 * gap
	setSample(e.sample, x, y+lineHeight()/2, false)
	x += sampleWidth + gap/2
	l.names.put(elideName(e.name, e.own, names, plain), fyne.NewPos(x, y), colour, plain)
	x += min(nameWidth(e), names) + gap
	size := e.value.MinSize()
	e.value.Resize(fyne.NewSize(size.Width, lineHeight()))
	e.value.Move(fyne.NewPos(x, y))
	e.value.Show()
	if s := l.suffix(e); s != "" {
		l.names.put(s, fyne.NewPos(x+size.Width, y), theme.Current(fynetheme.ColorNamePlaceHolder), plain)
	}
}

// nameRoom is the longest that a name of entries may be for all to fit into width:
// short names leave their room to the others.
func (l *legend) nameRoom(row []entry, width float32) float32 {
	n := len(row)
	long := make([]float32, 0, n)
	for _, e := range row {
		width -= l.fixed(e)
		long = append(long, nameWidth(e))
	}
	room := width / float32(max(n, 1))
	for {
		var taken float32
		rest := 0
		for _, w := range long {
			if w <= room {
				taken += w
			} else {
				rest++
			}
		}
		if rest == 0 {
			return width
		}
		next := (width - taken) / float32(rest)
		if next <= room+0.5 {
			return room
		}
		room = next
	}
}

func more(n int) string { return "+" + strconv.Itoa(n) }

func (l *legend) moreWidth(n int) float32 {
	if n == 0 {
		return 0
	}
	return measure(more(n), fyne.TextStyle{}).Width + 2*gap
}

// setSample draws a piece of the curve's line, in three dashes where it is
// dashed.
func setSample(sample []*canvas.Line, x, y float32, hidden bool) {
	n := float32(len(sample))
	blank := float32(3)
	dash := (sampleWidth - (n-1)*blank) / n
	for i, line := range sample {
		from := x + float32(i)*(dash+blank)
		line.Position1, line.Position2 = fyne.NewPos(from, y), fyne.NewPos(from+dash, y)
		line.Hidden = hidden
		line.Refresh()
	}
}

// setTime shows the values at the playhead or, while the mouse is over a plot, those
// of the samples nearest to the cursor, in another colour.
func (l *legend) setTime(p *Pane) {
	value, colour := func(c Curve) (float64, bool) {
		v, _, ok := c.Latest(p.stack.playhead)
		return v, ok
	}, fynetheme.ColorNameForeground
	if at := p.stack.pointer; at != nil {
		t, pixel := at.pane.timeAt(at.at), p.pixel()
		value, colour = func(c Curve) (float64, bool) {
			_, _, v, ok := c.nearby(t, pixel)
			return v, ok
		}, fynetheme.ColorNamePrimary
	}
	for _, e := range l.entries {
		text := none
		if v, ok := value(e.curve); ok {
			axis := &p.axes[p.sides[e.place]]
			text = e.curve.fitted(v, finer(e.step, e.exact, axis.lo, axis.hi), e.chars)
		}
		e.value.SetColour(colour)
		e.value.SetText(text)
	}
}

func (l *legend) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	for _, e := range l.entries {
		for _, line := range e.sample {
			to = append(to, line)
		}
		to = append(to, e.value)
	}
	return l.names.objects(to)
}
