// Package hex is the Bytes panel: the bytes of a log as numbers and as text, with
// what each of them is. Only what is seen is looked up and drawn, so that the
// size of a log does not matter.
package hex

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/bytemap"
	"postflight/ui/panel"
	"postflight/ui/theme"
)

// Source gives bytes. Slice gives n of them from an offset on, or those there
// are; they are only read, until the next call.
type Source interface {
	Size() int64
	Slice(offset int64, n int) []byte
}

// Annotator says what bytes are; [bytemap.Map] does.
type Annotator interface {
	Annotate(from, to int64) []bytemap.Region
	At(offset int64) bytemap.Place
}

// Data is bytes in memory as a source.
type Data []byte

// Size is the number of bytes.
func (d Data) Size() int64 { return int64(len(d)) }

// Slice gives a part of the bytes, not a copy.
func (d Data) Slice(offset int64, n int) []byte {
	if offset < 0 || offset >= d.Size() || n <= 0 {
		return nil
	}
	end := min(offset+int64(n), d.Size())
	return d[offset:end:end]
}

// Panel shows bytes. Its methods belong to the UI goroutine.
type Panel struct {
	widget.BaseWidget

	// OnByte is called with the offset of a byte that the person chooses.
	OnByte func(offset int64)

	view  *view
	entry *panel.Entry
	lines *status
}

// New makes a panel that shows nothing yet.
func New() *Panel {
	p := &Panel{entry: panel.NewEntry("Go to byte, 1234 or 0x4d2"), lines: newStatus()}
	p.view = newView(p)
	p.entry.OnSubmitted = p.goTo
	p.ExtendBaseWidget(p)
	p.tell()
	return p
}

// SetSource replaces the bytes; nil shows none. Nothing is selected then.
func (p *Panel) SetSource(s Source, a Annotator) {
	v := p.view
	v.source, v.notes = s, a
	v.top, v.from, v.to, v.cursor, v.hover, v.asked = 0, 0, 0, -1, -1, -1
	v.raster.Refresh()
	p.tell()
}

// ShowBytes selects length bytes from an offset on, brings them into view and says
// what the first of them is. It does not call OnByte.
func (p *Panel) ShowBytes(offset, length int64) {
	v := p.view
	if v.source == nil || v.size() == 0 {
		return
	}
	offset = min(max(offset, 0), v.size()-1)
	v.from, v.to = offset, min(offset+max(length, 1), v.size())
	v.cursor = offset
	v.reveal(offset, v.to-1)
	v.raster.Refresh()
	p.tell()
}

// Selected is the span that is outlined; empty where none is.
func (p *Panel) Selected() (offset, length int64) { return p.view.from, p.view.to - p.view.from }

// Chosen is the byte that the cursor is on; -1 where there is none.
func (p *Panel) Chosen() int64 { return p.view.cursor }

// Said is what the lines below the bytes say.
func (p *Panel) Said() [3]string { return p.lines.full }

// BytesArea is where on the canvas the bytes lie.
func (p *Panel) BytesArea() (fyne.Position, fyne.Size) {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(p.view), p.view.Size()
}

// Focus gives the keyboard to the line for an offset.
func (p *Panel) Focus() { p.entry.Focus() }

func (p *Panel) chosen(offset int64) {
	p.tell()
	if p.OnByte != nil {
		p.OnByte(offset)
	}
}

// tell says what the byte under the mouse is, else the chosen one.
func (p *Panel) tell() {
	at := p.view.hover
	if at < 0 {
		at = p.view.cursor
	}
	switch {
	case p.view.source == nil:
		p.lines.show([3]string{"No log is open."})
	case at < 0:
		p.lines.show([3]string{panel.Count(p.view.size()) + " bytes", "Click a byte to see what it is."})
	default:
		p.lines.show(p.view.notes.At(at).Lines())
	}
}

// goTo chooses the byte whose offset was typed.
func (p *Panel) goTo(text string) {
	if p.view.source == nil {
		return
	}
	offset, err := parseOffset(text)
	if err == nil && offset >= p.view.size() {
		err = fmt.Errorf("the log has %s bytes, the last one is %d", panel.Count(p.view.size()), p.view.size()-1)
	}
	if err != nil {
		p.lines.show([3]string{"", err.Error()})
		return
	}
	p.view.reveal(offset, offset)
	p.view.choose(offset)
}

// parseOffset reads 1234, 1,234 or 0x4d2.
func parseOffset(text string) (int64, error) {
	clean := strings.NewReplacer(",", "", " ", "", "_", "").Replace(text)
	offset, err := strconv.ParseInt(clean, 0, 64)
	if digits, hex := strings.CutPrefix(strings.ToLower(clean), "0x"); hex {
		offset, err = strconv.ParseInt(digits, 16, 64)
	} else if err != nil || strings.HasPrefix(clean, "0") {
		offset, err = strconv.ParseInt(clean, 10, 64)
	}
	if err != nil || offset < 0 {
		return 0, fmt.Errorf("%q is no offset: expected 1234 or 0x4d2", text)
	}
	return offset, nil
}

// CreateRenderer is part of Fyne's widget contract.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewBorder(p.entry, p.lines, nil, nil, p.view))
}

// status is lines of text, each cut to the room there is.
type status struct {
	widget.BaseWidget
	full  [3]string
	texts [3]*canvas.Text
}

func newStatus() *status {
	s := &status{}
	for i := range s.texts {
		s.texts[i] = canvas.NewText("", color.Transparent)
	}
	s.ExtendBaseWidget(s)
	return s
}

func (s *status) show(lines [3]string) {
	if s.full != lines {
		s.full = lines
		s.Refresh()
	}
}

// CreateRenderer is part of Fyne's widget contract.
func (s *status) CreateRenderer() fyne.WidgetRenderer { return &statusRenderer{s} }

type statusRenderer struct{ s *status }

func (r *statusRenderer) line() float32 {
	return fyne.MeasureText("Xg", fynetheme.CaptionTextSize(), fyne.TextStyle{}).Height
}

func (r *statusRenderer) Layout(size fyne.Size) {
	pad := fynetheme.Size(fynetheme.SizeNameInnerPadding)
	for i, t := range r.s.texts {
		t.TextSize = fynetheme.CaptionTextSize()
		t.Color = theme.Current(fynetheme.ColorNamePlaceHolder)
		if i == 1 {
			t.Color = theme.Current(fynetheme.ColorNameForeground)
		}
		t.Text = panel.Elide(r.s.full[i], size.Width-2*pad, t.TextSize, t.TextStyle)
		t.Move(fyne.NewPos(pad, pad/2+float32(i)*r.line()))
		t.Resize(t.MinSize())
	}
}

func (r *statusRenderer) MinSize() fyne.Size {
	return fyne.NewSize(160, 3*r.line()+fynetheme.Size(fynetheme.SizeNameInnerPadding))
}

func (r *statusRenderer) Refresh() {
	r.Layout(r.s.Size())
	for _, t := range r.s.texts {
		t.Refresh()
	}
}

func (r *statusRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.texts[0], r.s.texts[1], r.s.texts[2]}
}

func (r *statusRenderer) Destroy() {}
