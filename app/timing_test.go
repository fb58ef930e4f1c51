package app

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestTheMedianOfDrawingsIsThatOfAllToABin(t *testing.T) {
	var none drawings
	if got := none.median(); got != 0 {
		t.Errorf("without any: %v", got)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var d drawings
		var all []time.Duration
		for range 1 + r.IntN(200) {
			took := time.Duration(r.Int64N(int64(90 * time.Millisecond)))
			d.add(took)
			all = append(all, took)
		}
		slices.Sort(all)
		want := all[(len(all)+1)/2-1]
		if got := d.median(); got < want || got > want+bin {
			t.Errorf("median %v of %d, want %v", got, len(all), want)
		}
		if d.longest != all[len(all)-1] || d.count != len(all) {
			t.Errorf("longest %v of %d, want %v of %d", d.longest, d.count, all[len(all)-1], len(all))
		}
	}
}
