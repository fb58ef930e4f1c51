package sim

import (
	"encoding/json"
	"time"
)

// Truth states what was put into the files of a demo.
type Truth struct {
	Seed          uint64               `json:"seed"`
	Files         map[string]FileTruth `json:"files"` // by file name
	VGT1MinusVREC float64              `json:"vgt1_minus_vrec_s"`
}

// FileTruth states what was put into one file. Offsets and lengths are in bytes
// of the file.
type FileTruth struct {
	Format  string                 `json:"format"` // as the Report names it: vrec, vgt1, tlog, dataflash, navigator-log, session-log
	Frames  int                    `json:"frames"` // that arrived whole, duplicates among them
	Sources map[string]SourceTruth `json:"sources"`
	Junk    [][2]int               `json:"junk"`
	Reboots []float64              `json:"reboots_s"` // log time of the first whole frame after it
	Start   string                 `json:"start_utc"` // empty where the file does not tell

	Wire          string `json:"wire,omitempty"`            // navlink2 or mavlink
	Records       int    `json:"-"`                         // VREC and VGT1: written, those with a damaged length too; telemetry log: its frames
	DamagedLength []int  `json:"damaged_lengths,omitempty"` // VREC: offsets of the headers hit

	CaptureSteps  [][2]float64 `json:"capture_steps_s,omitempty"` // telemetry log: log time of the first frame behind, and by how much
	Unstamped     int          `json:"unstamped,omitempty"`       // frames without a stamp of their own
	GarbageStamps []int        `json:"garbage_stamps,omitempty"`  // offsets of stamps that mean nothing

	Types map[string]int `json:"-"`                    // DataFlash: records by type, FMT too
	Tail  int            `json:"tail_bytes,omitempty"` // bytes of a last record that was cut
	Lines int            `json:"lines,omitempty"`      // text logs

	// Estimates are the attitudes that arrived whole, in file order.
	Estimates []Estimate `json:"-"`
}

// plainTruth is FileTruth without its methods.
type plainTruth FileTruth

// MarshalJSON gives "records" as a number, for DataFlash as an object of
// numbers by type.
func (t FileTruth) MarshalJSON() ([]byte, error) {
	var records any
	switch {
	case t.Types != nil:
		records = t.Types
	case t.Records > 0:
		records = t.Records
	}
	return json.Marshal(struct {
		plainTruth
		Records any `json:"records,omitempty"`
	}{plainTruth(t), records})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *FileTruth) UnmarshalJSON(b []byte) error {
	in := struct {
		*plainTruth
		Records json.RawMessage `json:"records"`
	}{plainTruth: (*plainTruth)(t)}
	if err := json.Unmarshal(b, &in); err != nil || in.Records == nil {
		return err
	}
	if t.Format == "dataflash" {
		return json.Unmarshal(in.Records, &t.Types)
	}
	return json.Unmarshal(in.Records, &t.Records)
}

// SourceTruth counts the frames of one source.
type SourceTruth struct {
	Sent int `json:"sent"` // while the station listened, copies not counted
	// Lost are those that never arrived whole, as far as the sequence shows it:
	// between the first and the last that arrived, and not across a reboot or a
	// split of the capture clock.
	Lost      int `json:"lost"`
	Duplicate int `json:"duplicate"`
	Late      int `json:"late"`
	Restarts  int `json:"restarts"`
	CRCFailed int `json:"crc_failed"`
}

// Estimate is an attitude that the flight controller reported.
type Estimate struct {
	Time             time.Duration // log time
	Boot             int           // reboots of the flight controller before it
	Roll, Pitch, Yaw float64       // rad, as the frame carries them
	Late, Duplicate  bool
}

// span is what the sequence of one counter shows.
type span struct{ first, last, arrived int }

// countSources counts what went in and what came out. Where the capture clock
// splits a recording, stretch numbers the pieces by host time; what was lost
// across their seams does not count. It may be nil.
func countSources(frames []sent, items []item, stretch func(at int64) int) map[string]SourceTruth {
	out := map[string]SourceTruth{}
	change := func(s source, by func(*SourceTruth)) {
		t := out[s.String()]
		by(&t)
		out[s.String()] = t
	}
	for i := range frames {
		change(frames[i].counter.source, func(t *SourceTruth) { t.Sent++ })
	}
	type piece struct {
		counter
		stretch int
	}
	spans := map[piece]span{}
	for _, it := range items {
		if it.frame == nil {
			continue
		}
		of := it.frame.counter
		change(of.source, func(t *SourceTruth) {
			switch it.how {
			case late:
				t.Late++
			case copied:
				t.Duplicate++
			case flipped:
				t.CRCFailed++
			}
			t.Restarts = max(t.Restarts, of.boot)
		})
		if it.how == whole || it.how == late {
			p := piece{counter: of}
			if stretch != nil {
				p.stretch = stretch(it.at)
			}
			spans[p] = widen(spans[p], it.frame.number)
		}
	}
	for p, s := range spans {
		change(p.source, func(t *SourceTruth) { t.Lost += s.last - s.first + 1 - s.arrived })
	}
	return out
}

func widen(s span, number int) span {
	if s.arrived == 0 {
		return span{number, number, 1}
	}
	return span{min(s.first, number), max(s.last, number), s.arrived + 1}
}

// intact reports whether an item is a frame that passes its CRC.
func (it item) intact() bool { return it.how == whole || it.how == late || it.how == copied }

// tell fills in what depends on when each item was recorded.
func (t *FileTruth) tell(items []item, at []time.Duration) {
	t.Reboots = []float64{}
	boot := 0
	for i, it := range items {
		if !it.intact() {
			continue
		}
		t.Frames++
		of := it.frame.counter
		if of.source == autopilot && of.boot > boot {
			boot = of.boot
			t.Reboots = append(t.Reboots, float64(at[i].Microseconds())/1e6)
		}
		if e := it.frame.estimate; e != nil {
			t.Estimates = append(t.Estimates, Estimate{
				Time: at[i], Boot: of.boot, Roll: e.Roll, Pitch: e.Pitch, Yaw: e.Yaw,
				Late: it.how == late, Duplicate: it.how == copied,
			})
		}
	}
}

// stamp is a wall clock as truth.json has it, to the microsecond where it is not
// of whole milliseconds.
func stamp(t time.Time) string {
	if t.Equal(t.Truncate(time.Millisecond)) {
		return t.UTC().Format("2006-01-02T15:04:05.000Z07:00")
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000Z07:00")
}
