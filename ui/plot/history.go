package plot

import (
	"time"

	"postflight/decode/flight"
	"postflight/ui/plot/raster"
)

const (
	// historyDepth is how many changes can be undone.
	historyDepth = 100
	// oneChange is the pause below which changes of the same kind are undone
	// together: the notches of a wheel are one zoom.
	oneChange = 800 * time.Millisecond
)

// history is what the person changed: states of the stack before each change.
type history struct {
	undo, redo []state
	kind       string // of the last change
	at         time.Time
	now        func() time.Time

	together int  // calls of Together under way
	recorded bool // in these
}

// state is all that undo brings back.
type state struct {
	panes  []paneState
	view   Range
	viewed bool
	moved  map[*flight.Log]time.Duration
}

type paneState struct {
	pane   *Pane
	title  string
	curves []Curve
	axes   [2]axis
	weight float32
}

func (h *history) clear() { h.undo, h.redo, h.kind = nil, nil, "" }

// record notes the state before a change by the person. Those of one kind that
// come quickly after each other are one change; "" is a kind of its own each time.
func (s *Stack) record(kind string) {
	h := &s.history
	now := h.now()
	if h.together > 0 && h.recorded {
		return
	}
	h.recorded = true
	together := kind != "" && kind == h.kind && now.Sub(h.at) < oneChange
	h.kind, h.at = kind, now
	if together {
		return
	}
	h.undo, h.redo = append(h.undo, s.state()), nil
	if len(h.undo) > historyDepth {
		h.undo = append(h.undo[:0], h.undo[1:]...)
	}
}

// Together makes all that do changes one step of undo.
func (s *Stack) Together(do func()) {
	h := &s.history
	if h.together == 0 {
		h.recorded = false
	}
	h.together++
	defer func() { h.together-- }()
	do()
}

// CanUndo reports whether Undo would change something.
func (s *Stack) CanUndo() bool { return len(s.history.undo) > 0 }

// CanRedo reports whether Redo would change something.
func (s *Stack) CanRedo() bool { return len(s.history.redo) > 0 }

// Undo takes back the last change of panes or view that the person made.
func (s *Stack) Undo() { s.restore(&s.history.undo, &s.history.redo) }

// Redo makes again what was undone last.
func (s *Stack) Redo() { s.restore(&s.history.redo, &s.history.undo) }

func (s *Stack) restore(from, to *[]state) {
	n := len(*from)
	if n == 0 {
		return
	}
	next := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, s.state())
	s.history.kind = ""
	s.apply(next)
}

func (s *Stack) state() state {
	st := state{view: Range{s.from, s.to}, viewed: s.viewed, moved: s.moved}
	for _, p := range s.panes {
		st.panes = append(st.panes, paneState{p, p.title, p.Curves(), p.axes, p.weight})
	}
	return st
}

func (s *Stack) apply(st state) {
	before := Range{s.from, s.to}
	built := s.pyramids()
	var panes []*Pane
	for _, was := range st.panes {
		p := was.pane
		for i, c := range was.curves {
			if c.Pyramid == nil {
				was.curves[i].Pyramid = built[c.Series]
			}
		}
		p.title, p.weight = was.title, was.weight
		if !sameCurves(p.curves, was.curves) {
			p.setCurves(was.curves)
		}
		p.axes = was.axes
		panes = append(panes, p)
	}
	s.from, s.to, s.viewed = st.view.From, st.view.To, st.viewed
	s.setPanes(panes)
	s.restoreMoves(st.moved)
	s.tellView(before)
	s.tellPanes()
}

// pyramids are those built since: old states do not know them.
func (s *Stack) pyramids() map[*raster.Series]*raster.Pyramid {
	built := map[*raster.Series]*raster.Pyramid{}
	for _, p := range s.panes {
		for _, c := range p.curves {
			if c.Pyramid != nil {
				built[c.Series] = c.Pyramid
			}
		}
	}
	return built
}

func sameCurves(a, b []Curve) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].same(b[i]) {
			return false
		}
	}
	return true
}
