package link

import (
	"context"

	"postflight/decode/flight"
	"postflight/decode/scan"
)

// Reasons says of each run of damage of a log, in their order, why it is in no
// frame, in the words of the findings. It reads all junk once. The only error is that
// of the context.
func Reasons(ctx context.Context, l *flight.Log) ([]string, error) {
	n, err := listen(ctx, l)
	if err != nil {
		return nil, err
	}
	return n.reasons(), nil
}

// reasons is that of all runs of damage.
func (n *listener) reasons() []string {
	if len(n.log.Damage) == 0 {
		return nil
	}
	out := make([]string, len(n.log.Damage))
	for i := range out {
		out[i] = n.reason(i).String()
	}
	return out
}

// reason is what a run of damage is.
type reason struct {
	kind  flight.Kind // of its finding
	text  []byte      // of console text
	what  string      // else
	other string      // what speaks in it
	piece string      // of which the log is made
}

// reason says what the bytes of a run of damage are.
func (n *listener) reason(damage int) reason {
	r := n.found(damage)
	r.piece = piece(n.log)
	if r.kind == flight.ZeroRun && r.what == "" {
		r.what = "zero where a " + r.piece + " should be"
	}
	return r
}

// piece is what a log is made of: a log that is written on board has no frames.
func piece(l *flight.Log) string {
	if l.Format == flight.DataFlash || l.Format == flight.DataFlashText {
		return "record"
	}
	return "frame"
}

func (n *listener) found(damage int) reason {
	d := &n.log.Damage[damage]
	switch {
	case behind(d):
		return reason{kind: flight.JunkRun, what: d.Reason}
	case d.Kind != flight.Junk:
		return reason{what: d.Reason}
	case unused(n.log, damage) == d.Length:
		return reason{kind: flight.ZeroRun, what: unusedSpace}
	}
	b, spoken := n.log.Data[d.Offset:d.End()], n.text(damage)
	switch text := stampedText(n.log, b); {
	case text != nil:
		return reason{kind: flight.ConsoleText, text: text, other: "a byte an entry"}
	case d.Reason == scan.ReasonText:
		return reason{kind: flight.ConsoleText, text: b, other: spoken}
	case d.Reason == scan.ReasonZeros && d.Length >= fewZeros:
		return reason{kind: flight.ZeroRun}
	case spoken != "":
		return reason{kind: flight.JunkRun, what: spoken, other: spoken}
	case mostlyZero(b):
		return reason{kind: flight.ZeroRun, what: "junk, most of them zero"}
	case stretched(b):
		return reason{kind: flight.JunkRun, what: wrongRate}
	}
	return reason{kind: flight.JunkRun, what: d.Reason}
}

const unusedSpace = "space that was reserved and not written"

// stretched reports whether a run of junk is long enough to tell by its own bits that
// it was read at the wrong baud rate, and does.
func stretched(b []byte) bool {
	const enough = 512 // bytes
	var seen bits
	seen.look(b)
	return seen.looked >= enough && seen.stretched()
}

// mostlyZero reports whether a run of junk is a block of zeros with what it cut in two.
func mostlyZero(b []byte) bool {
	const block = 64
	zeros, run, longest := 0, 0, 0
	for _, v := range b {
		if v != 0 {
			run = 0
			continue
		}
		zeros, run = zeros+1, run+1
		longest = max(longest, run)
	}
	return longest >= block && 4*zeros >= 3*len(b)
}

// String is the reason in a clause.
func (r reason) String() string {
	switch {
	case r.kind != flight.ConsoleText:
		return r.what
	case r.other != "":
		return "text between the " + r.piece + "s, " + r.other
	}
	return "text between the " + r.piece + "s"
}
