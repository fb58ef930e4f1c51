package flight

import "math"

// IsInvalid reports whether a value on the wire says that there is none.
func (f *Field) IsInvalid(value float64) bool {
	return f.Invalid != nil && value == *f.Invalid
}

// Shown are the values of the column in Field.Unit, NaN where a value says that
// there is none. They are made anew unless they are those on the wire, and must
// not be written to.
func (c *Column) Shown() []float64 {
	factor := c.Field.Factor()
	if factor == 1 && c.Field.Invalid == nil {
		return c.Value
	}
	out := make([]float64, len(c.Value))
	for row, v := range c.Value {
		out[row] = v * factor
		if c.Field.IsInvalid(v) {
			out[row] = math.NaN()
		}
	}
	return out
}
