package mavlink

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"postflight/assets"
)

// unit is what a field is shown in, the factor that gets it there, and how its
// definition writes down the value that is none.
type unit struct {
	name    string
	scale   float64
	invalid string
}

// shown says how the units of the message definitions are shown where they
// carry a prefix or an exponent; all others are shown as they stand.
var shown = map[string]unit{
	"degE7": {name: "deg", scale: 1e-7}, "degE5": {name: "deg", scale: 1e-5}, "cdeg": {name: "deg", scale: 1e-2}, "deg/2": {name: "deg", scale: 2},
	"mm": {name: "m", scale: 1e-3}, "cm": {name: "m", scale: 1e-2}, "dm": {name: "m", scale: 1e-1},
	"cm/s": {name: "m/s", scale: 1e-2}, "mm/s": {name: "m/s", scale: 1e-3}, "m/s*5": {name: "m/s", scale: 1. / 5},
	"m/s/s": {name: "m/s²", scale: 1}, "mrad/s": {name: "rad/s", scale: 1e-3},
	"mV": {name: "V", scale: 1e-3}, "cV": {name: "V", scale: 1e-2}, "mA": {name: "A", scale: 1e-3}, "cA": {name: "A", scale: 1e-2},
	"cdegC": {name: "°C", scale: 1e-2}, "degC": {name: "°C", scale: 1}, "c%": {name: "%", scale: 1e-2}, "d%": {name: "%", scale: 1e-1},
	"us": {name: "s", scale: 1e-6}, "ms": {name: "s", scale: 1e-3}, "ds": {name: "s", scale: 1e-1}, "ns": {name: "s", scale: 1e-9},
	"mG": {name: "g", scale: 1e-3}, "mgauss": {name: "gauss", scale: 1e-3}, "hPa": {name: "hPa", scale: 1}, "dpix": {name: "pix", scale: 1e-1},
	"hJ": {name: "J", scale: 100},
}

// spans are units of time that stay as they are where a field is no time stamp:
// pulses of servos, round trips, intervals.
var spans = map[string]string{"us": "µs", "ms": "ms"}

type fieldKey struct {
	id   uint32
	name string
}

// loadUnits reads the embedded table.
func loadUnits() (map[fieldKey]unit, error) {
	rows, err := csv.NewReader(bytes.NewReader(assets.MAVLinkFields)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("embedded table of MAVLink fields: %w", err)
	}
	out := make(map[fieldKey]unit, len(rows))
	for _, row := range rows[1:] {
		id, err := strconv.ParseUint(row[0], 10, 24)
		if err != nil {
			return nil, fmt.Errorf("embedded table of MAVLink fields: id %q: %w", row[0], err)
		}
		u, ok := shown[row[3]]
		if !ok {
			u = unit{name: row[3], scale: 1}
		}
		if spans[row[3]] != "" && !strings.HasPrefix(row[2], "time") {
			u = unit{name: spans[row[3]], scale: 1}
		}
		u.scale *= multiplier(row[4])
		u.invalid = row[5]
		out[fieldKey{uint32(id), row[2]}] = u
	}
	return out, nil
}

// multiplier reads "1E-2" or "360/255"; 1 where there is none.
func multiplier(text string) float64 {
	over, under, ratio := bytes.Cut([]byte(text), []byte("/"))
	v, err := strconv.ParseFloat(string(over), 64)
	if err != nil {
		return 1
	}
	if d, err := strconv.ParseFloat(string(under), 64); ratio && err == nil && d != 0 {
		return v / d
	}
	return v
}
