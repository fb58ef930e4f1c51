package clock

import (
	"context"
	"slices"
	"sort"
	"time"
)

// Method is how a line is laid through pairs.
type Method string

// Methods: LowerDelay as Envelope, for pairs stamped on arrival; LeastSquares as
// Fit, for pairs whose error has no preferred sign.
const (
	LowerDelay   Method = "envelope"
	LeastSquares Method = "least-squares"
)

// Whole is how the clock of a remote lay to the host's all through an epoch: a
// line a piece, and what changed between pieces.
type Whole struct {
	Method  Method
	Pieces  []Piece  // in host time; at least one
	Changes []Change // one between each two pieces

	steps []int64 // remote time at which each piece begins, never decreasing
}

// Piece is a stretch of host time that one line describes. Pairs are named by
// their index in what NewWhole was given.
type Piece struct {
	Estimate
	From        int64 // host time from which the line holds
	First, Last int   // the earliest and the latest pair, in host time
	Rests       []int // the pairs that carry the line: those it touches, or First and Last

	points []indexed
}

// ChangeKind says what changed.
type ChangeKind string

// Kinds of changes. A Step in which the remote falls behind may as well be a
// delay that grew for good: pairs of one direction cannot tell these apart.
const (
	Step ChangeKind = "step"
	Rate ChangeKind = "rate"
)

// Change is where one piece ends and another begins.
type Change struct {
	Kind          ChangeKind
	Host          int64 // when: the next piece's From
	Before, After int   // the last pair of the piece before, the first of that after
	Offset        int64 // after - before, ns, less what was gained while time went by
	OffsetSigma   int64
	Skew          float64 // after - before, ppm; 0 where either is held
	SkewSigma     float64 // -1 where either is held
}

// NewWhole fits all pairs of one epoch, in any order; those that are not Valid
// are left out. A change is reported where the lines on both sides of it differ
// by more than ChangeSigmas; none is looked for within MinPiece of either end or
// of another change. ok is false where no pair is valid. The only error is that of the
// context.
func NewWhole(ctx context.Context, method Method, pairs []Pair) (w *Whole, ok bool, err error) {
	points := prepare(method, pairs)
	if len(points) == 0 {
		return nil, false, ctx.Err()
	}
	by := newFitting(method, pairs, points)
	cuts, err := split(ctx, by, points)
	if err != nil {
		return nil, false, err
	}
	pieces := make([]Piece, 0, len(cuts)+1)
	from := 0
	for _, until := range append(cuts, len(points)) {
		pieces = append(pieces, newPiece(by, points[from:until]))
		from = until
	}
	if by.method == LowerDelay {
		for i := range len(pieces) - 1 {
			sharpen(by, &pieces[i], &pieces[i+1])
		}
	}
	if pieces, err = merge(ctx, by, pieces); err != nil {
		return nil, false, err
	}
	settle(by, pieces)
	if pieces, err = merge(ctx, by, pieces); err != nil {
		return nil, false, err
	}
	w = &Whole{Method: method, Pieces: pieces}
	w.name(by)
	return w, true, nil
}

// indexed is a point and the index of its pair.
type indexed struct {
	point
	index int
}

// prepare lists what the lines go by, in host time: each pair once, or the least
// late of each slot.
func prepare(method Method, pairs []Pair) []indexed {
	all := make([]indexed, 0, len(pairs))
	for i, p := range pairs {
		if p.Valid() {
			all = append(all, indexed{pointOf(p), i})
		}
	}
	earlier := func(a, b indexed) int {
		switch {
		case a.x != b.x && a.x < b.x || a.x == b.x && a.y < b.y:
			return -1
		case a.point == b.point:
			return a.index - b.index
		default:
			return 1
		}
	}
	if !slices.IsSortedFunc(all, earlier) {
		slices.SortFunc(all, earlier)
	}
	kept := all[:0]
	for _, p := range all {
		switch last := len(kept) - 1; {
		case last >= 0 && p.point == kept[last].point:
		case last < 0 || method == LeastSquares || slotOf(p.point) != slotOf(kept[last].point):
			kept = append(kept, p)
		case lessLate(p.point, kept[last].point):
			kept[last] = p
		}
	}
	return kept
}

// name fills in what is told of the changes, and where pieces begin.
func (w *Whole) name(by fitting) {
	for i := range w.Pieces {
		p := &w.Pieces[i]
		p.From = p.points[0].x
		if i > 0 {
			c := compare(by, &w.Pieces[i-1], p)
			w.Changes = append(w.Changes, c)
			p.From = c.Host
		}
		begin := p.ToRemote(p.From)
		if i > 0 {
			begin = max(begin, w.steps[i-1], w.Pieces[i-1].ToRemote(p.From))
		}
		w.steps = append(w.steps, begin)
	}
}

// Span is the host time from the first pair that counts to the last.
func (w *Whole) Span() time.Duration {
	return time.Duration(w.Pieces[len(w.Pieces)-1].last().x - w.Pieces[0].points[0].x)
}

// At is the piece that holds at a host time: the first before all, the last
// after all.
func (w *Whole) At(host int64) *Piece { return &w.Pieces[w.at(host)] }

func (w *Whole) at(host int64) int {
	i := sort.Search(len(w.Pieces), func(i int) bool { return w.Pieces[i].From > host })
	return max(0, i-1)
}

// Residual is the offset of a pair less that of the line: its delay above the
// smallest, as a negative number, or its error.
func (w *Whole) Residual(p Pair) int64 {
	return sub(p.Offset(), w.At(p.Host).OffsetAt(p.Host))
}

// ToRemote is what the remote clock says at a host time. It never decreases as
// host increases: after a step back it stands still until it is caught up with.
func (w *Whole) ToRemote(host int64) int64 {
	i := w.at(host)
	remote := w.Pieces[i].ToRemote(host)
	if i == 0 {
		return remote
	}
	return max(remote, w.steps[i])
}

// ToHost is the host time at which the remote clock says remote. It never
// decreases as remote increases: what a step skipped is all at the step.
func (w *Whole) ToHost(remote int64) int64 {
	i := sort.Search(len(w.steps), func(i int) bool { return w.steps[i] > remote }) - 1
	i = max(0, i)
	host := w.Pieces[i].ToHost(remote)
	if i > 0 {
		host = max(host, w.Pieces[i].From)
	}
	if i+1 < len(w.Pieces) {
		host = min(host, w.Pieces[i+1].From)
	}
	return host
}
