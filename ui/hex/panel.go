// Package hex is the Bytes panel: the bytes of a log as numbers and as text, with
// what each of them is. Only what is seen is looked up and drawn, so that the
// size of a log does not matter.
package hex

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/bytemap"
	"postflight/ui/panel"
)

// Annotator says what bytes are; [bytemap.Map] does.
type Annotator interface {
	Annotate(from, to int64) []bytemap.Region
	At(offset int64) bytemap.Place
}

// Panel shows bytes. Its methods belong to the UI goroutine.
type Panel struct {
	widget.BaseWidget

	// OnByte is called with what a byte is that the person chooses.
	OnByte func(at bytemap.Place)

	logs    []Log
	log     int // number of the one that is shown
	left    []spot
	view    *view
	entry   *panel.Entry
	chooser *chooser
	lines   *status
}

// New makes a panel that shows nothing yet.
func New() *Panel {
	p := &Panel{entry: panel.NewEntry("Go to byte, 1234 or 0x4d2"), lines: newStatus()}
	p.view = newView(p)
	p.entry.OnSubmitted = p.goTo
	p.chooser = newChooser(p)
	p.ExtendBaseWidget(p)
	p.tell()
	return p
}

// ShowBytes selects length bytes from an offset on, brings them into view and says
// what the first of them is. It does not call OnByte.
func (p *Panel) ShowBytes(offset, length int64) {
	v := p.view
	if v.size() == 0 {
		return
	}
	offset = min(max(offset, 0), v.size()-1)
	v.from, v.to = offset, min(offset+max(length, 1), v.size())
	v.cursor, v.hover = offset, -1
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

// FocusBytes gives the keyboard to the bytes.
func (p *Panel) FocusBytes() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(p.view); c != nil {
		c.Focus(p.view)
	}
}

// Focus gives the keyboard to the line for an offset.
func (p *Panel) Focus() { p.entry.Focus() }

func (p *Panel) chosen(offset int64) {
	p.tell()
	if p.OnByte != nil {
		p.OnByte(p.view.notes.At(offset))
	}
}

// tell says what the byte under the mouse is, else the chosen one. A mark that
// moves is told of until the mouse moves again.
func (p *Panel) tell() {
	at := p.view.hover
	if at < 0 {
		at = p.view.cursor
	}
	switch {
	case p.view.notes == nil:
		p.lines.show([3]string{"No log is open."})
	case at < 0:
		p.lines.show([3]string{panel.Count(p.view.size()) + " bytes", "Click a byte to see what it is."})
	default:
		p.lines.show(p.view.notes.At(at).Lines())
	}
}

// goTo chooses the byte whose offset was typed.
func (p *Panel) goTo(text string) {
	if p.view.notes == nil {
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
	return widget.NewSimpleRenderer(container.NewBorder(container.NewVBox(p.chooser, p.entry), container.NewVBox(p.lines, newLegend()), nil, nil, p.view))
}
