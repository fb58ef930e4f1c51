package plot

import (
	"strings"

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

const (
	legendLines = 7 // of a pane's height for each row of its legend, so that names are whole
	neededLines = 6 // the same for a second row, so that none is left out
	mostRows    = 3
)

// headerRoom is the room of title and legend: where they begin, how far the title
// goes if nothing else needs its room, and where the legend must end.
func (r *paneRenderer) headerRoom() (title string, from, wanted, to float32) {
	pos, size := r.plot()
	title, _ = r.pane.names()
	if unit := r.legend.unit; unit != "" {
		title = strings.TrimSpace(title + " (" + unit + ")")
	}
	_, cross := r.closeAt()
	from = pos.X + r.apart()
	return title, from, measure(title, bold).Width, from + max(size.Width-cross.Width-gap-2*r.apart(), 0)
}

// legendRows is how many rows the legend takes: as many as it needs to be whole, if
// the pane is high enough; in a lower one two, if otherwise curves were left out.
func (r *paneRenderer) legendRows() int {
	_, from, wanted, to := r.headerRoom()
	lines := int((r.pane.Size().Height - r.laneHeight() - r.bottom()) / lineHeight())
	most := min(max(lines/legendLines, 1), mostRows)
	if room := to - from - r.titleRoom(wanted, to-from) - 2*gap; most == 1 && lines >= neededLines && r.legend.cramped(r.legend.entries, room) {
		most = 2
	}
	return len(r.legend.split(to-from-wanted-2*gap, to-from, most))
}

// titleRoom is how far a title goes that shares its line with the whole legend: where
// not even the first curve has room beside it, as far as it can.
func (r *paneRenderer) titleRoom(wanted, all float32) float32 {
	room := min(wanted, max(all-r.legend.width(), all/3))
	entries, rest := r.legend.entries, r.legend.moreWidth(len(r.legend.entries))+2*gap
	if len(entries) > 0 && r.legend.drops(entries[:1], all-room-rest) {
		return min(wanted, max(all-rest, 0))
	}
	return room
}

// placeHeader writes the title with the shared unit, the cross, and the legend in
// what room that leaves and, where that is not enough, below.
func (r *paneRenderer) placeHeader() {
	title, from, wanted, to := r.headerRoom()
	end, _ := r.closeAt()
	rows := r.legend.split(to-from-wanted-2*gap, to-from, max(r.rows, 1))
	room := min(wanted, to-from)
	if len(rows) == 1 {
		room = r.titleRoom(wanted, to-from)
	}
	r.header.begin()
	r.header.put(elide(title, room, bold), fyne.NewPos(from, gap/2), theme.Current(fynetheme.ColorNameForeground), bold)
	r.header.put(closeText, end, theme.Current(fynetheme.ColorNamePlaceHolder), bold)
	r.header.end()
	r.legend.names.begin()
	for i, row := range rows {
		left := from
		if i == 0 {
			left += room + 2*gap
		}
		r.legend.place(row, left, to, gap/2+float32(i)*lineHeight())
	}
	r.legend.names.end()
	r.legend.setTime(r.pane)
}
