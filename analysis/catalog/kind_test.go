package catalog_test

import (
	"testing"
	"time"

	"postflight/analysis/catalog"
	"postflight/decode/flight"
)

func TestNothingLiesBetweenTwoStatesCodesOrCounts(t *testing.T) {
	for name, c := range map[string]struct {
		field flight.Field
		want  bool
	}{
		"a mode by number":    {flight.Field{Type: flight.U32}, true},
		"a count":             {flight.Field{Type: flight.U8}, true},
		"what has names":      {flight.Field{Type: flight.I8, Enum: &flight.Enum{}}, true},
		"a width of a pulse":  {flight.Field{Type: flight.U16, Unit: "us"}, false},
		"a part of a whole":   {flight.Field{Type: flight.U16, Scale: 0.01}, false},
		"an axis of a sensor": {flight.Field{Type: flight.I16}, false},
		"a count as text":     {flight.Field{Type: flight.Decimal, Written: flight.U8}, true},
		"a part as text":      {flight.Field{Type: flight.Decimal, Written: flight.F32}, false},
		"a number as text":    {flight.Field{Type: flight.Decimal}, false},
		"a real number":       {flight.Field{Type: flight.F32}, false},
	} {
		if got := (catalog.Signal{Field: &c.field}).Discrete(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAStateThatIsWrittenOnChangesHoldsThroughSilence(t *testing.T) {
	times := []time.Duration{0, time.Second, 2 * time.Second, 60 * time.Second}
	mode := &flight.Stream{Message: &flight.Message{Name: "MODE", Fields: []flight.Field{{Name: "Mode", Type: flight.U8}}}}
	other := &flight.Stream{Message: &flight.Message{Name: "ATT", Fields: []flight.Field{{Name: "Roll", Type: flight.F32}}}}
	if h := catalog.HoldOf(mode, times, nil); !h.Reaches(2*time.Second, 50*time.Second) {
		t.Error("the mode ends while it goes on")
	}
	if h := catalog.HoldOf(other, times, nil); h.Reaches(2*time.Second, 50*time.Second) {
		t.Error("an attitude holds through a silence of 58 s")
	}
}
