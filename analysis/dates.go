package analysis

import (
	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// undated is whether a log says when it began and that cannot be: files with a
// header of their own have a place for it.
func undated(l *flight.Log) bool {
	if l.Start.IsZero() {
		return l.Records.Preamble > 0
	}
	return !stamp.IsDate(l.Start.Unix())
}

// dateFindings tells of a beginning that cannot be.
func dateFindings(l *flight.Log) []flight.Finding {
	if !undated(l) {
		return nil
	}
	says := "The date on which it says that it began cannot be"
	if !l.Start.IsZero() {
		says = "It says that it began on " + l.Start.UTC().Format("2006-01-02") + ", which cannot be"
	}
	return []flight.Finding{{
		Kind: flight.NoClock, Severity: flight.Warning,
		Text: says + ": the clock it was recorded by was not set. Only differences of time are known.",
	}}
}
