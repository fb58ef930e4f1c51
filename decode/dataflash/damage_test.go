package dataflash_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

// attitudes is a log of n attitude records, 10 ms apart, of known values, and
// where they start.
func attitudes(n int) (b *logBuilder, starts []int) {
	b = newLog().attFormat()
	for i := range n {
		starts = append(starts, len(b.b))
		b.att(uint64(i+1)*10_000, int16(i), int16(-i))
	}
	return b, starts
}

func junkBytes(l *flight.Log) (junk, tail int64) {
	for _, d := range l.Damage {
		if d.Kind == flight.Tail {
			tail += d.Length
		} else {
			junk += d.Length
		}
	}
	return junk, tail
}

func TestAFlippedByteOfAHeaderCostsOneRecord(t *testing.T) {
	for at := range 3 {
		b, starts := attitudes(100)
		b.b[starts[50]+at] ^= 0x55
		l := open(t, b.b)
		if got := count(l, "ATT"); got != 99 {
			t.Errorf("byte %d: %d records left", at, got)
		}
		if junk, _ := junkBytes(l); junk != 15 || len(l.Damage) != 1 {
			t.Errorf("byte %d: %+v", at, l.Damage)
		}
		if l.Damage[0].Time != l.Frames.Time[51] {
			t.Errorf("damage is at %v", l.Damage[0].Time)
		}
	}
}

func TestBytesMissingFromARecordCostOnlyThatRecord(t *testing.T) {
	for cut := 1; cut < 15; cut++ {
		b, starts := attitudes(100)
		data := slices.Delete(b.b, starts[50], starts[50]+cut)
		l := open(t, data)
		if got := count(l, "ATT"); got != 99 {
			t.Errorf("first %d bytes missing: %d records left", cut, got)
		}
		b, starts = attitudes(100)
		data = slices.Delete(b.b, starts[51]-cut, starts[51])
		l = open(t, data)
		values := column(t, l, "ATT", "Roll")
		if len(values) != 99 || values[50] != 0.51 {
			t.Errorf("last %d bytes missing: %v", cut, values)
		}
	}
}

func TestJunkBetweenRecordsCostsNone(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		b, starts := attitudes(100)
		junk := make([]byte, 1+random.IntN(600))
		for i := range junk {
			junk[i] = byte(random.Uint32())
		}
		data := slices.Insert(b.b, starts[50], junk...)
		if got := count(open(t, data), "ATT"); got != 100 {
			t.Fatalf("%d records left after %x", got, junk)
		}
	}
}

func TestJunkSaysWhatItLooksLike(t *testing.T) {
	for _, c := range []struct {
		junk []byte
		want string
	}{
		{make([]byte, 200), dataflash.ReasonZeros},
		{[]byte(strings.Repeat("\xFF", 200)), dataflash.ReasonErased},
		{[]byte("nsh> reboot\r\n"), dataflash.ReasonText},
		{[]byte{1, 2, 3, 4}, dataflash.ReasonNoRecord},
		{[]byte{0xA3, 0x95, 77, 4}, "record of type 77, which no format describes"},
	} {
		b, starts := attitudes(10)
		l := open(t, slices.Insert(b.b, starts[5], c.junk...))
		if len(l.Damage) != 1 || l.Damage[0].Reason != c.want || l.Damage[0].Length != int64(len(c.junk)) {
			t.Errorf("want %s, got %+v", c.want, l.Damage)
		}
	}
}

func TestARecordWithoutAFormatStopsNothing(t *testing.T) {
	b := newLog().attFormat().att(1, 1, 1).add(9, make([]byte, 20)).att(2, 2, 2)
	l := open(t, b.b)
	if junk, _ := junkBytes(l); count(l, "ATT") != 2 || junk != 23 {
		t.Errorf("%d records, %+v", count(l, "ATT"), l.Damage)
	}
}

func TestAHeaderInsideARecordIsNoRecord(t *testing.T) {
	b := newLog().attFormat()
	b.att(0xA3|0x95<<8|typeATT<<16, -0x6A5D, typeATT) // A3 95 01, and A3 95 01 00
	b.att(20, 0, 0)
	if l := open(t, b.b); count(l, "ATT") != 2 || len(l.Damage) > 0 {
		t.Errorf("%d records, %+v", count(l, "ATT"), l.Damage)
	}
}

func TestPaddingAtTheEndIsNoTrouble(t *testing.T) {
	for _, fill := range []byte{0, 0xFF} {
		for _, n := range []int{1, 2, 3, 100, 249, 5000} {
			b, _ := attitudes(10)
			for range n {
				b.raw(fill)
			}
			l := open(t, b.b)
			junk, tail := junkBytes(l)
			if count(l, "ATT") != 10 || junk != 0 || tail != int64(n) || l.Damage[0].Reason != dataflash.ReasonPadding {
				t.Errorf("%d bytes of %x: %d records, %+v", n, fill, count(l, "ATT"), l.Damage)
			}
			if f := finding(l, flight.TruncatedTail); f == nil || f.Severity != flight.Info {
				t.Errorf("finding %+v", f)
			}
		}
	}
}

func TestALogCutAnywhereKeepsItsWholeRecords(t *testing.T) {
	b, _ := attitudes(5)
	b.format(9, 7, "LATE", "I", "v").add(9, u32(7)).add(9, u32(8))
	whole := open(t, b.b)
	for end := 90; end < len(b.b); end++ {
		l := open(t, b.b[:end])
		want, covered := 0, int64(0)
		for i := range whole.Frames.Len() {
			if stop := whole.Frames.Offset[i] + int64(whole.Frames.Length[i]); stop <= int64(end) {
				want, covered = i+1, stop
			}
		}
		junk, tail := junkBytes(l)
		if l.Frames.Len() != want || junk != 0 || tail != int64(end)-covered {
			t.Fatalf("cut at %d: %d records of %d, junk %d, tail %d", end, l.Frames.Len(), want, junk, tail)
		}
		if tail > 0 && l.Damage[0].Reason != dataflash.ReasonCut {
			t.Fatalf("cut at %d: %+v", end, l.Damage)
		}
	}
}

func TestAnIntactRecordOutsideDamageIsAlwaysFound(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		b, starts := attitudes(60)
		from := starts[20] + random.IntN(15)
		n := 1 + random.IntN(300)
		for i := from; i < min(from+n, starts[45]); i++ {
			b.b[i] = byte(random.Uint32())
		}
		end := min(from+n, starts[45])
		l := open(t, b.b)
		found := map[int64]bool{}
		for _, o := range l.Frames.Offset {
			found[o] = true
		}
		for i, s := range starts {
			// The record behind the damage may look like the end of what is in it.
			if s+15 <= from && i < 20 || s >= end+255 {
				if !found[int64(s)] {
					t.Fatalf("record %d at %d is lost, damage %d to %d", i, s, from, end)
				}
			}
		}
	}
}

func TestTextBeforeTheFirstRecordIsPassedOver(t *testing.T) {
	b, _ := attitudes(3)
	data := append([]byte("console says hello\r\n"), b.b...)
	if !dataflash.Sniff(data) {
		t.Error("not recognised")
	}
	if l := open(t, data); count(l, "ATT") != 3 || l.Damage[0].Reason != dataflash.ReasonText {
		t.Errorf("%+v", l.Damage)
	}
}

func TestALogWithoutAnyFormatIsRefused(t *testing.T) {
	data := new(logBuilder).att(1, 1, 1).att(2, 2, 2).b
	if _, err := dataflash.Open(context.Background(), "", data, nil); err == nil || !strings.Contains(err.Error(), "A3 95 80") {
		t.Errorf("got %v", err)
	}
}

func TestOpeningCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b, _ := attitudes(3)
	if _, err := dataflash.Open(ctx, "", b.b, nil); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func TestAMessageWhoseOnlyRecordIsDamagedHasNoStream(t *testing.T) {
	b := newLog().format(200, 30, "ONE", "Qqq", "TimeUS,A,B").attFormat()
	b.raw(0xA3, 0x95, 200, 1, 2, 3, 4).att(10_000, 1, 1).att(20_000, 2, 2).att(30_000, 3, 3)
	l := open(t, b.b)
	if got := count(l, "ATT"); got != 3 || l.Stream(0, "ONE") != nil {
		t.Errorf("%d attitudes, streams %+v", got, l.Streams)
	}
	for i, s := range l.Streams {
		if s.Count == 0 || int(s.Index) != i || len(l.Rows(s).Frame) != s.Count {
			t.Errorf("stream %d, %s: %d records, index %d", i, s.Message.Name, s.Count, s.Index)
		}
	}
}

func TestABlockOfZerosInsideRecordsIsARunOfItsOwn(t *testing.T) {
	for value, reason := range map[byte]string{0: dataflash.ReasonZeros, 0xFF: dataflash.ReasonErased} {
		b := newLog().attFormat()
		for i := range uint64(200) {
			b.att(1_000_000+i*20_000, 1, 2)
		}
		for i := range 512 {
			b.b[1000+i] = value
		}
		l := open(t, b.b)
		held := 0
		for _, d := range l.Damage {
			if d.Reason == reason && d.Length > 480 {
				held++
			}
		}
		if held != 1 {
			t.Errorf("%x: %+v", value, l.Damage)
		}
	}
}
