package flight

import (
	"fmt"
	"slices"
)

// CheckTiling reports the first byte of the file that is accounted for not at
// all or twice. File header, record headers, stamps, frames and damage cover each
// byte exactly once; a damaged record header counts as damage alone.
func (l *Log) CheckTiling() error {
	var spans []Span
	add := func(s Span) {
		if s.Length != 0 {
			spans = append(spans, s)
		}
	}
	add(Span{0, l.Records.Preamble})
	damaged := map[int64]bool{}
	for i := range l.Damage {
		d := &l.Damage[i]
		if d.Length <= 0 {
			return fmt.Errorf("damage at offset %d is %d bytes long", d.Offset, d.Length)
		}
		damaged[d.Offset] = true
		spans = append(spans, d.Span)
		add(d.LeadSpan())
	}
	for _, at := range l.Records.Offset {
		if !damaged[at] {
			add(Span{at, l.Records.Head})
		}
	}
	for i := range l.Frames.Len() {
		add(l.LeadOf(i))
		for _, s := range l.Pieces(i) {
			add(s)
		}
	}
	slices.SortFunc(spans, func(a, b Span) int { return int(a.Offset - b.Offset) })
	at := int64(0)
	for _, s := range spans {
		if s.Offset != at {
			return fmt.Errorf("offset %d: covered up to there, then from %d on for %d bytes", at, s.Offset, s.Length)
		}
		at = s.End()
	}
	if at != l.Size() {
		return fmt.Errorf("covered up to offset %d of %d", at, l.Size())
	}
	return nil
}
