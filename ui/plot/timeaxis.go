package plot

import (
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// timeLabels is how many time labels have room in width.
func (s *Stack) timeLabels(width float32) int {
	n := 8
	for range 2 {
		step := raster.TimeStep(s.from, s.to, n)
		label := raster.FormatTime(s.to, step)
		if s.clock != nil {
			label = s.clock.format(int64(s.to), step)
		}
		n = max(int(width/(measure(label, fyne.TextStyle{}).Width*1.8+1)), 1)
	}
	return n
}

// placeTimes writes the time axis below the lowest plot: at its left whose time
// it is, then the ticks. What would lie on another label is left out.
func (r *paneRenderer) placeTimes(pos fyne.Position, size fyne.Size) {
	s := r.pane.stack
	row := timeRow{r: r, pos: fyne.NewPos(pos.X, pos.Y+size.Height+gap/2)}
	x := func(t time.Duration) float32 { return pos.X + float32(r.pane.view().X(t, float64(size.Width))) }
	head := s.timeHead()
	width := measure(head, fyne.TextStyle{}).Width
	if at := max(pos.X-1.5*gap-width, 0); s.clock == nil {
		r.labels.put(head, fyne.NewPos(at, row.pos.Y), theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{})
	} else {
		row.put(head, at)
	}
	for _, tick := range r.timeTicks {
		width := measure(tick.Label, fyne.TextStyle{}).Width
		row.put(tick.Label, min(max(x(tick.At)-width/2, pos.X), r.pane.Size().Width-width-1))
	}
	if s.clock == nil || head == s.clock.Name+" not known" {
		return
	}
	for _, u := range s.clock.unknown(s.from, s.to) {
		for _, note := range []string{s.clock.Name + " not known", "not known", "?"} {
			width := measure(note, fyne.TextStyle{}).Width
			if x(u.To)-x(u.From) > width && row.put(note, (x(u.From)+x(u.To)-width)/2) {
				break
			}
		}
	}
}

// timeRow is the labels of a time axis, none of which lies on another.
type timeRow struct {
	r     *paneRenderer
	pos   fyne.Position
	taken [][2]float32
}

// put writes text from x on; it reports false where there is no room.
func (row *timeRow) put(text string, x float32) bool {
	end := x + measure(text, fyne.TextStyle{}).Width
	for _, t := range row.taken {
		if x < t[1]+gap && end+gap > t[0] {
			return false
		}
	}
	row.taken = append(row.taken, [2]float32{x, end})
	row.r.labels.put(text, fyne.NewPos(x, row.pos.Y), theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{})
	return true
}
