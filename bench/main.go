// Bench measures the promises of docs/design.md about speed and memory of
// opening logs, and prints them as ratios within one run. Times are those of the
// processors, so that other work on the machine counts little; what runs on two
// processors is measured by the clock, the fastest of several runs.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	sizes := []int64{1, 100, 1000}
	quick := flag.Bool("quick", false, "leave out the log of 1 GB")
	flag.Parse()
	if *quick {
		sizes = sizes[:2]
	}
	fmt.Printf("%s, %d processors, %s %s/%s\n", processor(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	var table []row
	for _, mb := range sizes {
		for _, measure := range []func(int64) ([]row, error){measureTLog, measureDataFlash} {
			fmt.Fprintf(os.Stderr, "logs of %d MB\n", mb)
			rows, err := measure(mb * 1_000_000)
			if err != nil {
				fmt.Fprintln(os.Stderr, "bench:", err)
				os.Exit(1)
			}
			table = merge(table, rows)
		}
	}
	printTable(table, sizes)
}

// row is one promise, and what was measured at each size of log.
type row struct {
	what, want string
	got        []string
}

func merge(table, rows []row) []row {
	for _, r := range rows {
		i := slices.IndexFunc(table, func(t row) bool { return t.what == r.what })
		if i < 0 {
			table = append(table, r)
			continue
		}
		table[i].got = append(table[i].got, r.got...)
	}
	return table
}

func printTable(table []row, sizes []int64) {
	line := func(what, want string, got []string) {
		fmt.Printf("| %-52s | %-14s |", what, want)
		for _, g := range got {
			fmt.Printf(" %12s |", g)
		}
		fmt.Println()
	}
	var heads, rule []string
	for _, mb := range sizes {
		heads, rule = append(heads, fmt.Sprintf("%d MB", mb)), append(rule, strings.Repeat("-", 12))
	}
	line("", "promised", heads)
	line(strings.Repeat("-", 52), strings.Repeat("-", 14), rule)
	for _, r := range table {
		line(r.what, r.want, r.got)
	}
}

func ratio(what, want string, value float64) row {
	return row{what, want, []string{fmt.Sprintf("%.2f", value)}}
}

func speed(what string, bytes int, d time.Duration) row {
	return row{what, "", []string{fmt.Sprintf("%.0f MB/s", float64(bytes)/1e6/d.Seconds())}}
}

// processor names the machine's processor as well as the system tells it.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
