package timebase

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"time"

	"postflight/analysis/clock"
	"postflight/decode/flight"
)

// syncFields are the fields of a message that compares clocks: TIMESYNC of
// MAVLink (its guide, time synchronization: the answer repeats the stamp of the
// question beside its own), or TIME_SYNC of NavLink, which carries three stamps.
type syncFields struct{ tc1, ts1, role, t1, t2, t3 *flight.Field }

func syncFieldsOf(m *flight.Message) *syncFields {
	f := &syncFields{m.Field("tc1"), m.Field("ts1"), m.Field("role"), m.Field("t1_gcs_tx"), m.Field("t2_fc_rx"), m.Field("t3_fc_tx")}
	mavlink := m.Name == "TIMESYNC" && f.tc1 != nil && f.ts1 != nil
	navlink := m.Name == "TIME_SYNC" && f.role != nil && f.t1 != nil && f.t2 != nil && f.t3 != nil
	if !mavlink && !navlink {
		return nil
	}
	return f
}

// syncFrame is a TIMESYNC as it stands in the log.
type syncFrame struct {
	frame  int
	source flight.Source
	epoch  int
	host   int64
	answer int64 // tc1; 0 in a question
	asked  int64 // ts1
}

// exchange is a question and its answer in the stamps of the host.
type exchange struct {
	frame                  int // of the answer
	source                 flight.Source
	epoch                  int
	sent, remote, received int64
	local                  bool // the host asked: the answer went both ways
}

// longestTrip is how long an answer may take to be one.
const longestTrip = int64(10 * time.Second)

func (c *collector) sync(i int, from *sender, host int64, payload []byte, f *syncFields) {
	if f.tc1 != nil {
		s := syncFrame{
			frame: i, source: from.source, epoch: from.epoch, host: host,
			answer: int64(f.tc1.Bits(payload, 0)), asked: int64(f.ts1.Bits(payload, 0)),
		}
		if s.asked != 0 {
			c.syncs = append(c.syncs, s)
		}
		return
	}
	c.navLink(i, from, host, payload, f)
}

// navLink takes an answer with the four stamps of an exchange, the fourth its
// arrival. The first has to be on the clock of the station: raw, or the date.
func (c *collector) navLink(i int, from *sender, host int64, payload []byte, f *syncFields) {
	const answered = 1
	t1, ok1 := whole(f.t1, payload, int64(time.Millisecond))
	t2, ok2 := whole(f.t2, payload, int64(time.Millisecond))
	t3, ok3 := whole(f.t3, payload, int64(time.Millisecond))
	if f.role.Bits(payload, 0) != answered || !ok1 || !ok2 || !ok3 || t3 < t2 {
		return
	}
	for _, received := range []int64{host, host - c.host.base} {
		// Stamps of whole milliseconds may look as if the answer came first.
		trip := received - t1
		if trip < -int64(time.Millisecond) || trip > longestTrip || t3-t2 > max(trip, 0)+int64(time.Millisecond) {
			continue
		}
		c.navLinks = append(c.navLinks, exchange{
			frame: i, source: from.source, epoch: from.epoch,
			sent: host - trip, remote: t2, received: max(host-trip, host-(t3-t2)), local: true,
		})
		return
	}
}

// exchange joins answers to the questions they belong to, whoever asked: the
// log saw the question pass before the answer was made, and the answer after.
func (c *collector) exchange() {
	found := append(c.navLinks, c.matched()...)
	slices.SortStableFunc(found, func(a, b exchange) int { return cmp.Compare(a.frame, b.frame) })
	byClock := map[key][]exchange{}
	for _, x := range found {
		k := key{source: x.source, epoch: x.epoch, remote: Boot, timesync: true}
		if isDate(x.remote) {
			k.remote = UTC
		}
		byClock[k] = append(byClock[k], x)
	}
	for k, all := range byClock {
		g := c.group(k)
		g.trip = all[0].trip()
		for i, x := range all {
			g.trip = min(g.trip, x.trip())
			if x.local {
				g.trips = append(g.trips, trip{x.sent, x.received})
			}
			if x.trip() <= leastTrip(all, i)+int64(clock.RTTMargin) {
				g.add(x.frame, clock.Pair{Host: x.sent + x.trip()/2, Remote: x.remote})
			}
		}
	}
}

func (x exchange) trip() int64 { return x.received - x.sent }

// leastTrip is the shortest of the exchanges around one, as many as clock.Timesync
// looks back to: a log also knows what came after.
func leastTrip(all []exchange, i int) int64 {
	const half = clock.RTTWindow / 2
	least := all[i].trip()
	for _, x := range all[max(0, i-half):min(len(all), i+half)] {
		least = min(least, x.trip())
	}
	return least
}

// early is how often answers of one source stood before the questions of another.
type early struct {
	count int
	most  time.Duration
	first syncFrame
	asked int // frame of the question to the first
}

func (c *collector) matched() []exchange {
	questions := map[int64][]*syncFrame{}
	for i := range c.syncs {
		if s := &c.syncs[i]; s.answer == 0 {
			questions[s.asked] = append(questions[s.asked], s)
		}
	}
	type once struct {
		question int
		source   flight.Source
	}
	seen := map[once]bool{}
	var out, unasked []exchange
	for i := range c.syncs {
		a := &c.syncs[i]
		if a.answer == 0 {
			continue
		}
		q, before := questionTo(questions[a.asked], a)
		if q == nil {
			trip := a.host - a.asked
			if c.log.Format == flight.TLog && trip >= 0 && trip <= longestTrip {
				unasked = append(unasked, exchange{a.frame, a.source, a.epoch, a.asked, a.answer, a.host, true})
			}
			continue
		}
		if seen[once{q.frame, a.source}] {
			continue
		}
		seen[once{q.frame, a.source}] = true
		if !before || a.host < q.host {
			c.answeredEarly(q, a)
			continue
		}
		out = append(out, exchange{a.frame, a.source, a.epoch, q.host, a.answer, a.host, c.asksHere(q.source, a.source)})
	}
	if len(out) == 0 {
		return unasked // the log holds no questions, but their stamps are of the clock it is stamped by
	}
	return out
}

// questionTo finds the question that an answer repeats: the last before it, else
// the first after it. A vehicle does not answer itself.
func questionTo(asked []*syncFrame, a *syncFrame) (q *syncFrame, before bool) {
	const looks = 8 // at questions of the same stamp
	fits := func(q *syncFrame) bool {
		trip := a.host - q.host
		return q.source != a.source && -longestTrip <= trip && trip <= longestTrip
	}
	at := sort.Search(len(asked), func(i int) bool { return asked[i].frame > a.frame })
	for i := at - 1; i >= max(0, at-looks); i-- {
		if fits(asked[i]) {
			return asked[i], true
		}
	}
	for i := at; i < min(len(asked), at+looks); i++ {
		if fits(asked[i]) {
			return asked[i], false
		}
	}
	return nil, false
}

func (c *collector) answeredEarly(q, a *syncFrame) {
	who := [2]flight.Source{q.source, a.source}
	e := c.tooEarly[who]
	if e == nil {
		e = &early{first: *a, asked: q.frame}
		c.tooEarly[who] = e
	}
	e.count++
	e.most = max(e.most, time.Duration(q.host-a.host))
}

// harmlessLead is by how much stations are known to log an answer too early.
const harmlessLead = time.Millisecond

// causality tells of answers that stand before their questions.
func (c *collector) causality() []flight.Finding {
	var out []flight.Finding
	for who, e := range c.tooEarly {
		severity := flight.Info
		if e.most > harmlessLead {
			severity = flight.Warning
		}
		answers := fmt.Sprintf("%d answers of %s stand", e.count, who[1])
		if e.count == 1 {
			answers = fmt.Sprintf("An answer of %s stands", who[1])
		}
		out = append(out, flight.Finding{
			Kind: flight.Causality, Severity: severity, Source: who[1].String(),
			Time: c.log.Frames.Time[e.first.frame], Span: c.log.Pieces(e.first.frame)[0],
			Text: fmt.Sprintf("%s before the TIMESYNC of %s that asked, by %.3f ms at most (the first question is at byte %d). "+
				"The order of frames that close together means nothing.",
				answers, who[0], float64(e.most.Microseconds())/1000, c.log.Frames.Offset[e.asked]),
		})
	}
	slices.SortFunc(out, func(a, b flight.Finding) int { return cmp.Compare(a.Span.Offset, b.Span.Offset) })
	return out
}
