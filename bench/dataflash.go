package main

import (
	"errors"

	"postflight/decode/flight"
	"postflight/replay/sim"
)

func measureDataFlash(size int64) ([]row, error) {
	data, err := bulk(sim.DataFlashContainer, size)
	if err != nil {
		return nil, err
	}
	if walk(data) == 0 {
		return nil, errors.New("the DataFlash log made cannot be walked")
	}
	l := open(data)
	t := compare(
		func() { walk(data) },
		func() { open(data) },
		func() { everyColumn(l) },
	)
	floor := t[0].Seconds()
	rows := []row{
		speed("DataFlash: walk by the lengths of formats", len(data), t[0]),
		speed("DataFlash: index", len(data), t[1]),
		speed("DataFlash: every column", len(data), t[2]),
		ratio("DataFlash: index / walk", ">= 0.5", floor/t[1].Seconds()),
		ratio("DataFlash: every column / walk", ">= 0.14", floor/t[2].Seconds()),
	}
	return append(rows, memory("DataFlash", data)...), nil
}

// walk steps through a log by the lengths its formats give, and does nothing
// else.
func walk(data []byte) (records int) {
	const format = 128
	var length [256]int
	length[format] = 89
	for at := 0; at+3 <= len(data) && data[at] == 0xA3 && data[at+1] == 0x95; records++ {
		n := length[data[at+2]]
		if n == 0 || at+n > len(data) {
			break
		}
		if data[at+2] == format {
			length[data[at+3]] = int(data[at+4])
		}
		at += n
	}
	return records
}

// everyColumn decodes all columns anew.
func everyColumn(l *flight.Log) {
	for _, s := range l.Streams {
		l.Columns(s)
		s.Forget()
	}
}
