package analysis

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/words"
	"postflight/analysis/link"
	"postflight/analysis/vehicle"
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
		r.writeClocks(out)
	}
	r.writeFindings(out)
	return out.Flush()
}

var formatNames = map[flight.Format]string{
	flight.VREC: "VREC recording", flight.VGT1: "VGT1 ground truth", flight.TLog: "telemetry log (tlog)",
	flight.Raw: "bare frame stream", flight.DataFlash: "onboard log (DataFlash)",
	flight.DataFlashText: "onboard log (DataFlash as text)", flight.NavigatorLog: "Navigator log", flight.SessionLog: "Navigator session log",
}

// describe says what the log is, in one line.
func (r *Report) describe() string {
	l, w := r.Log, r.Link.Wire
	parts := []string{formatNames[l.Format]}
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
	if !l.Timeless {
		parts = append(parts, flight.TimeText(l.End))
	}
	parts = append(parts, words.Count(l.Count(), "record"), words.Count(int(l.Size()), "byte"))
	switch {
	case undated(l) && l.Start.IsZero():
		parts = append(parts, "begun at an unbelievable date")
	case undated(l):
		parts = append(parts, "begun at an unbelievable date ("+l.Start.UTC().Format("2006-01-02")+")")
	case !l.Start.IsZero():
		parts = append(parts, "begun "+l.Start.UTC().Format("2006-01-02 15:04:05 UTC"))
	}
	return strings.Join(parts, ", ")
}

// writeFirst names what to look at first.
func (r *Report) writeFirst(out io.Writer) {
	for i, g := range r.first() {
		if i == 0 {
			fmt.Fprintln(out, "\nLook first at")
		}
		fmt.Fprintf(out, "  %s  %s\n", flight.TimeText(g.Time), g.String())
	}
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
	sources := slices.DeleteFunc(slices.Clone(r.Link.Sources), func(s link.Source) bool { return s.Doubtful && s.Frames < fewFrames })
	fmt.Fprintln(out, "\nSources")
	if r.Link.Wire.Frames == 0 {
		r.writeRecorders(out)
		return
	}
	table(out, tabwriter.AlignRight, func(t io.Writer) {
		fmt.Fprintln(t, "source\tframes\tper s\tlost\tlost %\tlate\tduplicate\tCRC failed\trestarts\theard\tlongest silence\t")
		for i := range sources[:min(len(sources), mostRows)] {
			s := &sources[i]
			lost, share := lostOf(s)
			heard, quiet := flight.TimeText(s.First)+"-"+flight.TimeText(s.Last), silence(s)
			if r.Log.Timeless {
				heard, quiet = "-", "-"
			}
			fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\t", s.Source, s.Frames, r.often(s), lost, share,
				s.Late, s.Duplicate, s.CRCFailed, s.Restarts, heard, quiet)
			if who := vehicle.Of(r.Log, s.Source).String(); who != "" {
				fmt.Fprint(t, "  ", who)
			}
			fmt.Fprintln(t)
		}
	})
	more(out, len(sources), "source")
	if doubtful := len(r.Link.Sources) - len(sources); doubtful > 0 {
		fmt.Fprintf(out, "Frames that could not be verified name %s besides, which may not exist.\n", words.Count(doubtful, "sender"))
	}
	for i := range sources[:min(len(sources), mostRows)] {
		switch s := &sources[i]; {
		case !s.Reliable:
			fmt.Fprintf(out, "Loss of %s cannot be told: %s.\n", s.Source, s.Why)
		case s.Why != "":
			fmt.Fprintf(out, "Of %s: %s.\n", s.Source, s.Why)
		}
		if s := &sources[i]; s.Unread > 0 {
			fmt.Fprintf(out, "Of what counts as lost of %s, %s came and cannot be read.\n", s.Source, words.Count(s.Unread, "frame"))
		}
		if by := sources[i].GapsBy; len(by) > 0 {
			fmt.Fprintf(out, "Gaps of %s were revealed by %s.\n", sources[i].Source, revealed(by))
		}
	}
}

// lostOf is what a source lost, in frames and in per cent.
func lostOf(s *link.Source) (lost, share string) {
	switch lost, share = fmt.Sprint(s.Lost), fmt.Sprintf("%.2f", 100*s.Loss()); {
	case !s.Reliable:
		return "?", "?"
	case s.Hidden > 0 && s.Lost == 0:
		return fmt.Sprintf("about %d", s.Hidden), fmt.Sprintf("about %.0f", 100*float64(s.Hidden)/float64(s.Hidden+s.Frames-s.Duplicate))
	case s.Hidden > 0:
		return lost + " or more", share + " or more"
	}
	return lost, share
}

// writeRecorders lists those who wrote a log on board: no link lies between.
func (r *Report) writeRecorders(out io.Writer) {
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		line := fmt.Sprintf("  %s: %s", vehicle.Name(r.Log, s.Source), words.Count(s.Frames, "record"))
		if s.Rate() >= 1 && !r.Log.Timeless {
			line += fmt.Sprintf(", %.0f a second", s.Rate())
		}
		if s.Silence > 0 && !r.Log.Timeless {
			line += ", longest silence " + silence(s)
		}
		fmt.Fprintln(out, line+".")
	}
}

// often is the rate of a source that lasted long enough to have one.
func (r *Report) often(s *link.Source) string {
	if r.Log.Timeless || s.Last-s.First < time.Second {
		return "-"
	}
	return fmt.Sprintf("%.1f", s.Rate())
}

func silence(s *link.Source) string {
	if s.Silence <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f s", s.Silence.Seconds())
}

const shownReveals = 4

func revealed(by []link.Reveal) string {
	var parts []string
	for _, v := range by[:min(len(by), shownReveals)] {
		parts = append(parts, fmt.Sprintf("%s %d", v.Message, v.Lost))
	}
	if more := len(by) - shownReveals; more > 0 {
		parts = append(parts, words.Count(more, "other"))
	}
	return strings.Join(parts, ", ")
}

func (r *Report) writeEpochs(out io.Writer) {
	if !slices.ContainsFunc(r.Epochs, func(e epoch.Epoch) bool { return e.Clock != epoch.Start }) {
		return
	}
	fmt.Fprintln(out, "\nEpochs")
	table(out, 0, func(t io.Writer) {
		fmt.Fprintln(t, "  source\tepoch\tfrom\tto\tbegun by")
		for _, e := range r.Epochs[:min(len(r.Epochs), mostRows)] {
			fmt.Fprintf(t, "  %s\t%d\t%s\t%s\t%s\n", e.Source, e.Index+1, flight.TimeText(e.Start), flight.TimeText(e.End), r.began(e))
		}
	})
	more(out, len(r.Epochs), "epoch")
}

func (r *Report) began(e epoch.Epoch) string {
	switch e.Clock {
	case epoch.Boot:
		if e.From <= e.To {
			return fmt.Sprintf("likely reboot in a silence: its clock rose from %.3f s to %.3f s only", e.From, e.To)
		}
		or := ""
		if e.Source == 0 {
			or = ", or another log"
		}
		return fmt.Sprintf("reboot%s: its clock fell from %.3f s to %.3f s", or, e.From, e.To)
	case epoch.Capture:
		whose := ""
		if r.Log.Format == flight.TLog {
			whose = "station "
		}
		return fmt.Sprintf("%sclock set back from %.3f s to %.3f s", whose, e.From, e.To)
	case epoch.Recording:
		return "the recording begins anew"
	}
	return "start of the log"
}

func (r *Report) writeFindings(out io.Writer) {
	groups := r.groups()
	if len(groups) == 0 {
		fmt.Fprintln(out, "\nNo findings.")
		return
	}
	remarks := 0
	for _, g := range groups {
		if g.Severity == flight.Info {
			remarks += g.count
		}
	}
	fmt.Fprintf(out, "\nFindings: %s, %s, %s\n", words.Count(r.Count(flight.Error), "error"),
		words.Count(r.Count(flight.Warning), "warning"), words.Count(remarks, "remark"))
	for _, g := range groups[:min(len(groups), mostRows)] {
		fmt.Fprintf(out, "  %9s  %-7s  %s  [%s at byte %d]\n", flight.TimeText(g.Time), severityName(g.Severity), g.String(), g.Kind, g.Span.Offset)
	}
	more(out, len(groups), "finding")
}

// severityName is what a severity is called in text.
func severityName(s flight.Severity) string {
	if s == flight.Info {
		return "remark"
	}
	return string(s)
}

// mostRows is how many rows of a table a person reads.
const mostRows = 60

// more says what a table leaves out.
func more(out io.Writer, n int, what string) {
	if n > mostRows {
		fmt.Fprintf(out, "  %s more; --json lists them all.\n", words.Count(n-mostRows, what))
	}
}
