package events

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"

	"postflight/analysis/vehicle"
	"postflight/decode/flight"
)

// Parameter is one setting of a source, and what became of it.
type Parameter struct {
	Source  flight.Source
	Name    string   // control characters are escaped
	Values  []Change // the first one told, then each that differs from the one before; never empty
	Count   int      // how often it was told
	Default float64  // NaN where the log does not say
}

// Change is a value of a parameter and where it was told.
type Change struct {
	Time  time.Duration // log time
	Span  flight.Span
	Value float64
}

// First is the value the log begins with.
func (p *Parameter) First() float64 { return p.Values[0].Value }

// Last is the value the log ends with.
func (p *Parameter) Last() float64 { return p.Values[len(p.Values)-1].Value }

// Changed reports whether the value changed in the log.
func (p *Parameter) Changed() bool { return len(p.Values) > 1 }

// Parameters lists the parameters of a log, by source and name.
func Parameters(l *flight.Log) []Parameter {
	c := &settings{log: l, index: map[parameterKey]int{}}
	if !readFrames(l, c.reader) {
		return nil
	}
	slices.SortFunc(c.out, func(a, b Parameter) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Name, b.Name))
	})
	return c.out
}

type parameterKey struct {
	source flight.Source
	name   string
}

type settings struct {
	log   *flight.Log
	index map[parameterKey]int
	out   []Parameter
}

func (c *settings) reader(s *flight.Stream) func(frame int) {
	m := s.Message
	switch m.Name {
	case "PARAM_VALUE":
		name, value, kind := m.Field("param_id"), m.Field("param_value"), m.Field("param_type")
		if name == nil || value == nil || kind == nil {
			return nil
		}
		bytewise := vehicle.Of(c.log, s.Source).Autopilot == uint8(all.MAV_AUTOPILOT_PX4)
		return func(i int) {
			payload := c.log.Payload(i)
			v := value.Float(value.Bits(payload, 0))
			if bytewise {
				v = bytewiseValue(uint32(value.Bits(payload, 0)), kind.Bits(payload, 0))
			}
			c.add(i, name.Text(payload), v, math.NaN())
		}
	case "PARM":
		name, value, usual := m.Field("Name"), m.Field("Value"), m.Field("Default")
		if name == nil || value == nil {
			return nil
		}
		return func(i int) {
			payload := c.log.Payload(i)
			standard := math.NaN()
			if usual != nil {
				standard = usual.Float(usual.Bits(payload, 0))
			}
			c.add(i, name.Text(payload), value.Float(value.Bits(payload, 0)), standard)
		}
	}
	return nil
}

// bytewiseValue reads a parameter as PX4 sends it: integers keep their bits in
// the room of a float. MAVLink guide, "Parameter protocol".
func bytewiseValue(bits uint32, kind uint64) float64 {
	switch all.MAV_PARAM_TYPE(kind) {
	case all.MAV_PARAM_TYPE_UINT8:
		return float64(uint8(bits))
	case all.MAV_PARAM_TYPE_INT8:
		return float64(int8(bits))
	case all.MAV_PARAM_TYPE_UINT16:
		return float64(uint16(bits))
	case all.MAV_PARAM_TYPE_INT16:
		return float64(int16(bits))
	case all.MAV_PARAM_TYPE_UINT32:
		return float64(bits)
	case all.MAV_PARAM_TYPE_INT32:
		return float64(int32(bits))
	}
	return float64(math.Float32frombits(bits))
}

func (c *settings) add(i int, name string, value, standard float64) {
	if name == "" {
		return
	}
	key := parameterKey{c.log.Source(i), Clean(name)}
	at, ok := c.index[key]
	if !ok {
		at = len(c.out)
		c.index[key] = at
		c.out = append(c.out, Parameter{Source: key.source, Name: key.name, Default: math.NaN()})
	}
	p := &c.out[at]
	p.Count++
	if !math.IsNaN(standard) {
		p.Default = standard
	}
	if n := len(p.Values); n > 0 && (p.Values[n-1].Value == value || math.IsNaN(value) && math.IsNaN(p.Values[n-1].Value)) {
		return
	}
	p.Values = append(p.Values, Change{Time: c.log.Frames.Time[i], Span: c.log.Span(i), Value: value})
}
