package rawlog_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/rawlog"
)

func open(t testing.TB, data []byte) *flight.Log {
	t.Helper()
	l, err := rawlog.Open(context.Background(), "test.raw", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := prove.Log(l); err != nil {
		t.Fatal(err)
	}
	return l
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// attitude tells the boot time of a component of system 1.
func attitude(component uint8, ms uint32) []byte {
	payload := append(binary.LittleEndian.AppendUint32(nil, ms), bytes.Repeat([]byte{1}, 24)...)
	return build.Frame{System: 1, Component: component, ID: 30, Extra: 39, Payload: payload}.MAVLink2()
}

func heartbeat(component uint8) []byte {
	return build.Frame{System: 1, Component: component, Extra: 50, Payload: []byte{0, 0, 0, 0, 2, 3, 81, 4, 3}}.MAVLink2()
}

// navHeartbeat tells the ticks of a sender of NavLink.
func navHeartbeat(ticks uint32) []byte {
	payload := append([]byte{1, 1, 0, 3, 5, 0, 0, 0, 0}, binary.LittleEndian.AppendUint32(nil, ticks)...)
	return build.Frame{System: 1, Component: 1, Extra: 31, Payload: payload}.NavLink2()
}

func wantTimes(t *testing.T, l *flight.Log, want ...float64) {
	t.Helper()
	if l.Frames.Len() != len(want) {
		t.Fatalf("%d frames, want %d", l.Frames.Len(), len(want))
	}
	for i, w := range want {
		if got := l.Frames.Time[i].Seconds(); got != w {
			t.Errorf("frame %d is at %v s, want %v", i, got, w)
		}
	}
	if n := len(want); n > 0 && l.End.Seconds() != want[n-1] {
		t.Errorf("the log ends at %v, want %v s", l.End, want[n-1])
	}
}

func TestLogTimeIsTheBootTimeOfTheSource(t *testing.T) {
	l := open(t, join(heartbeat(1), attitude(1, 5000), heartbeat(1), attitude(1, 5500), attitude(1, 6250)))
	wantTimes(t, l, 0, 0, 0, 0.5, 1.25)
	if len(l.Findings) != 1 || l.Findings[0].Kind != flight.NoClock || !strings.Contains(l.Findings[0].Text, "1:1") {
		t.Errorf("%+v", l.Findings)
	}
	if !l.Start.IsZero() {
		t.Error("boot time is no wall clock")
	}
}

func TestTheAutopilotsClockComesFirst(t *testing.T) {
	camera := join(heartbeat(100), attitude(100, 100), attitude(100, 200), attitude(100, 300), attitude(100, 400))
	wantTimes(t, open(t, join(camera, heartbeat(1), attitude(1, 7000), attitude(1, 9000))), 0, 0, 0, 0, 0, 0, 0, 2)
	// Without an autopilot it is whoever tells most.
	wantTimes(t, open(t, join(attitude(9, 7000), camera, attitude(9, 9000))), 0, 0, 0, 0.1, 0.2, 0.3, 0.3)
}

func TestAnIsolatedZeroIsNoBootTime(t *testing.T) {
	wantTimes(t, open(t, join(attitude(1, 50_000), attitude(1, 0), attitude(1, 50_100))), 0, 0, 0.1)
}

func TestABootTimeThatStartsOverGoesOnInLogTime(t *testing.T) {
	l := open(t, join(attitude(1, 50_000), attitude(1, 60_000), attitude(1, 70_000), attitude(1, 1000), attitude(1, 1500), attitude(1, 3000)))
	wantTimes(t, l, 0, 10, 20, 20, 20.5, 22)
}

func TestABootTimeThatFallsATenSecondsDoesNotStartOver(t *testing.T) {
	l := open(t, join(attitude(1, 50_000), attitude(1, 60_000), attitude(1, 50_001), attitude(1, 61_000)))
	wantTimes(t, l, 0, 10, 10, 11)
}

func TestACounterThatWrapsGoesOn(t *testing.T) {
	l := open(t, join(attitude(1, 1<<32-2000), attitude(1, 1<<32-1000), attitude(1, 1000), attitude(1, 2000)))
	wantTimes(t, l, 0, 1, 3, 4)
}

func TestTicksOfNavLinkAreMilliseconds(t *testing.T) {
	l := open(t, join(navHeartbeat(1000), navHeartbeat(1250)))
	if l.Frames.Len() != 2 || l.Frames.Time[1] != 250*time.Millisecond {
		t.Errorf("%v", l.Frames.Time)
	}
}

func TestWithoutAClockTimeCountsPackets(t *testing.T) {
	l := open(t, join(heartbeat(1), heartbeat(1), []byte{7, 7}, heartbeat(1)))
	wantTimes(t, l, 0, 0.001, 0.002)
	if len(l.Findings) != 1 || l.Findings[0].Kind != flight.NoClock || l.Findings[0].Severity != flight.Warning {
		t.Errorf("%+v", l.Findings)
	}
	if !l.Timeless || open(t, attitude(1, 5)).Timeless {
		t.Error("what counts packets is no time, and what a boot clock says is")
	}
	if d := l.Damage; len(d) != 1 || d[0].Time != time.Millisecond {
		t.Errorf("damage has the time of the packet before: %+v", d)
	}
}

func TestALogOfNoPacketsIsAllJunk(t *testing.T) {
	for _, data := range [][]byte{nil, {0xFD}, []byte("hello, world"), make([]byte, 500)} {
		if l := open(t, data); l.Frames.Len() != 0 {
			t.Errorf("%q: %d frames", data, l.Frames.Len())
		}
	}
}

// FuzzRaw takes any bytes as a bare stream. A packet in front of it and one
// behind are found whatever it is.
func FuzzRaw(f *testing.F) {
	f.Add(join(heartbeat(1), attitude(1, 1<<32-5), attitude(1, 9), attitude(1, 0)))
	f.Add(join(navHeartbeat(5), navHeartbeat(3), attitude(1, 90_000)[:20]))
	f.Fuzz(func(t *testing.T, data []byte) {
		open(t, data)
		good := attitude(7, 1)
		l := open(t, join(good, data, good))
		for _, at := range []int64{0, l.Size() - int64(len(good))} {
			if err := prove.Found(l, at); err != nil {
				t.Error(err)
			}
		}
	})
}
