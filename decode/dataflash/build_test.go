package dataflash_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

// logBuilder makes the bytes of a binary log.
type logBuilder struct{ b []byte }

// Types that the tests use.
const (
	typeATT, typeGPS, typeUNIT, typeMULT, typeFMTU, typeMSG = 1, 2, 3, 4, 5, 6
)

func (l *logBuilder) add(number uint8, body ...[]byte) *logBuilder {
	l.b = append(l.b, 0xA3, 0x95, number)
	for _, b := range body {
		l.b = append(l.b, b...)
	}
	return l
}

func (l *logBuilder) format(number, length uint8, name, letters, columns string) *logBuilder {
	return l.add(128, []byte{number, length}, padded(name, 4), padded(letters, 16), padded(columns, 64))
}

func (l *logBuilder) self() *logBuilder {
	return l.format(128, 89, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns")
}

// att adds an attitude record of 15 bytes.
func (l *logBuilder) att(us uint64, roll, pitch int16) *logBuilder {
	return l.add(typeATT, u64(us), u16(uint16(roll)), u16(uint16(pitch)))
}

func (l *logBuilder) attFormat() *logBuilder {
	return l.format(typeATT, 15, "ATT", "Qcc", "TimeUS,Roll,Pitch")
}

func (l *logBuilder) gpsFormat() *logBuilder {
	return l.format(typeGPS, 19, "GPS", "QBBIH", "TimeUS,I,Status,GMS,GWk")
}

func (l *logBuilder) gps(us uint64, instance, status uint8, ms uint32, week uint16) *logBuilder {
	return l.add(typeGPS, u64(us), []byte{instance, status}, u32(ms), u16(week))
}

func (l *logBuilder) unitFormats() *logBuilder {
	return l.format(typeUNIT, 76, "UNIT", "QbZ", "TimeUS,Id,Label").
		format(typeMULT, 20, "MULT", "Qbd", "TimeUS,Id,Mult").
		format(typeFMTU, 44, "FMTU", "QBNN", "TimeUS,FmtType,UnitIds,MultIds")
}

func (l *logBuilder) unit(id byte, label string) *logBuilder {
	return l.add(typeUNIT, u64(1), []byte{id}, padded(label, 64))
}

// mult adds a multiplier the way a vehicle does: through a float32.
func (l *logBuilder) mult(id byte, factor float32) *logBuilder {
	return l.add(typeMULT, u64(1), []byte{id}, u64(math.Float64bits(float64(factor))))
}

func (l *logBuilder) unitsOf(number uint8, units, multipliers string) *logBuilder {
	return l.add(typeFMTU, u64(1), []byte{number}, padded(units, 16), padded(multipliers, 16))
}

func (l *logBuilder) raw(b ...byte) *logBuilder {
	l.b = append(l.b, b...)
	return l
}

func padded(s string, n int) []byte { return append([]byte(s), make([]byte, n-len(s))...) }
func u16(v uint16) []byte           { return binary.LittleEndian.AppendUint16(nil, v) }
func u32(v uint32) []byte           { return binary.LittleEndian.AppendUint32(nil, v) }
func u64(v uint64) []byte           { return binary.LittleEndian.AppendUint64(nil, v) }

func newLog() *logBuilder { return new(logBuilder).self() }

func open(t testing.TB, data []byte) *flight.Log {
	t.Helper()
	l, err := dataflash.Open(context.Background(), "test.bin", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, l)
	return l
}

// checkSound checks what holds for any log: its parts tile the file, log time
// never falls, and streams count their frames.
func checkSound(t testing.TB, l *flight.Log) {
	t.Helper()
	damage := l.Damage
	counts := make([]int, len(l.Streams))
	var at int64
	var now time.Duration
	pass := func(until int64) {
		for len(damage) > 0 && damage[0].Offset == at && at < until {
			at, damage = damage[0].End(), damage[1:]
		}
	}
	for i := range l.Frames.Len() {
		pass(l.Frames.Offset[i])
		if l.Frames.Offset[i] != at {
			t.Fatalf("frame %d starts at %d where %d was reached", i, l.Frames.Offset[i], at)
		}
		at += int64(l.Frames.Length[i])
		if l.Frames.Time[i] < now {
			t.Fatalf("frame %d: log time falls from %v to %v", i, now, l.Frames.Time[i])
		}
		now = l.Frames.Time[i]
		counts[l.Frames.Stream[i]]++
	}
	pass(l.Size() + 1)
	if at != l.Size() {
		t.Fatalf("frames and damage reach to %d of %d", at, l.Size())
	}
	if now != l.End {
		t.Fatalf("the log ends at %v, its last frame is at %v", l.End, now)
	}
	for i, s := range l.Streams {
		if s.Count != counts[i] || int(s.Index) != i {
			t.Fatalf("stream %d (%s): index %d, count %d, has %d", i, s.Label(), s.Index, s.Count, counts[i])
		}
	}
}

// column gives the values of a field in all streams of a message.
func column(t testing.TB, l *flight.Log, message, field string) []float64 {
	t.Helper()
	s := l.Stream(0, message)
	if s == nil {
		t.Fatalf("no stream %s", message)
		return nil
	}
	c := l.Column(s, s.Message.Field(field), 0)
	if c == nil {
		t.Fatalf("%s has no column %s", message, field)
		return nil
	}
	return c.Value
}

func count(l *flight.Log, message string) int {
	n := 0
	for _, s := range l.Streams {
		if s.Message.Name == message {
			n += s.Count
		}
	}
	return n
}

func finding(l *flight.Log, kind flight.Kind) *flight.Finding {
	for i := range l.Findings {
		if l.Findings[i].Kind == kind {
			return &l.Findings[i]
		}
	}
	return nil
}

// decodeAll decodes every column of a log and returns how many values they hold.
func decodeAll(l *flight.Log) (values int) {
	for _, s := range l.Streams {
		for _, c := range l.Columns(s) {
			values += len(c.Value)
		}
	}
	return values
}

// bigLog makes a log like those of a copter: 40 formats, of which a few make up
// most of the records, three kinds with instances.
func bigLog(size int) []byte {
	random := rand.New(rand.NewPCG(1, 1))
	l := newLog().unitFormats()
	type kind struct {
		number uint8
		length int
		share  int
	}
	layouts := []struct {
		letters, columns, units string
		body                    int
	}{
		{"QBffffffIIfBBHH", "TimeUS,I,GX,GY,GZ,AX,AY,AZ,EG,EA,T,GH,AH,GHz,AHz", "s#EEEooo--O--zz", 55},
		{"QccccCCccB", "TimeUS,DR,R,DP,P,DY,Y,ERP,EY,AEKF", "sddddhhdd-", 25},
		{"QBBIHBcLLeffffB", "TimeUS,I,Status,GMS,GWk,NSats,HDop,Lat,Lng,Alt,Spd,GCrs,VZ,Yaw,U", "s#-s-S-DUmnhnh-", 48},
		{"QHHHHHHHHHHHHHH", "TimeUS,C1,C2,C3,C4,C5,C6,C7,C8,C9,C10,C11,C12,C13,C14", "sYYYYYYYYYYYYYY", 36},
		{"QBeffffcB", "TimeUS,I,Alt,Press,Temp,CRt,SMS,Off,H", "s#mPOns-O", 32},
		{"QNff", "TimeUS,Name,Value,Default", "s---", 32},
		{"QffffffffB", "TimeUS,a,b,c,d,e,f,g,h,i", "s---------", 41},
	}
	var kinds []kind
	for n := range 40 {
		d := layouts[n%len(layouts)]
		number := uint8(10 + n)
		l.format(number, uint8(3+d.body), string([]byte{'A' + byte(n/26), 'A' + byte(n%26)}), d.letters, d.columns)
		l.unitsOf(number, d.units, "F")
		for range 1 + 40/(n+1) {
			kinds = append(kinds, kind{number, d.body, n % 3})
		}
	}
	l.unit('s', "s").unit('#', "instance").mult('F', 1e-6)
	us := uint64(1e6)
	for len(l.b) < size {
		k := kinds[random.IntN(len(kinds))]
		body := make([]byte, k.length)
		for i := range body {
			body[i] = byte(random.Uint32())
		}
		body[8] = byte(k.share)
		us += 500
		copy(body, u64(us))
		l.add(k.number, body)
	}
	return l.b
}
