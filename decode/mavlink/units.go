package mavlink

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"postflight/assets"
)

// unit is what a field is shown in, and the factor that gets it there.
type unit struct {
	name  string
	scale float64
}

// shown says how the units of the message definitions are shown where they
// carry a prefix or an exponent; all others are shown as they stand.
var shown = map[string]unit{
	"degE7": {"deg", 1e-7}, "degE5": {"deg", 1e-5}, "cdeg": {"deg", 1e-2}, "deg/2": {"deg", 2},
	"mm": {"m", 1e-3}, "cm": {"m", 1e-2}, "dm": {"m", 1e-1},
	"cm/s": {"m/s", 1e-2}, "mm/s": {"m/s", 1e-3}, "m/s*5": {"m/s", 1. / 5},
	"m/s/s": {"m/s²", 1}, "mrad/s": {"rad/s", 1e-3},
	"mV": {"V", 1e-3}, "cV": {"V", 1e-2}, "mA": {"A", 1e-3}, "cA": {"A", 1e-2},
	"cdegC": {"°C", 1e-2}, "degC": {"°C", 1}, "c%": {"%", 1e-2}, "d%": {"%", 1e-1},
	"us": {"s", 1e-6}, "ms": {"s", 1e-3}, "ds": {"s", 1e-1}, "ns": {"s", 1e-9},
	"mG": {"g", 1e-3}, "mgauss": {"gauss", 1e-3}, "hPa": {"hPa", 1}, "dpix": {"pix", 1e-1},
	"hJ": {"J", 100},
}

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
			u = unit{row[3], 1}
		}
		u.scale *= multiplier(row[4])
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
