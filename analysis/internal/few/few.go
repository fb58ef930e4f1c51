// Package few keeps lists of findings short enough to be read, whatever a log
// holds.
package few

import (
	"fmt"
	"maps"
	"slices"

	"postflight/decode/flight"
)

// Most is how many findings of one sort stand on their own. It is more than a
// person reads, as programs read them too, and little enough that a hostile log
// does not fill the memory with them.
const Most = 1000

// List collects findings. The zero value is empty.
type List struct {
	findings []flight.Finding
	sorts    map[string]*group
}

type group struct {
	count int
	first flight.Finding // of those beyond Most
	bytes int64
}

// Add takes a finding of a sort. Of each sort the first Most stand for
// themselves and the rest become one.
func (l *List) Add(name string, f flight.Finding) {
	s := l.sorts[name]
	if s == nil {
		if l.sorts == nil {
			l.sorts = map[string]*group{}
		}
		s = &group{}
		l.sorts[name] = s
	}
	s.count++
	switch {
	case s.count <= Most:
		l.findings = append(l.findings, f)
		return
	case s.count == Most+1:
		s.first = f
	}
	s.bytes += f.Span.Length
}

// Findings gives what was collected.
func (l *List) Findings() []flight.Finding {
	out := l.findings
	for _, name := range slices.Sorted(maps.Keys(l.sorts)) {
		if s := l.sorts[name]; s.count > Most {
			f := s.first
			if s.count > Most+1 {
				f.Text = fmt.Sprintf("%d more of this kind from here on, %d bytes; the first: %s", s.count-Most, s.bytes, f.Text)
			}
			out = append(out, f)
		}
	}
	return out
}
