package plot

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// closeText is the cross that removes the pane.
const closeText = "×"

// closeAt is where the cross stands, and its size.
func (r *paneRenderer) closeAt() (fyne.Position, fyne.Size) {
	size := measure(closeText, bold)
	pos, plot := r.plot()
	return fyne.NewPos(pos.X+plot.Width-size.Width-r.apart(), gap/2), size
}

// apart is what keeps title and cross off the units of two axes.
func (r *paneRenderer) apart() float32 {
	if r.pane.axes[right].used {
		return gap
	}
	return 0
}

func (r *paneRenderer) inClose(at fyne.Position) bool {
	pos, size := r.closeAt()
	return at.X >= pos.X-gap/2 && at.X <= pos.X+size.Width+gap/2
}

// placeHeader writes the title with the shared unit, the cross, and the legend
// in what room that leaves.
func (r *paneRenderer) placeHeader(pos fyne.Position, size fyne.Size) {
	title := r.pane.title
	if unit := r.legend.unit; unit != "" {
		title += " (" + unit + ")"
	}
	end, cross := r.closeAt()
	pos.X += r.apart()
	width := max(size.Width-cross.Width-gap-2*r.apart(), 0)
	wanted := measure(title, bold).Width
	room := max(width-r.legend.width(), width/3)
	title = elide(title, room, bold)
	r.header.begin()
	r.header.put(title, fyne.NewPos(pos.X, gap/2), theme.Current(fynetheme.ColorNameForeground), bold)
	r.header.put(closeText, end, theme.Current(fynetheme.ColorNamePlaceHolder), bold)
	r.header.end()
	from := pos.X + min(wanted, room) + 2*gap
	r.legend.place(from, pos.X+width, gap/2)
	r.legend.setTime(r.pane)
}
