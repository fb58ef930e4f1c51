package app

import (
	"slices"

	"postflight/ui/transport"
)

// buckets is how finely the overview track divides a flight.
const buckets = 600

func (o *opened) overview() transport.Overview {
	s := o.report.Link.Over(0, o.log.End, buckets)
	n := len(s.Received)
	busiest := busy(s.Received)
	v := transport.Overview{Density: make([]float32, n), Junk: make([]float32, n), Loss: make([]float32, n)}
	for i, r := range s.Received {
		v.Density[i] = min(1, float32(r)/float32(busiest))
		v.Loss[i] = share(float64(s.Lost[i]), float64(r))
		v.Junk[i] = share(float64(s.Junk[i]), float64(r)*typicalFrame)
	}
	for _, e := range o.report.Epochs {
		if e.Index > 0 {
			v.Epochs = append(v.Epochs, e.Start)
		}
	}
	for _, f := range o.report.Findings {
		v.Findings = append(v.Findings, transport.Mark{At: f.Time, Severity: f.Severity})
	}
	return v
}

// busy is the count that a full bar of the density stands for: that of the
// busiest stretches, a few bursts apart (a log begins with its parameters).
func busy(counts []int) int {
	sorted := slices.Sorted(slices.Values(counts))
	return max(1, sorted[len(sorted)*98/100])
}

// typicalFrame is the length of a frame in bytes, to weigh junk against frames.
const typicalFrame = 40

func share(part, rest float64) float32 {
	if part == 0 {
		return 0
	}
	return float32(part / (part + rest))
}
