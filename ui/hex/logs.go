package hex

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/panel"
)

// Log is one log whose bytes can be shown.
type Log struct {
	Name  string
	Data  []byte // only read
	Notes Annotator
}

// spot is where in a log the person left.
type spot struct{ top, from, to, cursor int64 }

var nowhere = spot{cursor: -1}

// SetLogs replaces what can be shown and shows the first. Nothing is selected
// then. Where there are several a line above the bytes names the one that is
// shown, and chooses.
func (p *Panel) SetLogs(logs ...Log) {
	p.logs, p.log, p.left = logs, 0, make([]spot, len(logs))
	names := make([]string, len(logs))
	for i, l := range logs {
		names[i], p.left[i] = l.Name, nowhere
	}
	p.view.data, p.view.notes = nil, nil
	p.chooser.Hidden = len(logs) < 2
	p.chooser.ClearSelected()
	p.chooser.SetOptions(names)
	if len(logs) > 0 {
		p.show(0, nowhere)
		p.chooser.SetSelectedIndex(0)
	} else {
		p.tell()
	}
	p.Refresh()
}

// ShowLog shows the log of a number, where it was left.
func (p *Panel) ShowLog(number int) {
	if number < 0 || number >= len(p.logs) || number == p.log {
		return
	}
	v := p.view
	p.left[p.log] = spot{v.top, v.from, v.to, v.cursor}
	p.show(number, p.left[number])
	p.chooser.SetSelectedIndex(number)
}

// Shown is the number of the log whose bytes are shown; 0 where there is none.
func (p *Panel) Shown() int { return p.log }

func (p *Panel) show(number int, at spot) {
	p.log = number
	v := p.view
	v.data, v.notes = p.logs[number].Data, p.logs[number].Notes
	v.top, v.from, v.to, v.cursor, v.hover, v.asked = at.top, at.from, at.to, at.cursor, -1, -1
	v.raster.Refresh()
	p.tell()
}

// chooser names the log that is shown. With the keyboard it keeps the arrows up and
// down, which list the logs, and hands all other keys to the window.
type chooser struct{ widget.Select }

func newChooser(p *Panel) *chooser {
	c := &chooser{}
	c.OnChanged = func(string) { p.ShowLog(c.SelectedIndex()) }
	c.ExtendBaseWidget(c)
	c.Hide()
	return c
}

// TypedKey is part of Fyne's contract for what takes the keyboard.
func (c *chooser) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		c.Select.TypedKey(e)
	case fyne.KeyEscape:
		panel.Release(c, nil)
	default:
		panel.HandKey(c, e)
	}
}

// TypedRune is part of Fyne's contract for what takes the keyboard.
func (c *chooser) TypedRune(r rune) { panel.HandRune(c, r) }
