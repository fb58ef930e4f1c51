package plot

import (
	"math"
	"strings"
	"unicode/utf8"

	"postflight/ui/plot/raster"
)

const (
	// valueParts is what the last digit of a value is of the curve's range.
	valueParts = 1000
	// finestPart of a mean is more than anyone reads.
	finestPart = 1e-7
	// none stands where there is no value.
	none = "–"
)

// step is the resolution that values of the curve are written with, and their range:
// that of the field where it is known, else a part of the range.
func (c Curve) step() (step, lo, hi float64) {
	first, last, ok := c.Series.Span()
	if !ok || !c.ready() {
		return c.Resolution, 0, 0
	}
	if lo, hi, ok = c.Series.Extent(c.Pyramid, first, last); !ok {
		return c.Resolution, 0, 0
	}
	switch {
	case c.Resolution > 0:
		return c.Resolution, lo, hi
	case c.counts(lo, hi):
		return 1, lo, hi
	}
	return raster.ValueStep(lo, hi, valueParts), lo, hi
}

// counts reports whether values from lo to hi are counts or codes.
func (c Curve) counts(lo, hi float64) bool {
	return c.Style.Step && lo == math.Trunc(lo) && hi == math.Trunc(hi)
}

// exact reports whether no range of values, from lo to hi at most, asks for a finer
// resolution than that of step.
func (c Curve) exact(lo, hi float64) bool { return c.Resolution > 0 || c.counts(lo, hi) }

// number writes a value of a curve that is read in steps.
func number(v, step float64) string {
	if math.IsNaN(v) {
		return none
	}
	return raster.FormatValue(v, step)
}

// text is a value of the curve as it is written with a resolution, with what it stands
// for.
func (c Curve) text(v, step float64) string {
	return strings.TrimSpace(number(v, step) + " " + c.meaning(v))
}

// sample is a value of the curve as exactly as it is known, with what it stands for
// and its unit.
func (c Curve) sample(v float64) string {
	text := raster.FormatExact(v)
	if c.Resolution > 0 {
		text = raster.FormatValue(v, c.Resolution)
	}
	return strings.Join(strings.Fields(text+" "+c.meaning(v)+" "+c.Unit), " ")
}

// finer is a resolution, or a finer one that values from lo to hi are told apart with,
// unless it is exact.
func finer(step float64, exact bool, lo, hi float64) float64 {
	if own := raster.ValueStep(lo, hi, valueParts); own > 0 && own < step && !exact {
		return own
	}
	return step
}

func (c Curve) meaning(v float64) string {
	if c.Meaning == nil || math.IsNaN(v) {
		return ""
	}
	return c.Meaning(v)
}

// leastMeaning is how many characters of a name say something.
const leastMeaning = 4

// fitted is text in no more than so many characters, with fewer digits where it must:
// a number that is cut reads as another one.
func (c Curve) fitted(v, step float64, chars int) string {
	text := number(v, step)
	if room := chars - utf8.RuneCountInString(text) - 1; room >= leastMeaning {
		name := []rune(c.meaning(v))
		if len(name) > room {
			name = append(name[:room-1], '…')
		}
		return strings.TrimSpace(text + " " + string(name))
	}
	for digits := chars; utf8.RuneCountInString(text) > chars && digits >= 0; digits-- {
		text = raster.FormatExponent(v, digits)
	}
	if utf8.RuneCountInString(text) > chars {
		return strings.Repeat("#", chars)
	}
	return text
}

// Number writes one of the values summed up, without its unit, so that they can be told
// apart.
func (s Statistic) Number(v float64) string {
	switch {
	case math.IsNaN(v):
		return none
	case s.Min == s.Max && s.step > 0 && s.step != math.Trunc(s.step):
		return raster.FormatExact(v)
	}
	return number(v, s.own())
}

// own is the resolution of the values summed up, as their range asks for.
func (s Statistic) own() float64 { return finer(s.step, s.exact, s.Min, s.Max) }

// FineNumber is Number for the mean and the RMS, which whole numbers have decimals
// of too.
func (s Statistic) FineNumber(v float64) string {
	if s.Min == s.Max {
		return s.Number(v)
	}
	return number(v, max(min(s.own(), 0.1), math.Abs(v)*finestPart))
}
