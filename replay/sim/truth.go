package sim

import "time"

// Truth states what was put into the files of a demo.
type Truth struct {
	Seed          uint64               `json:"seed"`
	Files         map[string]FileTruth `json:"files"` // by file name
	VGT1MinusVREC float64              `json:"vgt1_minus_vrec_s"`
}

// FileTruth states what was put into one file. Offsets and lengths are in bytes
// of the file.
type FileTruth struct {
	Format  string                 `json:"format"` // vrec or vgt1
	Frames  int                    `json:"frames"` // that arrived whole, duplicates among them
	Sources map[string]SourceTruth `json:"sources"`
	Junk    [][2]int               `json:"junk"`
	Reboots []float64              `json:"reboots_s"` // log time of the first whole frame after it
	Start   string                 `json:"start_utc"`

	Wire          string `json:"wire,omitempty"`            // navlink2 or mavlink
	Records       int    `json:"records,omitempty"`         // written, those with a damaged length too
	DamagedLength []int  `json:"damaged_lengths,omitempty"` // offsets of the headers hit

	// Estimates are the attitudes that arrived whole, in file order.
	Estimates []Estimate `json:"-"`
}

// SourceTruth counts the frames of one source.
type SourceTruth struct {
	Sent int `json:"sent"` // while the station listened, copies not counted
	// Lost are those that never arrived whole, as far as the sequence shows it:
	// between the first and the last that arrived, and not across a reboot.
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

// countSources counts what went in and what came out.
func countSources(frames []sent, items []item) map[string]SourceTruth {
	out := map[string]SourceTruth{}
	change := func(s source, by func(*SourceTruth)) {
		t := out[s.String()]
		by(&t)
		out[s.String()] = t
	}
	for i := range frames {
		change(frames[i].counter.source, func(t *SourceTruth) { t.Sent++ })
	}
	spans := map[counter]span{}
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
			spans[of] = widen(spans[of], it.frame.number)
		}
	}
	for of, s := range spans {
		change(of.source, func(t *SourceTruth) { t.Lost += s.last - s.first + 1 - s.arrived })
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

// stamp is a wall clock as truth.json has it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
