package app

import (
	"slices"

	"postflight/analysis/link"
	"postflight/decode/flight"
	"postflight/ui/window"
)

// places are, beside the findings, where each is seen, from the place it leads to on
// and round; nil for those of one place.
func (o *opened) places(findings []flight.Finding) [][]window.Place {
	out := make([][]window.Place, len(findings))
	for i := range findings {
		f := &findings[i]
		var all []window.Place
		switch f.Kind {
		case flight.FrameCRC:
			all = o.damagedPlaces(f.Source)
		case flight.Lost:
			all = o.gapPlaces(f.Source)
		}
		out[i] = from(all, f.Span)
	}
	return out
}

// from turns places round so that the one of a finding comes first; nil where it is
// none of them, or the only one.
func from(all []window.Place, first flight.Span) []window.Place {
	at := slices.IndexFunc(all, func(p window.Place) bool { return p.Span.Offset == first.Offset })
	if at < 0 || len(all) < 2 {
		return nil
	}
	return slices.Concat(all[at:], all[:at])
}

// damagedPlaces are the runs of damaged frames of a source, each by its first.
func (o *opened) damagedPlaces(source string) []window.Place {
	var out []window.Place
	for d, begins := range link.Failed(o.log) {
		if begins && d.Source.String() == source {
			out = append(out, window.Place{Time: d.Time, Span: d.Span})
		}
	}
	return out
}

// gapPlaces are where frames of a source are missing.
func (o *opened) gapPlaces(source string) []window.Place {
	at := slices.IndexFunc(o.report.Link.Sources, func(s link.Source) bool { return s.Source.String() == source })
	if at < 0 {
		return nil
	}
	var out []window.Place
	for _, g := range o.report.Link.Sources[at].Gaps {
		if g.Lost > 0 {
			out = append(out, window.Place{Time: g.Since, Span: o.log.Pieces(g.Frame)[0]})
		}
	}
	return out
}
