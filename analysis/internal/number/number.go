// Package number writes floats into JSON, which knows neither NaN nor infinity.
package number

import (
	"encoding/json"
	"math"
)

// Number is a float that becomes null in JSON where it is none.
type Number float64

// MarshalJSON implements [json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}
