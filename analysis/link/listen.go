package link

import (
	"context"
	"slices"
	"sort"

	"postflight/analysis/foreign"
	"postflight/decode/flight"
)

// listener hears what else speaks in the junk of a log.
type listener struct {
	log        *flight.Log
	spoken     map[int]*others // by run of damage
	everywhere others
}

// listen looks through all junk. Bytes that only a record header parts are looked
// at together. The only error is that of the context.
func listen(ctx context.Context, l *flight.Log) (*listener, error) {
	n := &listener{log: l, spoken: map[int]*others{}}
	for i := 0; i < len(l.Damage); i++ {
		if l.Damage[i].Kind != flight.Junk || behind(&l.Damage[i]) {
			continue
		}
		first := i
		for i+1 < len(l.Damage) && l.Damage[i+1].Kind == flight.Junk && !behind(&l.Damage[i+1]) && !n.framesBetween(i) {
			i++
		}
		if err := n.runs(ctx, first, i); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// framesBetween reports whether frames lie between a run of damage and the next.
func (n *listener) framesBetween(damage int) bool {
	at := n.log.Frames.Offset
	from, to := n.log.Damage[damage].End(), n.log.Damage[damage+1].Offset
	k := sort.Search(len(at), func(k int) bool { return at[k] >= from })
	return k < len(at) && at[k] < to
}

// runs looks through the runs of junk from first to last.
func (n *listener) runs(ctx context.Context, first, last int) error {
	var b []byte
	starts := make([]int, 0, last-first+1)
	for i := first; i <= last; i++ {
		d := &n.log.Damage[i]
		starts = append(starts, len(b))
		if run := n.log.Data[d.Offset:d.End()]; first == last {
			b = run
		} else {
			b = append(b, run...)
		}
	}
	pieces, err := foreign.Find(ctx, b)
	if err != nil {
		return err
	}
	for _, p := range pieces {
		k, exact := slices.BinarySearch(starts, p.Offset)
		if !exact {
			k--
		}
		if n.spoken[first+k] == nil {
			n.spoken[first+k] = &others{}
		}
		n.spoken[first+k].add(p, first+k)
		n.everywhere.add(p, first+k)
	}
	return nil
}

// text is what a run of junk is in so far as it is known; empty where nothing of
// it is.
func (n *listener) text(damage int) string {
	if o := n.spoken[damage]; o != nil {
		return o.String()
	}
	return ""
}
