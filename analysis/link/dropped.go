package link

import (
	"fmt"

	"postflight/analysis/internal/few"
	"postflight/analysis/internal/words"
	"postflight/decode/flight"
)

// droppedWrites tells what the logger of an autopilot says that it could not
// write: DSF.Dp counts that since it began, as ArduPilot's AP_Logger does.
func (c *counting) droppedWrites(list *few.List) {
	if c.log.Format != flight.DataFlash && c.log.Format != flight.DataFlashText {
		return
	}
	for _, s := range c.log.Streams {
		field := s.Message.Field("Dp")
		if s.Message.Name != "DSF" || field == nil || s.Source != 0 {
			continue
		}
		dropped, last, worst, most := 0.0, 0.0, 0, 0.0
		for _, frame := range c.log.Rows(s).Frame {
			now := field.Float(field.Bits(c.log.Payload(int(frame)), 0))
			rise := now - last
			if rise < 0 {
				rise = now // it began anew
			}
			if !(now >= 0 && rise <= mostDropped) {
				continue // damaged
			}
			if rise > most {
				worst, most = int(frame), rise
			}
			dropped, last = dropped+rise, now
		}
		if dropped == 0 {
			continue
		}
		f := c.on(flight.Lost, flight.Warning, s.Source, worst)
		f.Size = dropped
		f.Text = fmt.Sprintf("Its logger dropped %s (DSF.Dp): the records are missing. Most at once: %.0f.", words.Count(int(dropped), "write"), most)
		list.Add(string(flight.Lost), f)
	}
}

// mostDropped between two reports is more than a logger can drop.
const mostDropped = 1e6
