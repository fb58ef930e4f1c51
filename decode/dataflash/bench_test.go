package dataflash_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

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

// walk steps through a log by the lengths its formats give, and does nothing
// else.
func walk(data []byte) (records int) {
	var length [256]int
	length[128] = 89
	for at := 0; at+3 <= len(data) && data[at] == 0xA3 && data[at+1] == 0x95; records++ {
		n := length[data[at+2]]
		if n == 0 || at+n > len(data) {
			break
		}
		if data[at+2] == 128 {
			length[data[at+3]] = int(data[at+4])
		}
		at += n
	}
	return records
}

var sink int

// BenchmarkAgainstWalk prints how indexing and decoding every column compare to
// the bare walk. At least 0.5 and 0.143 are wanted.
func BenchmarkAgainstWalk(b *testing.B) {
	data := bigLog(50 << 20)
	best := func(do func()) time.Duration {
		shortest := time.Hour
		for range 5 {
			start := time.Now()
			do()
			shortest = min(shortest, time.Since(start))
		}
		return shortest
	}
	for b.Loop() {
		var l *flight.Log
		floor := best(func() { sink = walk(data) })
		index := best(func() {
			var err error
			if l, err = dataflash.Open(context.Background(), "", data, nil); err != nil {
				b.Fatal(err)
			}
		})
		all := best(func() {
			l, _ = dataflash.Open(context.Background(), "", data, nil)
			sink = decodeAll(l)
		})
		mb := float64(len(data)) / 1e6
		b.ReportMetric(mb/floor.Seconds(), "walk-MB/s")
		b.ReportMetric(mb/index.Seconds(), "index-MB/s")
		b.ReportMetric(mb/all.Seconds(), "index+columns-MB/s")
		b.ReportMetric(floor.Seconds()/index.Seconds(), "index/walk")
		b.ReportMetric(floor.Seconds()/(all-index).Seconds(), "columns/walk")
		b.ReportMetric(floor.Seconds()/all.Seconds(), "index+columns/walk")
	}
}

func decodeAll(l *flight.Log) (values int) {
	for _, s := range l.Streams {
		for i := range s.Message.Fields {
			f := &s.Message.Fields[i]
			for element := range f.Elements() {
				if c := l.Column(s, f, element); c != nil {
					values += len(c.Value)
				}
			}
		}
	}
	return values
}

func BenchmarkIndex(b *testing.B) {
	data := bigLog(50 << 20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := dataflash.Open(context.Background(), "", data, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkColumns(b *testing.B) {
	data := bigLog(50 << 20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		b.StopTimer()
		l, _ := dataflash.Open(context.Background(), "", data, nil)
		b.StartTimer()
		sink = decodeAll(l)
	}
}
