package analysis

import (
	"encoding/json"
	"math"
	"time"

	"postflight/analysis/internal/number"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

type reportJSON struct {
	File     string        `json:"file"`
	Format   flight.Format `json:"format"`
	Bytes    int64         `json:"bytes"`
	Records  int           `json:"records"`
	Start    *string       `json:"start_utc"`
	Duration number.Number `json:"duration_s"`
	Wire     wireJSON      `json:"wire"`
	Sources  []sourceJSON  `json:"sources"`
	Messages []messageJSON `json:"messages"`
	Epochs   []epochJSON   `json:"epochs"`
	Clocks   []clockJSON   `json:"clocks"`
	Findings []findingJSON `json:"findings"`
}

type wireJSON struct {
	Frames    int   `json:"frames"`
	MAVLink1  int   `json:"mavlink1"`
	MAVLink2  int   `json:"mavlink2"`
	NavLink1  int   `json:"navlink1"`
	NavLink2  int   `json:"navlink2"`
	Signed    int   `json:"signed"`
	Unknown   int   `json:"unknown"`
	CRCFailed int   `json:"crc_failed"`
	JunkBytes int64 `json:"junk_bytes"`
	JunkRuns  int   `json:"junk_runs"`
	TailBytes int64 `json:"tail_bytes"`
}

type sourceJSON struct {
	ID          string        `json:"id"`
	Frames      int           `json:"frames"`
	Lost        int           `json:"lost"`
	Loss        number.Number `json:"loss"`
	Duplicate   int           `json:"duplicate"`
	Late        int           `json:"late"`
	Restarts    int           `json:"restarts"`
	Senders     int           `json:"senders"`
	CRCFailed   int           `json:"crc_failed"`
	Hidden      int           `json:"hidden"`
	First       number.Number `json:"first_s"`
	Last        number.Number `json:"last_s"`
	SequencePer string        `json:"sequence_per"`
	Reliable    bool          `json:"reliable"`
	Why         string        `json:"why"`
}

type messageJSON struct {
	Source string        `json:"source"`
	Name   string        `json:"name"`
	ID     uint32        `json:"id"`
	Count  int           `json:"count"`
	Rate   number.Number `json:"rate_hz"`
}

type epochJSON struct {
	Source string        `json:"source"`
	Index  int           `json:"index"`
	Start  number.Number `json:"start_s"`
	End    number.Number `json:"end_s"`
	Clock  string        `json:"clock"`
	From   number.Number `json:"from_s"`
	To     number.Number `json:"to_s"`
	Offset int64         `json:"offset"`
}

type clockJSON struct {
	Source string          `json:"source"`
	Epoch  int             `json:"epoch"`
	Kind   timebase.Kind   `json:"kind"`
	Pairs  int             `json:"pairs"`
	Span   number.Number   `json:"span_s"`
	Offset int64           `json:"offset_ns"`
	Skew   number.Number   `json:"skew_ppm"`
	Sigma  int64           `json:"sigma_ns"`
	Ready  bool            `json:"ready"`
	Clock  timebase.Remote `json:"clock"`

	SkewSigma number.Number `json:"skew_sigma_ppm"`
}

type findingJSON struct {
	Kind     flight.Kind     `json:"kind"`
	Severity flight.Severity `json:"severity"`
	Source   string          `json:"source"`
	Time     number.Number   `json:"time_s"`
	Offset   int64           `json:"offset"`
	Length   int64           `json:"length"`
	Text     string          `json:"text"`
}

func seconds(d time.Duration) number.Number { return number.Number(d.Seconds()) }

// duration is how long a log lasts; NaN where nothing in it tells a time.
func duration(l *flight.Log) number.Number {
	if l.Timeless {
		return number.Number(math.NaN())
	}
	return seconds(l.End)
}

// rate is how often something came; NaN where there is no time to tell from.
func rate(count int, span time.Duration) float64 {
	if count < 2 || span <= 0 {
		return math.NaN()
	}
	return float64(count-1) / span.Seconds()
}

// MarshalJSON writes what `postflight check --json` promises for one file.
// Lists are never null; numbers that are none are.
func (r *Report) MarshalJSON() ([]byte, error) {
	l, w := r.Log, r.Link.Wire
	out := reportJSON{
		File: l.Path, Format: l.Format, Bytes: l.Size(), Records: l.Count(), Duration: duration(l),
		Wire: wireJSON{
			w.Frames, w.MAVLink1, w.MAVLink2, w.NavLink1, w.NavLink2, w.Signed, w.Unknown,
			w.CRCFailed, w.JunkBytes, w.JunkRuns, w.TailBytes,
		},
		Sources: []sourceJSON{}, Messages: []messageJSON{}, Epochs: []epochJSON{},
		Clocks: []clockJSON{}, Findings: []findingJSON{},
	}
	if !l.Start.IsZero() {
		start := l.Start.UTC().Format("2006-01-02T15:04:05.000Z07:00")
		out.Start = &start
	}
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		per := "source"
		if s.PerMessage {
			per = "message"
		}
		out.Sources = append(out.Sources, sourceJSON{
			s.Source.String(), s.Frames, s.Lost, number.Number(s.Loss()), s.Duplicate, s.Late, s.Restarts, s.Senders,
			s.CRCFailed, s.Hidden, seconds(s.First), seconds(s.Last), per, s.Reliable, s.Why,
		})
	}
	for _, m := range r.Messages {
		out.Messages = append(out.Messages, messageJSON{m.Source.String(), m.Name, m.ID, m.Count, number.Number(m.Rate)})
	}
	for _, e := range r.Epochs {
		out.Epochs = append(out.Epochs, epochJSON{
			e.Source.String(), e.Index, seconds(e.Start), seconds(e.End), string(e.Clock),
			number.Number(e.From), number.Number(e.To), e.Offset,
		})
	}
	for i := range r.Clocks.Clocks {
		c := &r.Clocks.Clocks[i]
		out.Clocks = append(out.Clocks, clockJSON{
			c.Source.String(), c.Epoch, c.Kind, c.Pairs, seconds(c.Span), c.Offset(),
			number.Number(c.SkewPPM()), c.Sigma, c.TellsRate(), c.Remote, number.Number(c.SkewSigma),
		})
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, findingJSON{
			f.Kind, f.Severity, f.Source, seconds(f.Time), f.Span.Offset, f.Span.Length, f.Text,
		})
	}
	return json.Marshal(out)
}
