package plot

import (
	"maps"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/decode/flight"
	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// Moved is by how much the person moved a log on the timeline, later if it is
// positive.
func (s *Stack) Moved(l *flight.Log) time.Duration { return s.moved[l] }

// MoveLog moves the curves of a log on the timeline, to so much after where they
// were laid, on behalf of the person. It can be undone.
func (s *Stack) MoveLog(l *flight.Log, to time.Duration) {
	if l == nil || s.moved[l] == to {
		return
	}
	s.record("")
	s.moveLog(l, to)
	s.tellMoved(l)
}

// MoveLogsBack takes back all moves of logs, as one change.
func (s *Stack) MoveLogsBack() {
	if len(s.moved) == 0 {
		return
	}
	s.record("")
	for l := range maps.Clone(s.moved) {
		s.moveLog(l, 0)
		s.tellMoved(l)
	}
}

func (s *Stack) moveLog(l *flight.Log, to time.Duration) {
	moved := maps.Clone(s.moved) // states to go back to keep theirs
	if moved == nil {
		moved = map[*flight.Log]time.Duration{}
	}
	moved[l] = to
	if to == 0 {
		delete(moved, l)
	}
	s.moved = moved
	s.applyMoves()
}

// applyMoves puts the curves where their logs lie.
func (s *Stack) applyMoves() {
	for _, p := range s.panes {
		if p.applyMoves() {
			p.version++
		}
	}
	s.arrange()
}

// applyMoves reports whether a curve lies elsewhere than before.
func (p *Pane) applyMoves() bool {
	changed := false
	for i := range p.curves {
		c := &p.curves[i]
		later := p.stack.moved[c.Laid]
		changed = changed || c.later != later
		c.later = later
	}
	if changed && p.renderer != nil {
		for i := range p.renderer.legend.entries {
			p.renderer.legend.entries[i].curve.later = p.curves[i].later
		}
	}
	return changed
}

// tellMoved says that a log was moved, or moved back.
func (s *Stack) tellMoved(l *flight.Log) {
	s.measure()
	if s.OnMoved != nil {
		s.OnMoved(l, s.moved[l])
	}
}

// restoreMoves goes back to the moves of another state.
func (s *Stack) restoreMoves(to map[*flight.Log]time.Duration) {
	before := s.moved
	s.moved = to
	s.applyMoves()
	for l := range maps.Keys(before) {
		if to[l] != before[l] {
			s.tellMoved(l)
		}
	}
	for l := range maps.Keys(to) {
		if _, ok := before[l]; !ok {
			s.tellMoved(l)
		}
	}
}

// laying is a drag that moves a log.
type laying struct {
	log    *flight.Log // nil where there is none to move
	before time.Duration
}

// wantsToLay says whether keys that are held make a drag move a log. Many desktops
// keep Alt with a drag for themselves.
func wantsToLay(held fyne.KeyModifier) bool {
	const other = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	return held&fyne.KeyModifierAlt != 0 || held&other == other
}

// beginLaying takes hold of the log that the nearest curve belongs to.
func (s *Stack) beginLaying(p *Pane, ev *desktop.MouseEvent) laying {
	c := p.laidAt(ev.Position)
	if c == nil {
		s.say([]string{"These curves are of the log that tells the time.", "Curves of another log can be moved."}, p, ev.Position)
		return laying{}
	}
	s.tellLaying(c.Laid, p, ev.Position)
	return laying{c.Laid, s.moved[c.Laid]}
}

// laidAt is the curve of a log beside the first that is nearest to a place of the
// plot; nil where the pane has none.
func (p *Pane) laidAt(at fyne.Position) *Curve {
	pos, size := p.renderer.plot()
	t, least := p.timeAt(at), math.Inf(1)
	var found *Curve
	for i := range p.curves {
		c := &p.curves[i]
		if c.Laid == nil {
			continue
		}
		away := float64(farAway)
		if _, _, v, ok := c.nearest(t); ok {
			away = math.Abs(p.viewBy(p.sides[i]).Y(v, float64(size.Height)) - float64(at.Y-pos.Y))
		}
		if away < least {
			found, least = c, away
		}
	}
	return found
}

// farAway is the distance of a curve without samples, in units.
const farAway = 1e9

func (s *Stack) dragLaying(ev *fyne.DragEvent) {
	d := &s.drag
	if d.laying.log == nil {
		return
	}
	if !d.moved {
		s.record("")
	}
	_, size := d.pane.renderer.plot()
	by := float64(ev.AbsolutePosition.X-d.at.X) / float64(max(size.Width, 1)) * float64(s.to-s.from)
	s.hideCursor()
	s.moveLog(d.laying.log, d.laying.before+time.Duration(by))
	s.tellLaying(d.laying.log, d.pane, ev.Position)
}

func (s *Stack) endLaying(d drag) {
	s.hideCursor()
	if d.laying.log != nil && d.moved {
		s.tellMoved(d.laying.log)
	}
}

// CancelDrag puts a log that is being dragged back to where it was; it reports
// false where none is.
func (s *Stack) CancelDrag() bool {
	d := s.drag
	if d.kind != dragLaying {
		return false
	}
	s.drag = drag{}
	s.hideCursor()
	if d.laying.log != nil && d.moved {
		s.moveLog(d.laying.log, d.laying.before)
		s.history.undo = s.history.undo[:max(0, len(s.history.undo)-1)]
	}
	return true
}

// tellLaying says beside the pointer where a log lies.
func (s *Stack) tellLaying(l *flight.Log, p *Pane, at fyne.Position) {
	if s.TellMove != nil {
		s.say(s.TellMove(l, s.moved[l]), p, at)
	}
}

// say shows lines beside a place of a pane.
func (s *Stack) say(text []string, p *Pane, at fyne.Position) {
	if s.renderer == nil {
		return
	}
	var lines []readoutLine
	for _, line := range text {
		lines = append(lines, readoutLine{line, theme.Current(fynetheme.ColorNameForeground)})
	}
	s.renderer.readout.show(lines, s.placeOf(p).Add(at), s.Size())
	s.repaint()
}

// Replace shows other curves in place of those of a series, wherever these are
// shown or undo would bring them back.
func (s *Stack) Replace(curves map[*raster.Series]Curve) {
	swap := func(in []Curve) ([]Curve, bool) {
		out, changed := slices.Clone(in), false
		for i, c := range out {
			if by, ok := curves[c.Series]; ok {
				out[i], changed = by, true
			}
		}
		return out, changed
	}
	for _, list := range [][]state{s.history.undo, s.history.redo} {
		for _, st := range list {
			for i := range st.panes {
				st.panes[i].curves, _ = swap(st.panes[i].curves)
			}
		}
	}
	for _, p := range s.panes {
		if out, changed := swap(p.curves); changed {
			p.setCurves(out)
		}
	}
	s.Refresh()
}
