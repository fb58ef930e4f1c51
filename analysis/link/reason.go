package link

import (
	"postflight/decode/flight"
	"postflight/decode/scan"
)

// Reasons says of each run of damage of a log, in their order, why it is in no
// frame, as the findings say it. It reads all junk once.
func Reasons(l *flight.Log) []string {
	if len(l.Damage) == 0 {
		return nil
	}
	c := &counting{log: l}
	c.listen()
	return c.reasons()
}

// reasons is that of all runs of damage, once they were listened to.
func (c *counting) reasons() []string {
	out := make([]string, len(c.log.Damage))
	for i := range out {
		out[i] = c.reason(i)
	}
	return out
}

// reason says what the bytes of a run of damage are.
func (c *counting) reason(damage int) string {
	d := &c.log.Damage[damage]
	if d.Kind != flight.Junk {
		return d.Reason
	}
	spoken := c.spokenText(damage)
	switch {
	case stampedText(c.log, c.log.Data[d.Offset:d.End()]) != nil:
		return "text between the frames, a byte an entry"
	case d.Reason == scan.ReasonText && spoken != "":
		return "text between the frames, " + spoken
	case d.Reason == scan.ReasonText:
		return "text between the frames"
	case d.Reason == scan.ReasonZeros && d.Length >= fewZeros:
		return "zero where a frame should be"
	case spoken != "":
		return spoken
	}
	return d.Reason
}
