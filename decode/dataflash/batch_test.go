package dataflash_test

import (
	"math"
	"testing"

	"postflight/decode/dataflash"
)

func (l *logBuilder) batchFormats() *logBuilder {
	return l.format(7, 31, "ISBH", "QHBBHHQf", "TimeUS,N,type,instance,mul,smp_cnt,SampleUS,smp_rate").
		format(8, 207, "ISBD", "QHHaaa", "TimeUS,N,seqno,x,y,z")
}

func (l *logBuilder) batchHead(n uint16) *logBuilder {
	return l.add(7, u64(1), u16(n), []byte{1, 2}, u16(100), u16(64), u64(777), u32(math.Float32bits(2000)))
}

func (l *logBuilder) batchPart(n, seqno uint16) *logBuilder {
	var body []byte
	for i := range uint16(96) {
		body = append(body, u16(i+seqno*1000)...)
	}
	return l.add(8, u64(1), u16(n), u16(seqno), body)
}

func TestBatchesArePutTogether(t *testing.T) {
	b := newLog().batchFormats().batchHead(5).batchPart(5, 0).batchPart(5, 1)
	got := dataflash.Batches(open(t, b.b))
	if len(got) != 1 {
		t.Fatalf("%d batches", len(got))
	}
	batch := got[0]
	if !batch.Gyro || batch.Instance != 2 || batch.Rate != 2000 || batch.SampleUS != 777 || len(batch.Samples[2]) != 64 {
		t.Errorf("%+v", batch)
	}
	if batch.Samples[0][33] != 10.01 || batch.Samples[2][0] != 0.64 {
		t.Errorf("samples %v, %v", batch.Samples[0][33], batch.Samples[2][0])
	}
}

func TestABatchWithAHoleIsLeftOut(t *testing.T) {
	b := newLog().batchFormats().batchHead(5).batchPart(5, 0).batchPart(5, 2).batchPart(5, 1).
		batchHead(6).batchPart(6, 1).
		batchHead(7).batchPart(7, 0).batchPart(7, 1).
		batchHead(8).batchPart(8, 0)
	got := dataflash.Batches(open(t, b.b))
	if len(got) != 1 || got[0].Number != 7 {
		t.Errorf("%+v", got)
	}
}
