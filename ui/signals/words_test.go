package signals_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/analysis/catalog"
	"postflight/decode/flight"
)

// alike is a log of messages and fields whose names begin alike.
func alike() *flight.Log {
	l := &flight.Log{End: 100 * time.Second, Data: make([]byte, 1000)}
	field := func(name string, offset int) flight.Field {
		return flight.Field{Name: name, Type: flight.F32, Unit: "m/s", Offset: offset}
	}
	for i, name := range []string{"MISSION_ITEM_INT", "MISSION_ITEM_REACHED", "A"} {
		m := &flight.Message{Name: name, MaxLength: 12, Fields: []flight.Field{field("velocity_north", 0), field("velocity_east", 4), field("velocity_down", 8)}}
		l.Streams = append(l.Streams, &flight.Stream{Source: 0x0101, Message: m, Index: uint16(i), Count: 20, Bare: true})
	}
	for i := range 60 {
		l.Frames.Append(int64(12*i), time.Duration(i)*time.Second, 12, uint16(i%3), 0, 0)
		bits := math.Float32bits(-1.23456789)
		for k := range 4 {
			l.Data[12*i+k] = byte(bits >> (8 * k))
		}
	}
	return l
}

func TestNamesThatBeginAlikeStayApartHoweverNarrowTheTree(t *testing.T) {
	for _, width := range []float32{110, 130, 150, 175, 218, 360} {
		b := newBench(t, fyne.NewSize(width, 900), fynetheme.VariantDark)
		b.SetCatalog(catalog.New(alike()))
		b.SetTime(50 * time.Second)
		for _, message := range []string{"MISSION_ITEM_INT", "MISSION_ITEM_REACHED"} {
			b.Search(message + " velocity")
			seen := map[string]bool{}
			for _, r := range b.visible() {
				if name := r.texts[0]; seen[name] && strings.Contains(name, "…") {
					t.Errorf("%v wide: two rows %q", width, name)
				} else {
					seen[name] = true
				}
			}
		}
		b.Search("mission_item")
		names := b.visible()
		if names[1].texts[0] == names[2].texts[0] {
			t.Errorf("%v wide: both messages are %q", width, names[1].texts[0])
		}
	}
}

func TestTheRateGoesBeforeTheCountAndBothBeforeTheName(t *testing.T) {
	seen := map[string]bool{}
	for width := float32(380); width > 100; width -= 10 {
		b := newBench(t, fyne.NewSize(width, 300), fynetheme.VariantDark)
		b.SetCatalog(catalog.New(alike()))
		for _, r := range b.visible() {
			if !strings.HasPrefix(r.texts[0], "MISSION") {
				continue
			}
			if strings.Contains(r.texts[0], "…") && r.texts[1] != "" {
				t.Errorf("%v wide: %q beside %q", width, r.texts[1], r.texts[0])
			}
			seen[r.texts[1]] = true
		}
	}
	for _, want := range []string{"20 · 0.33 Hz", "20", ""} {
		if !seen[want] {
			t.Errorf("never %q in %v", want, seen)
		}
	}
	if len(seen) != 3 {
		t.Errorf("beside the name stood %v", seen)
	}
}

func TestTheRowUnderTheMouseIsToldInFull(t *testing.T) {
	b := newBench(t, fyne.NewSize(120, 600), fynetheme.VariantDark)
	var hints []string
	b.OnHint = func(text string) { hints = append(hints, text) }
	b.SetCatalog(catalog.New(alike()))
	b.SetTime(50 * time.Second)
	b.Search("mission_item_int north")
	rows := b.visible()
	over := func(i int) desktop.Hoverable { return rows[i].o.(desktop.Hoverable) }
	over(1).MouseIn(nil)
	over(2).MouseIn(nil)
	over(1).MouseOut()
	over(2).MouseOut()
	want := []string{"1:1 MISSION_ITEM_INT · 20 · 0.33 Hz", "1:1 MISSION_ITEM_INT.velocity_north = -1.235 m/s · 0.33 Hz", ""}
	if strings.Join(hints, "|") != strings.Join(want, "|") {
		t.Errorf("told %q, want %q", hints, want)
	}
}

func TestASearchWithoutAHitSaysWhatWasSearchedFor(t *testing.T) {
	b := newBench(t, fyne.NewSize(218, 600), fynetheme.VariantDark)
	b.SetCatalog(catalog.New(alike()))
	b.Search("gyro")
	if got := test.RenderToMarkup(b.window.Canvas()); len(b.visible()) > 0 || !strings.Contains(got, "“gyro”") {
		t.Errorf("shows %s", got)
	}
}
