package plot

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"postflight/decode/flight"
	"postflight/ui/plot/raster"
)

var _ fyne.Widget = (*Stack)(nil)

// Stack is panes one above the other on one time axis, with one view, one
// playhead and one cursor.
//
// The mouse in a plot: click or drag with the left button moves the playhead, or
// a measuring marker under the pointer; with Shift it sets one; with Ctrl it zooms to a box; with Alt, or
// Ctrl and Shift, it moves the log that the nearest curve of a further log is of. The wheel
// zooms time at the pointer, with Shift the pane's value axes. A drag with the
// right button pans time, with Shift values too; a click with it offers the bytes
// of the samples there. A double click fits everything.
//
// Around the plots: the border between two panes and a pane's title can be
// dragged; a click on the cross removes the pane; the right button on the title
// opens a menu. Where the panes do not have room one below the other, they scroll: by
// the bar at the right, by the wheel beside the plots, and by [Stack.ScrollPanes].
type Stack struct {
	widget.BaseWidget

	// OnSeek is called with the log time that the person moves the playhead to.
	OnSeek func(t time.Duration)
	// OnView is called when the person changes what is seen.
	OnView func(from, to time.Duration)
	// OnSeen is called whenever what is seen changed, whoever did it.
	OnSeen func(from, to time.Duration)
	// OnPanes is called when the person changed the panes or their curves, or
	// undid that.
	OnPanes func()
	// OnBytes is called when the person asks for the bytes of a sample, with the log
	// that holds them; nil is the first one.
	OnBytes func(l *flight.Log, bytes flight.Span)
	// OnMoved is called when the person moved a log on the timeline, to so much
	// after where it was laid, or undid that.
	OnMoved func(l *flight.Log, by time.Duration)
	// TellMove says in lines where a log lies that is moved by so much.
	TellMove func(l *flight.Log, by time.Duration) []string
	// OnDrawn is called after a pane was drawn anew, with how long that took.
	OnDrawn func(took time.Duration)
	// OnMeasured is called with what is between the markers, once it is known, and with
	// nothing when there is no such stretch any more.
	OnMeasured func([]Statistic)

	panes    []*Pane
	from, to time.Duration
	viewed   bool // the view was set, rather than fitted to the data
	extent   Range
	playhead time.Duration
	crop     Range
	marks    []Mark
	moved    map[*flight.Log]time.Duration // by the person; never changed in place
	clock    *Clock                        // that times are written by; nil for log time

	marksVersion int
	gutter       float32 // left of all plots, for the value labels
	renderer     *stackRenderer

	bands      []Band
	bandPlaces map[string]int // of labels among the colours
	hidden     [layerCount]bool
	named      int // of the marks of visible layers
	following  bool
	markers    [2]*time.Duration
	measured   []Statistic // between the markers, once known
	measuring  job
	summing    job
	history    history

	gutterRight float32  // right of all plots, for the labels of second axes
	pointer     *pointer // while it is over a plot
	pan         *panning // while the right button is down
	seen        Range    // told last
	dropping    bool     // something from outside is dragged
	drag        drag     // while the left button is down
	pressed     *press   // the last one, if it moved the playhead
	exec        func(func())
	modifiers   func() fyne.KeyModifier
}

// NewStack shows panes from top to bottom; each belongs to one stack only.
func NewStack(panes ...*Pane) *Stack {
	s := &Stack{to: time.Second, exec: fyne.Do, modifiers: currentModifiers}
	s.history.now = time.Now
	s.ExtendBaseWidget(s)
	s.SetPanes(panes...)
	return s
}

func currentModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// SetExecutor sets how background work comes back to the UI goroutine; it is
// [fyne.Do] at first.
func (s *Stack) SetExecutor(exec func(func())) { s.exec = exec }

// SetPanes replaces the panes. What was done to those before cannot be undone
// any more.
func (s *Stack) SetPanes(panes ...*Pane) {
	for _, p := range s.panes {
		p.Close()
	}
	s.history.clear()
	s.moved = nil
	s.setPanes(panes)
}

// setPanes shows panes, some of which may be those shown already.
func (s *Stack) setPanes(panes []*Pane) {
	s.hideCursor()
	s.drag, s.pan = drag{}, nil
	for _, p := range s.panes {
		if !slices.Contains(panes, p) {
			p.Close()
			p.stack = nil
		}
	}
	s.panes = slices.Clone(panes)
	for i, p := range s.panes {
		p.stack, p.first = s, i == 0
		if p.applyMoves() {
			p.version++
		}
	}
	s.newData()
	s.Refresh() // arranges all
	s.measure()
}

// Panes are those shown, from top to bottom.
func (s *Stack) Panes() []*Pane { return slices.Clone(s.panes) }

// Close stops and joins the background work of all panes.
func (s *Stack) Close() {
	s.measuring.stop()
	s.summing.stop()
	for _, p := range s.panes {
		p.Close()
	}
}

// View is the stretch of log time that is seen.
func (s *Stack) View() (from, to time.Duration) { return s.from, s.to }

// SetView shows log time from to to, which must be after it. A view too short
// or too far away to be of use is corrected. OnView is not called.
func (s *Stack) SetView(from, to time.Duration) {
	from, to = s.usable(from, to)
	if s.viewed && from == s.from && to == s.to {
		return
	}
	s.from, s.to, s.viewed = from, to, true
	s.arrange()
}

// SetExtent sets the log time that the flight covers, which a fit shows. An
// empty range means that of the curves.
func (s *Stack) SetExtent(r Range) {
	s.extent = r
	s.dataChanged()
}

// Fit shows everything, on the time axis and on all value axes.
func (s *Stack) Fit() {
	s.freeAxes()
	s.from, s.to = s.whole()
	s.viewed = false
	s.arrange()
}

// SetPlayhead moves the playhead to log time t. OnSeek is not called.
func (s *Stack) SetPlayhead(t time.Duration) {
	if t == s.playhead {
		return
	}
	s.playhead = t
	s.follow()
	for _, p := range s.panes {
		if p.renderer != nil {
			p.renderer.placePlayhead()
			p.renderer.legend.setTime(p)
		}
	}
}

// Playhead is where SetPlayhead or the person put it.
func (s *Stack) Playhead() time.Duration { return s.playhead }

// SetMarks replaces the marks.
func (s *Stack) SetMarks(marks []Mark) {
	s.marks = sortMarks(marks)
	s.layersChanged()
}

// SetCrop shades what is outside of r; an empty range shades nothing.
func (s *Stack) SetCrop(r Range) {
	s.crop = r
	for _, p := range s.panes {
		if p.renderer != nil {
			p.renderer.placeCrop()
		}
	}
}

// whole is the log time of the flight, else of all curves.
func (s *Stack) whole() (from, to time.Duration) {
	if !s.extent.empty() {
		return s.extent.From, s.extent.To
	}
	ok := false
	for _, p := range s.panes {
		a, b, some := p.span()
		if !some {
			continue
		}
		if !ok {
			from, to, ok = a, b, true
		}
		from, to = min(from, a), max(to, b)
	}
	if to <= from {
		to = from + time.Second
	}
	return from, to
}

// dataChanged fits the view if nobody chose another, and lays out anew.
func (s *Stack) dataChanged() {
	s.newData()
	s.arrange()
	s.measure()
}

// newData takes back what depends on what the panes hold.
func (s *Stack) newData() {
	if !s.viewed {
		s.from, s.to = s.whole()
	}
	s.gutter, s.gutterRight = 0, 0
}

// arrange fits value axes and gutters to the view and places all panes. The
// gutters only grow while the data stays, so that plots do not jump.
func (s *Stack) arrange() {
	s.tellSeen()
	if s.renderer == nil {
		return
	}
	s.gutter = max(s.gutter, ceil(measure(raster.TimeUnit(s.to), fyne.TextStyle{}).Width+2*gap))
	for _, p := range s.panes {
		if p.renderer != nil && !p.Size().IsZero() {
			p.renderer.fit()
			s.gutter = max(s.gutter, ceil(p.renderer.labelWidth(left)+gap))
			if p.axes[right].used {
				s.gutterRight = max(s.gutterRight, ceil(p.renderer.labelWidth(right)))
			}
		}
	}
	s.placeAll()
	if s.pointer != nil {
		s.showCursor(s.pointer.pane, s.pointer.at)
	}
}

// placeAll lays out what the panes show, and the time axis.
func (s *Stack) placeAll() {
	for _, p := range s.panes {
		if p.renderer != nil {
			p.renderer.place()
		}
	}
	if s.renderer != nil {
		s.renderer.placeTimes()
	}
}
