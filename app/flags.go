package app

import (
	"flag"
	"fmt"
	"strconv"
)

// bounded is a flag for a number that is no NaN and lies from least to most.
type bounded struct {
	value       *float64
	least, most float64
}

// number adds a bounded flag to a set.
func number(flags *flag.FlagSet, name string, value, least, most float64, usage string) *float64 {
	flags.Var(bounded{&value, least, most}, name, usage)
	return &value
}

func (b bounded) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= b.least && v <= b.most) {
		return fmt.Errorf("expected a number from %g to %g", b.least, b.most)
	}
	*b.value = v
	return nil
}

func (b bounded) String() string {
	if b.value == nil { // the flag package asks a zero value for what it prints
		return ""
	}
	return strconv.FormatFloat(*b.value, 'g', -1, 64)
}

// given reports whether a flag was on the command line.
func given(flags *flag.FlagSet, name string) (set bool) {
	flags.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}
