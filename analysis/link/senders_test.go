package link_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

const ms = time.Millisecond

// speaker is one counter under an id. Its messages take turns.
type speaker struct {
	every    time.Duration
	messages []*flight.Message
	number   uint8
	source   flight.Source
	loss     float64
}

var (
	many = []*flight.Message{logtest.Attitude, logtest.Servos, logtest.Position}
	beat = []*flight.Message{logtest.Heartbeat}
)

// together lays what several speakers send on one timeline.
func together(length time.Duration, speakers ...speaker) *logtest.Builder {
	var b logtest.Builder
	random := rand.New(rand.NewPCG(1, 2))
	next := make([]time.Duration, len(speakers))
	for k := range speakers {
		next[k] = time.Duration(k) * ms
	}
	for {
		first := 0
		for k := range next {
			if next[k] < next[first] {
				first = k
			}
		}
		s := &speakers[first]
		if next[first] > length {
			return &b
		}
		if random.Float64() >= s.loss {
			b.Add(logtest.Frame{At: next[first], Source: s.source, Message: s.messages[int(next[first]/s.every)%len(s.messages)], Seq: s.number, Fresh: true})
		}
		s.number++
		next[first] += s.every
	}
}

func TestCountersSideBySideAreSeveralSendersAndNoLoss(t *testing.T) {
	for _, c := range []struct {
		name     string
		speakers []speaker
		senders  int
	}{
		{"two links of one vehicle", []speaker{
			{every: 10 * ms, messages: many, number: 5}, {every: 10 * ms, messages: many, number: 140},
		}, 2},
		{"two that lose frames", []speaker{
			{every: 10 * ms, messages: many, number: 5, loss: 0.02}, {every: 13 * ms, messages: many, number: 90, loss: 0.02},
		}, 2},
		{"one that speaks seldom", []speaker{
			{every: 10 * ms, messages: many}, {every: time.Second, messages: beat, number: 77},
		}, 2},
		{"a crowd", []speaker{
			{every: 30 * ms, messages: beat},
			{every: 31 * ms, messages: beat},
			{every: 37 * ms, messages: beat},
			{every: 29 * ms, messages: beat},
			{every: 41 * ms, messages: beat},
		}, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := count(together(30*time.Second, c.speakers...).Log())
			s := r.Of(autopilot)
			if s.Reliable || s.Lost != 0 || s.Late != 0 || s.Duplicate != 0 || s.Senders != c.senders || len(r.OutOfOrder) != 0 {
				t.Errorf("got %+v", *s)
			}
			if f := find(r, flight.SeveralSenders); len(f) != 1 || f[0].Source != "1:1" || !strings.Contains(s.Why, "side by side") {
				t.Errorf("%q, findings %+v", s.Why, r.Findings)
			}
			if f := find(r, flight.Lost); len(f) != 0 {
				t.Errorf("loss is reported: %+v", f)
			}
		})
	}
}

func TestTwoCountersAreToldApartThoughOneLosesFrames(t *testing.T) {
	var b logtest.Builder
	random := rand.New(rand.NewPCG(1, 5))
	a, other, lost := 0, 128, 0
	for i := range 3000 {
		at := time.Duration(i) * 40 * ms
		if a++; i < 9 || random.IntN(20) > 0 {
			b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(a), Fresh: true})
		} else {
			lost++
		}
		rest := []*flight.Message{logtest.Servos, logtest.Heartbeat, logtest.SystemTime}
		switch {
		case i%25 == 0:
		case i%5 == 0 || i%5 == 2:
			rest = rest[:1]
		default:
			rest = nil
		}
		for _, m := range rest {
			other++
			b.Add(logtest.Frame{At: at, Message: m, Seq: uint8(other), Fresh: true})
		}
	}
	s := count(b.Log()).Of(autopilot)
	if len(s.Tracks) != 2 || s.Tracks[0].Lost != lost || s.Tracks[1].Lost != 0 || s.Lost != 0 {
		t.Errorf("%d lost: %+v, %q", lost, s.Tracks, s.Why)
	}
}

func TestOneSenderOnABadLinkIsNotSeveral(t *testing.T) {
	for _, loss := range []float64{0, 0.01, 0.05, 0.3, 0.6} {
		b := together(60*time.Second,
			speaker{every: 20 * ms, messages: many, loss: loss},
			speaker{every: 50 * ms, messages: beat, source: flight.MakeSource(1, 100), loss: loss})
		r := count(b.Log())
		for i := range r.Sources {
			if s := &r.Sources[i]; s.Senders != 1 || !s.Reliable || math.Abs(s.Loss()-loss) > 0.01+0.1*loss {
				t.Errorf("loss %v: %+v", loss, *s)
			}
		}
	}
}

func TestFramesOfOneContentInCrowdsAreSeveralSendersNotCopies(t *testing.T) {
	var b logtest.Builder
	for i := range 2000 {
		for k := range 6 {
			at := time.Duration(i)*5*ms + time.Duration(k)*ms/2
			b.Add(logtest.Frame{At: at, Message: logtest.Heartbeat, Seq: uint8(i - k*(i/400))})
		}
	}
	s := count(b.Log()).Of(autopilot)
	if s.Senders < 4 || s.Reliable || s.Lost != 0 || s.Duplicate != 0 {
		t.Errorf("got %+v", *s)
	}
}

func TestEveryFrameTwiceIsARouterNotSeveralSenders(t *testing.T) {
	var b logtest.Builder
	for i := range 500 {
		f := logtest.Frame{At: time.Duration(i) * 10 * ms, Message: logtest.Attitude, Seq: uint8(i), Fresh: true}
		bytes := b.Add(f)
		f.At += 2 * ms
		b.Again(f, bytes)
	}
	r := count(b.Log())
	s := r.Of(autopilot)
	if s.Senders != 1 || !s.Reliable || s.Lost != 0 || s.Duplicate != 500 {
		t.Errorf("got %+v", *s)
	}
	if f := find(r, flight.Duplicate); len(f) != 1 || !strings.Contains(f[0].Text, "router") {
		t.Errorf("findings %+v", f)
	}
}

func TestAFastSenderThatRepeatsItselfSendsNoCopies(t *testing.T) {
	var b logtest.Builder
	for i := range 5000 { // comes round 20 times a second, with nothing new to say
		b.Add(logtest.Frame{At: time.Duration(i) * 200 * time.Microsecond, Message: logtest.Heartbeat, Seq: uint8(i)})
	}
	if s := count(b.Log()).Of(autopilot); s.Duplicate != 0 || s.Lost != 0 || s.Late != 0 || s.Senders != 1 {
		t.Errorf("got %+v", *s)
	}
}

func TestARadioThatSendsTwoMessagesANumberLosesNothing(t *testing.T) {
	radio := flight.MakeSource(51, 68)
	var b logtest.Builder
	for i := range 100 {
		at := time.Duration(i) * 500 * ms
		for _, m := range []*flight.Message{logtest.Heartbeat, logtest.Servos} {
			b.Add(logtest.Frame{At: at, Source: radio, Message: m, Seq: uint8(i), Fresh: true})
		}
	}
	s := count(b.Log()).Of(radio)
	if s.Lost != 0 || s.Duplicate != 0 || s.Senders != 1 || !s.Reliable || !strings.Contains(s.Why, "one number") {
		t.Errorf("got %+v", *s)
	}
}

// filtered keeps one message of a sender that numbers many.
func filtered() *logtest.Builder {
	var b logtest.Builder
	random := rand.New(rand.NewPCG(3, 4))
	number := 0
	for i := range 1000 {
		number += 1 + random.IntN(9)
		b.Add(logtest.Frame{At: time.Duration(i)*50*ms + time.Duration(random.IntN(5))*ms, Message: logtest.Attitude, Seq: uint8(number), Fresh: true})
	}
	return &b
}

func TestALogOfOneMessageDoesNotTellItsLoss(t *testing.T) {
	r := count(filtered().Log())
	if s := r.Of(autopilot); s.Reliable || s.Lost != 0 || !strings.Contains(s.Why, "left out of the log") || len(find(r, flight.Lost)) != 0 {
		t.Errorf("got %+v", *s)
	}
}

func TestDamagedFramesAreLostThoughTheRestKeepsItsRhythm(t *testing.T) {
	var b logtest.Builder
	for i := range 300 {
		at := time.Duration(i) * 100 * ms
		b.Add(logtest.Frame{At: at, Message: logtest.Heartbeat, Seq: uint8(2 * i), Fresh: true})
		b.Damage(flight.Damage{Kind: flight.CRCFailed, Time: at, Source: autopilot, Message: logtest.Attitude, Frame: 28}, make([]byte, 28))
	}
	r := count(b.Log())
	if s := r.Of(autopilot); !s.Reliable || s.Lost != 299 || s.CRCFailed != 300 {
		t.Errorf("got %+v", *s)
	}
	f := find(r, flight.DialectMismatch)
	if len(f) != 1 || f[0].Source != "1:1" || !strings.Contains(f[0].Text, "ATTITUDE from 1:1") || !strings.Contains(f[0].Text, "another dialect") {
		t.Errorf("findings %+v", r.Findings)
	}
}

func TestAStationInItsOwnLogDoesNotTellItsLoss(t *testing.T) {
	station := flight.MakeSource(255, 190)
	build := func() *flight.Log {
		var b logtest.Builder
		for i := range 100 {
			b.Add(logtest.Frame{At: time.Duration(i*i) * ms, Source: station, Message: logtest.Heartbeat, Seq: uint8(i + i/10), Fresh: true})
		}
		return b.Log()
	}
	l := build()
	l.Format = flight.TLog
	if s := count(l).Of(station); s.Reliable || s.Lost != 0 || !strings.Contains(s.Why, "ground station") {
		t.Errorf("in a station's log: %+v", *s)
	}
	if s := count(build()).Of(station); !s.Reliable || s.Lost != 9 {
		t.Errorf("in a recording of a link: %+v", *s)
	}
}

func TestGapsAreSummedByTheMessageThatShowedThem(t *testing.T) {
	var b logtest.Builder
	for i, f := range []struct {
		message *flight.Message
		number  uint8
	}{{logtest.Attitude, 0}, {logtest.Attitude, 4}, {logtest.Heartbeat, 5}, {logtest.Heartbeat, 7}, {logtest.Attitude, 9}} {
		b.Add(logtest.Frame{At: time.Duration(i) * 100 * ms, Message: f.message, Seq: f.number, Fresh: true})
	}
	by := count(b.Log()).Of(autopilot).GapsBy
	if len(by) != 2 || by[0].Message != "ATTITUDE" || by[0].Lost != 4 || by[1].Message != "HEARTBEAT" || by[1].Lost != 1 {
		t.Errorf("got %+v", by)
	}
}

func TestALossThatNoCounterShowsIsSaidAsASilence(t *testing.T) {
	var b logtest.Builder
	for i := range 400 {
		at, number := time.Duration(i)*20*ms, i
		if i >= 200 {
			at, number = at+256*20*ms, i+256
		}
		b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(number), Fresh: true})
	}
	r := count(b.Log())
	f := find(r, flight.TimeGap)
	if s := r.Of(autopilot); s.Lost != 0 || len(f) != 1 || !strings.Contains(f[0].Text, "5.1 s") {
		t.Errorf("%+v, findings %+v", *s, f)
	}
}

func TestHeartbeatsOfTwoKindsAreTwoSendersHoweverFewTheyAre(t *testing.T) {
	named := &flight.Message{ID: 0, Name: "HEARTBEAT", MinLength: 2, MaxLength: 2, Fields: []flight.Field{
		{Name: "type", Type: flight.U8}, {Name: "autopilot", Type: flight.U8, Offset: 1},
	}}
	log := func(types ...float64) *flight.Log {
		var b logtest.Builder
		for i, kind := range types {
			b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: named, Seq: uint8(i), Value: kind})
		}
		return b.Log()
	}
	if s := count(log(2, 13, 2, 13, 2)).Of(autopilot); s.Senders != 2 || s.Reliable || !strings.Contains(s.Why, "quadrotor (generic autopilot) and a hexarotor") {
		t.Errorf("got %+v", *s)
	}
	if s := count(log(10, 10, 11, 11, 11)).Of(autopilot); s.Senders != 1 || !s.Reliable {
		t.Errorf("another firmware after a reboot: %+v", *s)
	}
}
