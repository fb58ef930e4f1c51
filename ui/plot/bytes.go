package plot

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/plot/raster"
)

// offerBytes opens a menu of the samples nearest in time to a place on the plot:
// each leads to the bytes it came from.
func (p *Pane) offerBytes(ev *desktop.MouseEvent) {
	canvas := fyne.CurrentApp().Driver().CanvasForObject(p)
	items := p.byteItems(p.timeAt(ev.Position))
	if canvas != nil && len(items) > 0 {
		widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), canvas, ev.AbsolutePosition)
	}
}

// byteItems are the entries of that menu for log time t.
func (p *Pane) byteItems(t time.Duration) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range p.curves {
		i, ok := c.Series.Nearest(t)
		if !ok || c.Bytes == nil || p.stack.OnBytes == nil {
			continue
		}
		at, value := c.Series.At(i)
		text := raster.FormatValue(value, 0.001)
		if c.Unit != "" {
			text += " " + c.Unit
		}
		label := "Show Bytes of " + c.Name + " = " + text + " at " + raster.FormatTime(at, time.Millisecond)
		items = append(items, fyne.NewMenuItem(label, func() { p.stack.OnBytes(c.Bytes(i)) }))
	}
	return items
}
