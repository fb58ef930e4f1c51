package analysis

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"postflight/analysis/epoch"
	"postflight/decode/flight"
)

// WriteText writes the report for a person, to be read from the top: what the
// log is, whether to trust it, what to look at first, then everything.
func (r *Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%q: %s\n", filepath.Base(r.Log.Path), r.describe())
	fmt.Fprintf(out, "%s\n", r.Verdict())
	r.writeFirst(out)
	if r.Log.Format != flight.VGT1 {
		r.writeSources(out)
		r.writeEpochs(out)
	}
	r.writeFindings(out)
	return out.Flush()
}

// describe says what the log is, in one line.
func (r *Report) describe() string {
	l, w := r.Log, r.Link.Wire
	name := map[flight.Format]string{flight.VREC: "VREC recording", flight.VGT1: "VGT1 ground truth"}[l.Format]
	if name == "" {
		name = string(l.Format)
	}
	parts := []string{name}
	var wires []string
	for _, p := range []struct {
		name  string
		count int
	}{{"NavLink 1", w.NavLink1}, {"NavLink", w.NavLink2}, {"MAVLink 1", w.MAVLink1}, {"MAVLink 2", w.MAVLink2}} {
		if p.count > 0 {
			wires = append(wires, p.name)
		}
	}
	if len(wires) > 0 {
		parts = append(parts, strings.Join(wires, " and "))
	}
	parts = append(parts, Duration(l.End), count(l.Count(), "record"), count(int(l.Size()), "byte"))
	if !l.Start.IsZero() {
		parts = append(parts, "begun "+l.Start.UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	return strings.Join(parts, ", ")
}

// Duration writes a length of time as minutes and seconds: "3:20.0".
func Duration(d time.Duration) string {
	tenths := (d + 50*time.Millisecond) / (100 * time.Millisecond)
	return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}

const firstLooks = 3

// worth orders the kinds of findings by how much they change what a person
// sees; those not listed follow.
var worth = []flight.Kind{
	flight.EmptyLog, flight.EpochReboot, flight.EpochCaptureStep, flight.Restart, flight.TimeGap, flight.Lost,
	flight.TruncatedTail, flight.FormatMismatch, flight.ClockOutlier, flight.FrameCRC,
}

// writeFirst names the gravest findings, one of a kind.
func (r *Report) writeFirst(out io.Writer) {
	grave := slices.Clone(r.Findings)
	slices.SortStableFunc(grave, func(a, b flight.Finding) int {
		return cmp.Or(cmp.Compare(weight(b.Severity), weight(a.Severity)), cmp.Compare(rank(a.Kind), rank(b.Kind)))
	})
	seen := map[flight.Kind]bool{}
	for _, f := range grave {
		if f.Severity == flight.Info || seen[f.Kind] || len(seen) == firstLooks {
			continue
		}
		if len(seen) == 0 {
			fmt.Fprintln(out, "\nLook first at")
		}
		seen[f.Kind] = true
		fmt.Fprintf(out, "  %s  %s\n", Duration(f.Time), f.Text)
	}
}

func rank(k flight.Kind) int {
	if i := slices.Index(worth, k); i >= 0 {
		return i
	}
	return len(worth)
}

func table(out io.Writer, align uint, rows func(io.Writer)) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', align)
	rows(t)
	_ = t.Flush() // errors stay in out and come out of its own Flush
}

func (r *Report) writeSources(out io.Writer) {
	if len(r.Link.Sources) == 0 {
		return
	}
	fmt.Fprintln(out, "\nSources")
	table(out, tabwriter.AlignRight, func(t io.Writer) {
		fmt.Fprintln(t, "source\tframes\tper s\tlost\tlost %\tlate\ttwice\tdamaged\trestarts\tlongest silence\t")
		for i := range r.Link.Sources {
			s := &r.Link.Sources[i]
			lost, share := fmt.Sprint(s.Lost), fmt.Sprintf("%.2f", 100*s.Loss())
			if !s.Reliable {
				lost, share = "?", "?"
			}
			fmt.Fprintf(t, "%s\t%d\t%.1f\t%s\t%s\t%d\t%d\t%d\t%d\t%.2f s\t\n", s.Source, s.Frames, s.Rate(),
				lost, share, s.Late, s.Duplicate, s.CRCFailed, s.Restarts, s.Silence.Seconds())
		}
	})
	for i := range r.Link.Sources {
		if s := &r.Link.Sources[i]; !s.Reliable {
			fmt.Fprintf(out, "Loss of %s cannot be told: %s.\n", s.Source, s.Why)
		}
	}
}

func (r *Report) writeEpochs(out io.Writer) {
	if !slices.ContainsFunc(r.Epochs, func(e epoch.Epoch) bool { return e.Clock != epoch.Start }) {
		return
	}
	fmt.Fprintln(out, "\nEpochs")
	table(out, 0, func(t io.Writer) {
		fmt.Fprintln(t, "  source\tepoch\tfrom\tto\tbegun by")
		for _, e := range r.Epochs {
			fmt.Fprintf(t, "  %s\t%d\t%s\t%s\t%s\n", e.Source, e.Index+1, Duration(e.Start), Duration(e.End), began(e))
		}
	})
}

func began(e epoch.Epoch) string {
	switch e.Clock {
	case epoch.Boot:
		return fmt.Sprintf("restart: its clock fell from %.3f s to %.3f s", e.From, e.To)
	case epoch.Capture:
		return fmt.Sprintf("station clock set back from %.3f s to %.3f s", e.From, e.To)
	}
	return "start of the log"
}

func (r *Report) writeFindings(out io.Writer) {
	if len(r.Findings) == 0 {
		fmt.Fprintln(out, "\nNo findings.")
		return
	}
	fmt.Fprintf(out, "\nFindings: %s, %s, %s\n", count(r.Count(flight.Error), "error"),
		count(r.Count(flight.Warning), "warning"), count(r.Count(flight.Info), "remark"))
	for _, f := range r.Findings {
		fmt.Fprintf(out, "  %9s  %-7s  %s  [%s at byte %d]\n", Duration(f.Time), f.Severity, f.Text, f.Kind, f.Span.Offset)
	}
}
