package mavlink

import (
	"math"
	"strconv"
	"strings"

	"postflight/decode/flight"
)

// limits are the names that definitions use for the bounds of types.
var limits = map[string]float64{
	"UINT8_MAX": math.MaxUint8, "UINT16_MAX": math.MaxUint16, "UINT32_MAX": math.MaxUint32,
	"INT8_MAX": math.MaxInt8, "INT16_MAX": math.MaxInt16, "INT32_MAX": math.MaxInt32, "UINT16_MIN": 0,
}

// invalid reads which value of a field is none (MAVLink guide, XML schema). "[x]"
// is said of each element of an array. What says something of an array as a
// whole, such as "[x:]", is left out, and so is "[0]": a quaternion may hold
// zeros.
func invalid(text string, f *flight.Field) *float64 {
	inner, each := strings.CutPrefix(text, "[")
	inner = strings.TrimSuffix(inner, "]")
	v, named := limits[inner]
	if !named {
		n, err := strconv.ParseInt(strings.TrimSuffix(inner, ".0"), 0, 64)
		if err != nil {
			return nil
		}
		v = float64(n)
	}
	if each != (f.Elements() > 1) || each && v == 0 {
		return nil
	}
	return &v
}
