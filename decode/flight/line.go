package flight

import (
	"bytes"
	"math"
	"strconv"
)

// Item is item n, from 0, of a line of items parted by commas, without the
// blanks around it; nil where the line has fewer.
func Item(line []byte, n int) []byte {
	line, ok := ItemsFrom(line, n)
	if !ok {
		return nil
	}
	if i := bytes.IndexByte(line, ','); i >= 0 {
		line = line[:i]
	}
	return bytes.TrimSpace(line)
}

// ItemsFrom is what a line of items holds from item n on; false where it has
// fewer.
func ItemsFrom(line []byte, n int) ([]byte, bool) {
	for ; n > 0; n-- {
		i := bytes.IndexByte(line, ',')
		if i < 0 {
			return nil, false
		}
		line = line[i+1:]
	}
	return line, true
}

// longestDecimal is more than any number needs that a flight controller prints.
const longestDecimal = 64

// decimal reads a number with a decimal point, or "nan" and "inf"; NaN where
// the text is none.
func decimal(text []byte) float64 {
	if len(text) > longestDecimal || bytes.ContainsAny(text, "xX_") {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil && !math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}
