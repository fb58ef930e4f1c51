package mavlink

import (
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"strconv"
	"strings"

	"postflight/decode/flight"
)

// enumOf names the values of one of gomavlib's enumerations.
func enumOf(t reflect.Type) *flight.Enum {
	e := labels{t, t.Name() + "_"}
	out := &flight.Enum{Title: t.Name(), Label: e.value}
	if !isNumber(e.text(math.MaxUint64)) {
		out.Label = e.mask
	}
	return out
}

// labels are those of a type that gomavlib writes out by name.
type labels struct {
	t      reflect.Type
	prefix string
}

// text is what gomavlib writes: a name, a number where there is none, and the
// names of all bits of a mask, those without left out.
func (e labels) text(value uint64) string {
	v := reflect.New(e.t).Elem()
	v.SetUint(value)
	if s, ok := v.Interface().(fmt.Stringer); ok {
		return s.String()
	}
	return strconv.FormatUint(value, 10)
}

func isNumber(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

func (e labels) value(value uint64) string {
	text := e.text(value)
	if isNumber(text) {
		return ""
	}
	return strings.TrimPrefix(text, e.prefix)
}

// mask names the bits of a value, from the lowest up; those without a name as
// one number.
func (e labels) mask(value uint64) string {
	var names []string
	var rest uint64
	for left := value; left != 0; left &= left - 1 {
		bit := uint64(1) << bits.TrailingZeros64(left)
		if name := e.text(bit); name != "" {
			names = append(names, strings.TrimPrefix(name, e.prefix))
		} else {
			rest |= bit
		}
	}
	if rest != 0 {
		names = append(names, fmt.Sprintf("0x%X", rest))
	}
	return strings.Join(names, " | ")
}
