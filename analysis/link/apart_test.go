package link_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/analysis/link"
	"postflight/decode"
	"postflight/decode/flight"
)

// voice is one of several senders under one id, with a counter of its own.
type voice struct {
	every    time.Duration
	messages []*flight.Message
	number   int
	loss     float64
	late     float64
	twice    float64
}

// account is what became of the frames of a voice.
type account struct{ received, lost, late, twice int }

// chorus is a recording of several voices, and what was done to each. Faults
// leave the first and the last frames alone, where none could be told.
func chorus(random *rand.Rand, length time.Duration, voices ...voice) (*flight.Log, []account) {
	type event struct {
		at     time.Duration
		voice  int
		sent   int
		copied bool
	}
	var events []event
	out := make([]account, len(voices))
	for k, v := range voices {
		sent := int(length / v.every)
		for i := range sent {
			at := time.Duration(i)*v.every + time.Duration(k)*ms/4
			if i > 5 && i < sent-5 {
				switch p := random.Float64(); {
				case p < v.loss:
					out[k].lost++
					continue
				case p < v.loss+v.late:
					at += v.every + v.every/3
				case p < v.loss+v.late+v.twice:
					events = append(events, event{at + ms, k, i, true})
					out[k].twice++
				}
			}
			events = append(events, event{at, k, i, false})
			out[k].received++
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return int(a.at - b.at) })
	var b logtest.Builder
	bytes := map[event][]byte{}
	newest := make([]int, len(voices))
	for _, e := range events {
		v := &voices[e.voice]
		f := logtest.Frame{At: e.at, Message: v.messages[e.sent%len(v.messages)], Seq: uint8(v.number + e.sent), Fresh: true}
		key := event{voice: e.voice, sent: e.sent}
		if e.copied {
			b.Again(f, bytes[key])
			continue
		}
		bytes[key] = b.Add(f)
		if e.sent < newest[e.voice] {
			out[e.voice].late++
		}
		newest[e.voice] = max(newest[e.voice], e.sent)
	}
	return b.Log(), out
}

func accounts(s *link.Source) []account {
	var out []account
	for _, t := range s.Tracks {
		out = append(out, account{t.Frames - t.Duplicate, t.Lost, t.Late, t.Duplicate})
	}
	return out
}

func TestSendersThatCanBeToldApartHaveAccountsOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		name   string
		voices []voice
	}{
		{"by their messages", []voice{
			{every: 10 * ms, messages: many, number: 5, loss: 0.02}, {every: 37 * ms, messages: beat, number: 90, loss: 0.05},
		}},
		{"by numbers far apart", []voice{
			{every: 10 * ms, messages: many, number: 5, loss: 0.02}, {every: 10 * ms, messages: many, number: 140, loss: 0.01},
		}},
		{"with frames late and twice", []voice{
			{every: 10 * ms, messages: many, loss: 0.02, late: 0.01, twice: 0.01}, {every: 41 * ms, messages: beat, loss: 0.03, twice: 0.02},
		}},
		{"three, of which two by number", []voice{
			{every: 10 * ms, messages: many, number: 5, loss: 0.02},
			{every: 15 * ms, messages: beat, number: 0, loss: 0.01},
			{every: 15 * ms, messages: beat, number: 120, loss: 0.01},
		}},
		{"one that lost nothing", []voice{
			{every: 10 * ms, messages: many, loss: 0.02}, {every: time.Second, messages: beat, number: 77},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, want := chorus(rand.New(rand.NewPCG(3, 1)), 40*time.Second, c.voices...)
			r := count(l)
			s := r.Of(autopilot)
			if got := accounts(s); !slices.Equal(got, want) {
				t.Fatalf("counted %+v, made %+v: %s", got, want, s.Why)
			}
			if s.Reliable || s.Lost != 0 {
				t.Errorf("loss of the id: %+v", *s)
			}
			f := find(r, flight.SeveralSenders)
			for _, a := range want {
				said := fmt.Sprintf("%d frames received, %d lost (", a.received, a.lost)
				if a.lost == 0 {
					said = fmt.Sprintf("%d frames received, none lost", a.received)
				}
				if !strings.Contains(s.Why, said) || len(f) != 1 || !strings.Contains(f[0].Text, said) {
					t.Errorf("%q is not said in %q", said, s.Why)
				}
			}
		})
	}
}

func TestSendersThatCannotBeToldApartHaveNoAccounts(t *testing.T) {
	for _, c := range []struct {
		name   string
		voices []voice
	}{
		{"the same messages, and numbers that pass each other", []voice{
			{every: 10 * ms, messages: many, number: 5, loss: 0.02}, {every: 13 * ms, messages: many, number: 90, loss: 0.02},
		}},
		{"one message of both", []voice{
			{every: 10 * ms, messages: []*flight.Message{logtest.Attitude, logtest.Servos, logtest.Attitude, logtest.Servos, logtest.Heartbeat}, loss: 0.02},
			{every: 13 * ms, messages: []*flight.Message{logtest.Position, logtest.Position, logtest.Heartbeat}, number: 90, loss: 0.02},
		}},
	} {
		l, _ := chorus(rand.New(rand.NewPCG(3, 2)), 40*time.Second, c.voices...)
		s := count(l).Of(autopilot)
		if s.Senders != 2 || len(s.Tracks) != 0 || !strings.Contains(s.Why, "cannot be told, because") {
			t.Errorf("%s: %+v, %s", c.name, accounts(s), s.Why)
		}
	}
}

func TestAccountsOfRandomSendersAreRightOrThereAreNone(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	messages := append(slices.Clone(many), logtest.Heartbeat, logtest.SystemTime, logtest.SetAttitude)
	told, rounds := 0, 150
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
		voices := make([]voice, 2+random.IntN(2))
		for k := range voices {
			var sends []*flight.Message
			for _, m := range messages {
				if random.IntN(2) == 0 {
					sends = append(sends, m)
				}
			}
			if len(sends) == 0 {
				sends = beat
			}
			voices[k] = voice{
				every: time.Duration(7+random.IntN(40)) * ms, messages: sends, number: random.IntN(256),
				loss: 0.06 * random.Float64(), late: 0.01 * random.Float64(), twice: 0.01 * random.Float64(),
			}
			if k > 0 && random.IntN(3) == 0 {
				voices[k].every = voices[0].every
			}
			if k > 0 && random.IntN(2) == 0 { // as a companion computer has
				voices[k].messages = messages[3:]
				voices[0].messages = many
			}
		}
		l, want := chorus(random, 40*time.Second, voices...)
		s := count(l).Of(autopilot)
		got := accounts(s)
		if len(got) != len(want) {
			if len(got) > 0 {
				t.Errorf("round %d: %d senders of %d", round, len(got), len(want))
			}
			continue
		}
		told++
		for k := range want {
			// Late beside a hole of the round before is told by what follows, which may be late itself.
			if d := got[k].late - want[k].late; d >= -1 && d <= 1 {
				got[k].late = want[k].late
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("round %d: counted %+v, made %+v", round, got, want)
		}
	}
	t.Logf("told apart in %d of %d", told, rounds)
	if told < rounds/10 {
		t.Errorf("told apart in %d of %d", told, rounds)
	}
}

func TestAVehicleBesideWhoPosesAsItHasItsOwnAccount(t *testing.T) {
	folder := logtest.Real(t)
	l, err := decode.Open(t.Context(), filepath.Join(folder, "wlichon_flood_heartbeat.tlog"), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := count(l).Of(autopilot)
	if got := accounts(s); !slices.Equal(got, []account{{received: 5154, lost: 60}, {received: 3214}}) {
		t.Errorf("got %+v", got)
	}
	for _, said := range []string{"in MAVLink 2: 5154 frames received, 60 lost (1.2 %)", "HEARTBEAT in MAVLink 1: 3214 frames received, none lost"} {
		if !strings.Contains(s.Why, said) {
			t.Errorf("%q does not say %q", s.Why, said)
		}
	}
}
