package attitude

import (
	"encoding/json"

	"postflight/analysis/internal/number"
)

type statsJSON struct {
	Mean number.Number `json:"mean_deg"`
	RMS  number.Number `json:"rms_deg"`
	P95  number.Number `json:"p95_deg"`
	Max  number.Number `json:"max_deg"`
}

type summaryJSON struct {
	Pairs   int       `json:"pairs"`
	Skipped int       `json:"skipped"`
	Roll    statsJSON `json:"roll"`
	Pitch   statsJSON `json:"pitch"`
	Yaw     statsJSON `json:"yaw"`
	Angle   statsJSON `json:"angle"`
}

type epochJSON struct {
	Index int           `json:"index"`
	Start number.Number `json:"start_s"`
	End   number.Number `json:"end_s"`
	summaryJSON
}

func (s Stats) json() statsJSON {
	return statsJSON{number.Number(s.Mean), number.Number(s.RMS), number.Number(s.P95), number.Number(s.Max)}
}

func (s Summary) json() summaryJSON {
	return summaryJSON{s.Pairs, s.Skipped, s.Roll.json(), s.Pitch.json(), s.Yaw.json(), s.Angle.json()}
}

// MarshalJSON writes what `postflight truth --json` promises; numbers that are
// none become null.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	epochs := []epochJSON{}
	for _, e := range c.ByEpoch {
		epochs = append(epochs, epochJSON{
			e.Epoch.Index, number.Number(e.Epoch.Start.Seconds()), number.Number(e.Epoch.End.Seconds()), e.json(),
		})
	}
	return json.Marshal(struct {
		Offset     number.Number `json:"offset_s"`
		Confidence number.Number `json:"confidence"`
		summaryJSON
		ByEpoch []epochJSON `json:"by_epoch"`
	}{number.Number(c.Offset.Seconds()), number.Number(c.Confidence), c.Summary.json(), epochs})
}
