package plot

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/ui/popup"
)

// offerBytes opens a menu of the samples nearest in time to a place on the plot:
// each leads to the bytes it came from.
func (p *Pane) offerBytes(ev *desktop.MouseEvent) {
	canvas := fyne.CurrentApp().Driver().CanvasForObject(p)
	items := p.byteItems(p.timeAt(ev.Position))
	if canvas != nil && len(items) > 0 {
		popup.Show(fyne.NewMenu("", items...), canvas, ev.AbsolutePosition, p.stack.pressAt)
	}
}

// byteItems are the entries of that menu for log time t.
func (p *Pane) byteItems(t time.Duration) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range p.curves {
		i, at, value, ok := c.nearby(t, p.pixel())
		if !ok || c.Bytes == nil || p.stack.OnBytes == nil {
			continue
		}
		label := "Show Bytes of " + c.Name + " = " + c.sample(value) + " at " + p.stack.timeText(at, sampleResolution(p.pixel()))
		items = append(items, fyne.NewMenuItem(label, func() { p.stack.OnBytes(c.Laid, c.Bytes(i)) }))
	}
	return items
}
