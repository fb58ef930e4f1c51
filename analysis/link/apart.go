package link

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"postflight/analysis/internal/words"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

const (
	// fewestOfTrack is how many frames a sender of its own has at least.
	fewestOfTrack = 8
	// A gap of a sender that was told apart is believed up to so many frames, and
	// so many times what was due in its time. A frame of another sender would leave
	// one of any size.
	likelyGap, likelyTimes = 8, 4
)

// mostTracks is how many senders under one id are told apart.
const mostTracks = 8

// apart gives each sender under an id its own account: by the messages that only
// it sends, or by numbers that keep far from all others. It gives none unless each
// account, with all of its gaps, is that of one counter: events is how many one
// counter for all would have.
func (c *counting) apart(s *Source, senders, events int) []Track {
	if c.log.Format == flight.TLog && c.isStation(s.Source) {
		return nil
	}
	frames := c.framesOf(s.Source)
	for _, share := range linkedShares {
		if out := c.accounts(frames, share, senders, events); out != nil {
			return out
		}
	}
	return nil
}

// linkedShares are the shares of steps between messages of one sender that are
// tried: a sender may send some of them in runs of their own.
var linkedShares = []float64{0.1, 0.03, 0.01}

func (c *counting) accounts(frames []int32, share float64, senders, events int) []Track {
	all, ok := c.bySender(frames, share, senders)
	if !ok || len(all) < 2 {
		return nil
	}
	out, left := make([]Track, len(all)), 0
	for k, list := range all {
		var gaps int
		if out[k], gaps, ok = c.along(list); !ok {
			return nil
		}
		left += gaps
	}
	if left*explained > max(events, fewEvents) {
		return nil
	}
	slices.SortStableFunc(out, func(a, b Track) int { return cmp.Compare(a.First, b.First) })
	return out
}

// bySender divides frames among their senders, as it seems.
func (c *counting) bySender(frames []int32, share float64, senders int) (out [][]int32, ok bool) {
	group, groups := sequence.ByMessage(c.numbered(frames), share)
	if groups > mostTracks {
		return nil, false
	}
	for _, list := range divided(frames, group, groups) {
		if _, _, ok := c.along(list); ok && groups > 1 {
			out = append(out, list)
			continue
		}
		counter, counters, ok := sequence.ByNumber(c.numbered(list), senders)
		if !ok || counters < 2 {
			return nil, false
		}
		out = append(out, divided(list, counter, counters)...)
	}
	return c.oneCounterEach(out), len(out) <= mostTracks
}

// oneCounterEach joins lists that leave fewer gaps together than apart: what one
// seems to lack is in the other.
func (c *counting) oneCounterEach(lists [][]int32) [][]int32 {
	gaps := make([]int, len(lists))
	for k, list := range lists {
		_, gaps[k], _ = c.along(list)
	}
	for a := 0; a < len(lists); a++ {
		for b := a + 1; b < len(lists); b++ {
			both := slices.Concat(lists[a], lists[b])
			slices.Sort(both)
			_, together, ok := c.along(both)
			if ok && together < gaps[a]+gaps[b] {
				lists[a], gaps[a] = both, together
				lists, gaps = slices.Delete(lists, b, b+1), slices.Delete(gaps, b, b+1)
				a = -1
				break
			}
		}
	}
	return lists
}

func (c *counting) numbered(frames []int32) []sequence.Frame {
	f := &c.log.Frames
	out := make([]sequence.Frame, len(frames))
	for k, i := range frames {
		out[k] = sequence.Frame{Number: f.Seq[i], Kind: uint8(c.log.Wire(int(i))), Message: f.Stream[i], Time: f.Time[i]}
	}
	return out
}

func divided(frames []int32, group []int, groups int) [][]int32 {
	out := make([][]int32, groups)
	for k, i := range frames {
		out[group[k]] = append(out[group[k]], i)
	}
	return out
}

// along counts frames as those of one sender; gaps is what is left to explain by
// loss. ok is false where they are not one sender's, or where what was lost of it
// may have gone another way.
func (c *counting) along(list []int32) (t Track, gaps int, ok bool) {
	if len(list) < fewestOfTrack {
		return t, 0, false
	}
	f := &c.log.Frames
	first, last := int(list[0]), int(list[len(list)-1])
	t = Track{Frames: len(list), First: f.Time[first], Sequence: f.Seq[first], Messages: c.messagesOf(list)}
	rate := float64(len(list)) / max(f.Time[last]-f.Time[first], time.Millisecond).Seconds()
	at := 0
	h := heard{log: c.log, counter: &sequence.Counter{}, copies: sequence.NewCopies(c.log)}
	h.following = func(k int) (uint8, bool) {
		if next := at + 1 + k; next < len(list) && k < reach && !c.resets[int(list[next])] {
			return f.Seq[list[next]], true
		}
		return 0, false
	}
	for k, frame := range list {
		i := int(frame)
		at = k
		if w := c.log.Wire(i); !slices.Contains(t.Wires, w) {
			t.Wires = append(t.Wires, w)
			slices.Sort(t.Wires)
		}
		if c.resets[i] {
			h.counter.Reset()
		}
		o, copies := h.frame(i, 0)
		switch {
		case copies > 0:
			t.Duplicate++
		case o.Verdict == sequence.Gap:
			due := rate * (f.Time[i] - f.Time[list[k-1]]).Seconds()
			if float64(o.Missing) > likelyGap+likelyTimes*due {
				return t, 0, false
			}
			gaps++
			t.Lost += o.Missing
		case o.Verdict == sequence.Late:
			gaps++
			t.Late++
			if o.Tag >= 0 {
				t.Lost--
			}
		}
	}
	few := float64(t.Lost) < missingShare*float64(t.Lost+t.Frames)
	return t, gaps, few || !c.regular(list, t.Lost, 0)
}

// messagesOf names the messages of frames, the most frequent first.
func (c *counting) messagesOf(list []int32) []string {
	count := map[string]int{}
	for _, i := range list {
		count[c.log.Message(int(i)).Name]++
	}
	names := make([]string, 0, len(count))
	for name := range count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	return names
}

// whyTracks says what each of several senders lost, or why that cannot be told.
func whyTracks(tracks []Track, wires bool) string {
	if len(tracks) == 0 {
		return "which of them lost what cannot be told, because neither their messages nor their numbers keep them apart"
	}
	texts, count := make([]string, len(tracks)), map[string]int{}
	for i, t := range tracks {
		texts[i] = words.Some(t.Messages, shownMessages, "other messages")
		if wires && len(t.Wires) == 1 {
			texts[i] += map[flight.Wire]string{flight.MAVLink1: " in MAVLink 1", flight.MAVLink2: " in MAVLink 2"}[t.Wires[0]]
		}
		count[texts[i]]++
	}
	for i, t := range tracks {
		if count[texts[i]] > 1 {
			texts[i] += fmt.Sprintf(" from sequence %d on", t.Sequence)
		}
		texts[i] += fmt.Sprintf(": %s received, %s", frames(t.Frames-t.Duplicate), lostOf(t))
	}
	return "told apart, they are " + strings.Join(texts, "; ")
}

// shownMessages is how many messages name a sender.
const shownMessages = 2

func lostOf(t Track) string {
	if t.Lost == 0 {
		return "none lost"
	}
	return fmt.Sprintf("%d lost (%.1f %%)", t.Lost, 100*float64(t.Lost)/float64(t.Lost+t.Frames-t.Duplicate))
}
