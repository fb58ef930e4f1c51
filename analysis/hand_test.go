package analysis_test

import (
	"encoding/binary"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

// Messages that hand-made captures hold.
const (
	heartbeatID  = 0
	systemTimeID = 2
	attitudeID   = 30
)

// begun is when hand-made captures begin, if nothing else is said.
var begun = time.Date(2025, 6, 15, 12, 0, 0, 0, time.UTC)

// capture is a hand-made telemetry log.
type capture struct {
	begun time.Time // begun where it is zero
	bytes []byte
	seq   map[flight.Source]uint8
}

// add appends a frame, stamped so long after the beginning, with the next number of
// its source. Its time since power-up is up.
func (c *capture) add(at time.Duration, source flight.Source, id uint32, up time.Duration) {
	if c.seq == nil {
		c.seq = map[flight.Source]uint8{}
	}
	if c.begun.IsZero() {
		c.begun = begun
	}
	m := mavlink.Definition(id)
	payload := make([]byte, m.MaxLength)
	if f := m.Field("time_boot_ms"); f != nil {
		binary.LittleEndian.PutUint32(payload[f.Offset:], uint32(up.Milliseconds()))
	}
	b := []byte{flight.MagicMAVLink2, byte(len(payload)), 0, 0, c.seq[source], source.System(), source.Component(), byte(id), byte(id >> 8), byte(id >> 16)}
	c.seq[source]++
	b = append(b, payload...)
	c.bytes = binary.BigEndian.AppendUint64(c.bytes, uint64(c.begun.Add(at).UnixMicro()))
	c.bytes = append(c.bytes, b...)
	c.bytes = binary.LittleEndian.AppendUint16(c.bytes, uint16(crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), m.CRCExtra)))
}

func (c *capture) report(t *testing.T) *analysis.Report {
	t.Helper()
	return run(t, open(t, "hand.tlog", c.bytes))
}

// findingsOf are those of some kinds.
func findingsOf(r *analysis.Report, kinds ...flight.Kind) []flight.Finding {
	var out []flight.Finding
	for _, f := range r.Findings {
		for _, k := range kinds {
			if f.Kind == k {
				out = append(out, f)
			}
		}
	}
	return out
}
