package app

import (
	"context"
	"encoding/json"
	"fmt"

	"postflight/analysis"
	"postflight/decode/flight"
)

// refused is what check --json says of a file that cannot be opened.
type refused struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

func runCheck(ctx context.Context, in *invocation) int {
	flags := in.flags()
	asJSON := flags.Bool("json", false, "the report as JSON: an object for one file, an array for several")
	strict := flags.Bool("strict", false, "exit with 1 where a finding is an error")
	files, code, ok := in.parse(flags, 1, -1)
	if !ok {
		return code
	}
	var results []any
	for i, path := range files {
		report, err := in.check(ctx, path)
		if ctx.Err() != nil {
			return in.fail(ctx.Err())
		}
		if err != nil {
			code = exitFailed
			fmt.Fprintln(in.stderr, "postflight:", err)
			results = append(results, refused{path, err.Error()})
			continue
		}
		results = append(results, report)
		if *strict && report.Count(flight.Error) > 0 && code == exitOK {
			code = exitFindings
		}
		if !*asJSON {
			if i > 0 {
				fmt.Fprintln(in.stdout)
			}
			if err := report.WriteText(in.stdout); err != nil {
				return in.fail(err)
			}
		}
	}
	if *asJSON {
		if err := writeReports(in, results); err != nil {
			return in.fail(err)
		}
	}
	return code
}

func (in *invocation) check(ctx context.Context, path string) (*analysis.Report, error) {
	m := in.meter()
	defer m.clear()
	log, err := openFile(ctx, file{path: path}, m.tell)
	if err != nil {
		return nil, err
	}
	m.tell(analysing+" in "+named(log), notKnown)
	return analysis.Run(ctx, log)
}

func writeReports(in *invocation, results []any) error {
	out := json.NewEncoder(in.stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if len(results) == 1 {
		return out.Encode(results[0])
	}
	return out.Encode(results)
}
