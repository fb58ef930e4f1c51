package foreign_test

import (
	"fmt"
	"testing"

	"postflight/analysis/foreign"
)

func sentence(body string) string {
	var sum byte
	for i := range len(body) {
		sum ^= body[i]
	}
	return fmt.Sprintf("$%s*%02X\r\n", body, sum)
}

func TestPiecesAreFoundInOrderAndOnlyWhereTheirChecksumHolds(t *testing.T) {
	one := sentence("GPGGA,120000,5500.0,N,03700.0,E,1,08,0.9,150.0,M,,M,,")
	broken := []byte(one)
	broken[10] ^= 1
	text := "xx" + one + string(broken) + one
	found, _ := foreign.Find(t.Context(), []byte(text))
	if len(found) != 2 || found[0].Offset != 2 || found[0].Length != len(one) || found[1].Offset != 2+2*len(one) {
		t.Fatalf("found %+v", found)
	}
	if k := found[0].Kind; k.Name(1) != "NMEA sentence" || k.Name(2) != "NMEA sentences" || k >= foreign.Pcapng {
		t.Errorf("it is a %s", k.Name(1))
	}
}

func TestNothingIsFoundInNothing(t *testing.T) {
	if found, _ := foreign.Find(t.Context(), nil); len(found) != 0 {
		t.Errorf("found %+v", found)
	}
}
