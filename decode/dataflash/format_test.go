package dataflash_test

import (
	"strings"
	"testing"

	"postflight/decode/flight"
)

func TestALateFormatHoldsFromWhereItStands(t *testing.T) {
	b := newLog().attFormat().att(1, 1, 1).
		add(9, u32(1)).format(9, 7, "LATE", "I", "v").add(9, u32(2))
	l := open(t, b.b)
	if got := column(t, l, "LATE", "v"); len(got) != 1 || got[0] != 2 {
		t.Errorf("got %v", got)
	}
	if f := finding(l, flight.LateFormat); f == nil || !strings.Contains(f.Text, "data: 1.") {
		t.Errorf("finding %+v", f)
	}
}

func TestAChangedFormatMakesAnotherMessageFromThereOn(t *testing.T) {
	b := newLog().format(9, 7, "ONE", "I", "v").add(9, u32(1)).
		format(9, 5, "TWO", "H", "w").add(9, u16(2)).add(9, u16(3)).
		format(9, 7, "ONE", "I", "v").add(9, u32(4))
	l := open(t, b.b)
	if got := column(t, l, "ONE", "v"); len(got) != 2 || got[1] != 4 {
		t.Errorf("ONE: %v", got)
	}
	if got := column(t, l, "TWO", "w"); len(got) != 2 || got[1] != 3 {
		t.Errorf("TWO: %v", got)
	}
	if len(l.Damage) > 0 {
		t.Errorf("%+v", l.Damage)
	}
}

func TestAnUnknownLetterLeavesTheRestAsBytes(t *testing.T) {
	b := newLog().format(9, 14, "NEW", "QxB", "TimeUS,x,b").add(9, u64(77), []byte{1, 2, 3})
	l := open(t, b.b)
	if got := column(t, l, "NEW", "TimeUS"); got[0] != 77 {
		t.Errorf("TimeUS %v", got)
	}
	s := l.Stream(0, "NEW")
	if raw := s.Message.Field("raw"); raw == nil || raw.Elements() != 3 || l.Column(s, raw, 2).Value[0] != 3 {
		t.Errorf("raw %+v", raw)
	}
	if f := finding(l, flight.FormatMismatch); f == nil || !strings.Contains(f.Text, "'x'") {
		t.Errorf("finding %+v", f)
	}
}

func TestTheLengthIsBelievedWhereLettersDisagree(t *testing.T) {
	for _, length := range []uint8{9, 20} {
		b := newLog().format(9, length, "ODD", "II", "a,b").attFormat()
		body := append(append(u32(5), u32(6)...), make([]byte, 20)...)
		b.add(9, body[:length-3]).att(1, 1, 1)
		l := open(t, b.b)
		if count(l, "ODD") != 1 || count(l, "ATT") != 1 || len(l.Damage) > 0 {
			t.Errorf("length %d: %+v", length, l.Damage)
		}
		if column(t, l, "ODD", "a")[0] != 5 {
			t.Error("first field is wrong")
		}
		if has := l.Stream(0, "ODD").Message.Field("b") != nil; has != (length == 20) {
			t.Errorf("length %d: field b is there: %v", length, has)
		}
		if finding(l, flight.FormatMismatch) == nil {
			t.Error("no finding")
		}
	}
}

func TestFieldsBeyondTheColumnsAreNamedByNumber(t *testing.T) {
	b := newLog().format(9, 6, "COLS", "BBB", "a,b").add(9, []byte{1, 2, 3})
	if got := column(t, open(t, b.b), "COLS", "field2"); got[0] != 3 {
		t.Errorf("got %v", got)
	}
}

func TestAFormatWithoutFieldsIsARecord(t *testing.T) {
	b := newLog().format(9, 3, "STRT", "", "").add(9).add(9)
	if l := open(t, b.b); count(l, "STRT") != 2 || len(l.Damage) > 0 {
		t.Errorf("%d records, %+v", count(l, "STRT"), l.Damage)
	}
}

func TestUnitsHoldWhereverTheyStand(t *testing.T) {
	add := map[string]func(b *logBuilder){
		"formats": func(b *logBuilder) { b.unitFormats() },
		"units": func(b *logBuilder) {
			b.unit('s', "s").unit('d', "deg").unit('D', "deglatitude").unit('?', "UNKNOWN").unit('-', "").
				mult('F', 1e-6).mult('B', 0.01).mult('G', 1e-7).mult('-', 0).mult('?', 1)
		},
		"units of formats": func(b *logBuilder) { b.unitsOf(9, "sddD?", "FB-GB") },
		"records":          func(b *logBuilder) { b.add(9, u64(1e6), u16(1234), u16(1234), u32(12345678), u16(7)) },
	}
	for _, order := range [][]string{
		{"formats", "units", "units of formats", "records"},
		{"formats", "units of formats", "units", "records"},
		{"formats", "records", "units of formats", "units"},
		{"formats", "units", "units of formats", "units of formats", "units", "records"},
	} {
		b := newLog().format(9, 21, "POS", "QchLh", "TimeUS,Roll,CD,Lat,U")
		for _, part := range order {
			add[part](b)
		}
		l := open(t, b.b)
		m := l.Stream(0, "POS").Message
		for _, c := range []struct {
			field, unit string
			wire, shown float64
		}{
			{"TimeUS", "s", 1e6, 1},
			{"Roll", "deg", 12.34, 12.34},
			{"CD", "deg", 1234, 1234},
			{"Lat", "deg", 1.2345678, 1.2345678},
			{"U", "", 7, 0.07},
		} {
			f := m.Field(c.field)
			wire := column(t, l, "POS", c.field)[0]
			if f.Unit != c.unit || wire != c.wire || wire*f.Factor() != c.shown {
				t.Errorf("%v: %s is %v %q, shown %v; want %+v", order, c.field, wire, f.Unit, wire*f.Factor(), c)
			}
		}
	}
}

func TestInstancesAreStreamsOfTheirOwn(t *testing.T) {
	units := func(b *logBuilder) { b.unitFormats().unitsOf(typeGPS, "s#---", "F----") }
	records := func(b *logBuilder) {
		for i := range uint64(6) {
			b.gps(i*1000, uint8(2-i%3), 3, 0, 0)
		}
	}
	for name, order := range map[string][]func(*logBuilder){
		"units first":      {units, records},
		"units last":       {records, units},
		"units in between": {records, units, records},
	} {
		b := newLog().gpsFormat()
		for _, part := range order {
			part(b)
		}
		l := open(t, b.b)
		seen := map[string]bool{}
		for _, s := range l.Streams {
			if s.Message.Name != "GPS" {
				continue
			}
			seen[s.Label()] = true
			if s.Count != count(l, "GPS")/3 {
				t.Errorf("%s: %s has %d", name, s.Label(), s.Count)
			}
			for _, v := range l.Column(s, s.Message.Field("I"), 0).Value {
				if int(v) != s.Instance {
					t.Errorf("%s: %s holds instance %v", name, s.Label(), v)
				}
			}
		}
		if len(seen) != 3 || !seen["GPS[0]"] || !seen["GPS[2]"] {
			t.Errorf("%s: %v", name, seen)
		}
	}
}

func TestInstancesOfWiderFieldsAreToldApart(t *testing.T) {
	b := newLog().unitFormats().format(9, 13, "SRV", "QH", "TimeUS,I").unitsOf(9, "s#", "F-").
		add(9, u64(1), u16(0)).add(9, u64(2), u16(1)).add(9, u64(3), u16(0))
	l := open(t, b.b)
	if s := l.Stream(0, "SRV"); s.Label() != "SRV[0]" || s.Count != 2 {
		t.Errorf("%s: %d", s.Label(), s.Count)
	}
}
