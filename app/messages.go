package app

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"postflight/analysis/link"
	"postflight/decode/flight"
)

func runMessages(ctx context.Context, in *invocation) int {
	flags := in.flags()
	asJSON := flags.Bool("json", false, "one JSON object a line")
	source := flags.String("source", "", "only of this source, such as 1:1")
	message := flags.String("message", "", "only this message, such as ATTITUDE")
	words, code, ok := in.parse(flags, 1, 1)
	if !ok {
		return code
	}
	var from *flight.Source
	if *source != "" {
		s, err := flight.ParseSource(*source)
		if err != nil {
			return in.fail(err)
		}
		from = &s
	}
	log, err := in.open(ctx, words[0])
	if err != nil {
		return in.fail(err)
	}
	out := bufio.NewWriterSize(in.stdout, 1<<16)
	write := writeText
	if *asJSON {
		write = writeJSON
	}
	reasons, err := link.Reasons(ctx, log)
	if err != nil {
		return in.fail(err)
	}
	listed := listing{log: log, out: out, write: write, source: from, message: *message, reasons: reasons}
	if err := listed.run(ctx); err != nil {
		return in.fail(err)
	}
	if err := out.Flush(); err != nil {
		return in.fail(fmt.Errorf("writing messages: %w", err))
	}
	if listed.lines == 0 && (from != nil || *message != "") {
		fmt.Fprintf(in.stderr, "%s holds none of that; postflight check %s lists its sources.\n", words[0], words[0])
	}
	return exitOK
}

// listing walks frames and damage of a log together, in file order.
type listing struct {
	log     *flight.Log
	out     *bufio.Writer
	write   func(io.Writer, *flight.Log, entry)
	source  *flight.Source
	message string
	reasons []string // beside log.Damage
	lines   int      // written
}

// entry is one line: a frame, or damaged bytes.
type entry struct {
	frame  int
	damage *flight.Damage // nil for frames
	reason string         // of damage
}

func (l *listing) run(ctx context.Context) error {
	damage := l.log.Damage
	for i := 0; i <= l.log.Frames.Len(); i++ {
		for len(damage) > 0 && (i == l.log.Frames.Len() || damage[0].Offset < l.log.Frames.Offset[i]) {
			if l.wantsDamage(&damage[0]) {
				l.put(entry{damage: &damage[0], reason: l.reasons[len(l.reasons)-len(damage)]})
			}
			damage = damage[1:]
		}
		if i == l.log.Frames.Len() {
			break
		}
		if l.wantsFrame(i) {
			l.put(entry{frame: i})
		}
		if i&0xFFFF == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func (l *listing) put(e entry) {
	l.write(l.out, l.log, e)
	l.lines++
}

func (l *listing) wantsFrame(i int) bool {
	return (l.source == nil || *l.source == l.log.Source(i)) && l.wantsMessage(l.log.Message(i))
}

// wantsMessage compares names in any case: people type them in small letters.
func (l *listing) wantsMessage(m *flight.Message) bool {
	return l.message == "" || strings.EqualFold(l.message, m.Name)
}

// wantsDamage leaves out the runs in which a damaged frame goes on: its first one
// stands for the whole.
func (l *listing) wantsDamage(d *flight.Damage) bool {
	if d.Kind != flight.CRCFailed {
		return l.source == nil && l.message == ""
	}
	return d.Frame > 0 && (l.source == nil || *l.source == d.Source) && l.wantsMessage(d.Message)
}

// writeText writes an entry for a person: time, source, message, values with units.
func writeText(w io.Writer, l *flight.Log, e entry) {
	if d := e.damage; d != nil {
		if d.Kind == flight.CRCFailed {
			fmt.Fprintf(w, "%s  %s %s  CRC failed, %d bytes at %d\n", flight.TimeText(d.Time), d.Source, d.Message.Name, d.Frame, d.Offset)
			return
		}
		fmt.Fprintf(w, "%s  %d bytes at %d: %s\n", flight.TimeText(d.Time), d.Length, d.Offset, e.reason)
		return
	}
	m := l.Message(e.frame)
	fmt.Fprintf(w, "%s  %s %s", flight.TimeText(l.Frames.Time[e.frame]), l.Source(e.frame), m.Name)
	payload := l.Payload(e.frame)
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Rebuilt {
			continue
		}
		fmt.Fprintf(w, "  %s=%s", f.Name, fieldText(f, payload))
	}
	fmt.Fprintln(w)
}
