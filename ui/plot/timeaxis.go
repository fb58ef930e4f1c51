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

// placeTimes writes the time axis below the plots: at its left whose time
// it is, then the ticks. What would lie on another label is left out.
func (r *stackRenderer) placeTimes() {
	r.axis.begin()
	defer r.axis.end()
	s := r.stack
	if len(s.panes) == 0 || s.panes[0].renderer == nil || s.Size().IsZero() {
		return
	}
	pos, size := s.panes[0].renderer.plot()
	row := timeRow{labels: &r.axis, y: s.Size().Height - r.times() + gap/2}
	x := func(t time.Duration) float32 { return pos.X + float32(s.panes[0].view().X(t, float64(size.Width))) }
	head := s.timeHead()
	width := measure(head, fyne.TextStyle{}).Width
	if at := max(pos.X-1.5*gap-width, 0); s.clock == nil {
		r.axis.put(head, fyne.NewPos(at, row.y), theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{})
	} else {
		row.put(head, at)
	}
	for _, tick := range s.panes[0].renderer.timeTicks { // those of its grid
		width := measure(tick.Label, fyne.TextStyle{}).Width
		row.put(tick.Label, min(max(x(tick.At)-width/2, pos.X), s.Size().Width-width-1))
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
	labels *texts
	y      float32
	taken  [][2]float32
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
	row.labels.put(text, fyne.NewPos(x, row.y), theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{})
	return true
}
