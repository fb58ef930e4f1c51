// Package app is the program: it reads the command line and wires decoding,
// analysis, replay and the window together.
package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Exit codes of every command.
const (
	exitOK       = 0
	exitFindings = 1 // check --strict found an error
	exitFailed   = 2 // a log could not be opened, or the command line is wrong
)

// command is one word of the command line.
type command struct {
	name, arguments, does string
	run                   func(context.Context, *invocation) int
}

func commands() []command {
	return []command{
		{"check", "FILE... [--json] [--strict]", "say what a log holds and what can be trusted", runCheck},
		{"messages", "FILE [--source 1:1] [--message ATTITUDE] [--json]", "list the decoded messages, one a line", runMessages},
		{"truth", "LOG VGT1 [--offset S] [--json]", "attitude error of estimate against ground truth", runTruth},
		{"replay", "FILE [--speed 4] [--from S] [--until S] [--loop] [--for 5s] [--json]", "play without a window and measure how well", runReplay},
		{"chrony", "SOCKET --listen udp://127.0.0.1:14550 [--source 1:1] [--delay 0s]", "set this computer's clock by the vehicle's GPS, through chronyd", runChrony},
		{"demo", "DIR [--seed N] [--minutes M]", "write the files of a simulated flight, and what is in them", runDemo},
		{"version", "", "say which version this is", runVersion},
	}
}

// invocation is a command being run: its words and where it writes.
type invocation struct {
	command
	words          []string
	stdout, stderr io.Writer
}

// Run runs the program with the words that follow its name and returns the exit
// code. Results go to stdout, progress and errors to stderr.
func Run(words []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(words) > 0 {
		all := append(commands(), command{name: "--version", run: runVersion})
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == words[0] }); i >= 0 {
			return all[i].run(ctx, &invocation{all[i], words[1:], stdout, stderr})
		}
		if slices.Contains([]string{"help", "-h", "-help", "--help"}, words[0]) {
			usage(stdout)
			return exitOK
		}
	}
	return runWindow(ctx, &invocation{command{arguments: "[FILE...]"}, words, stdout, stderr})
}

// version is what the program was built from; empty where that was not told.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return ""
}

func runVersion(_ context.Context, in *invocation) int {
	text := strings.TrimSpace("postflight " + version())
	fmt.Fprintf(in.stdout, "%s, built with %s for %s/%s\n", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "postflight [FILE...]")
	fmt.Fprintln(w, "    open the window, with these logs")
	var o windowOptions
	flags := o.flags(flag.NewFlagSet("postflight", flag.ContinueOnError))
	flags.SetOutput(w)
	flags.PrintDefaults()
	for _, c := range commands() {
		fmt.Fprintf(w, "postflight %s %s\n    %s\n", c.name, c.arguments, c.does)
	}
}

// parse reads flags that may stand before, between and behind the other words,
// which it returns. Where it reports false the command line was wrong or asked
// for help, and the code is what to exit with.
func (in *invocation) parse(flags *flag.FlagSet, least, most int) (words []string, code int, ok bool) {
	flags.SetOutput(in.stderr)
	flags.Usage = func() {
		fmt.Fprintf(in.stderr, "usage: postflight %s %s\n", in.name, in.arguments)
		flags.PrintDefaults()
	}
	rest := in.words
	for {
		if err := flags.Parse(rest); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, exitOK, false
			}
			return nil, exitFailed, false
		}
		rest = flags.Args()
		if len(rest) == 0 {
			break
		}
		words, rest = append(words, rest[0]), rest[1:]
	}
	if len(words) < least || most >= 0 && len(words) > most {
		flags.Usage()
		return nil, exitFailed, false
	}
	return words, exitOK, true
}

// flags makes the flag set of a command.
func (in *invocation) flags() *flag.FlagSet {
	return flag.NewFlagSet("postflight "+in.name, flag.ContinueOnError)
}

// fail reports an error to the person and gives the exit code for it.
func (in *invocation) fail(err error) int {
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	fmt.Fprintln(in.stderr, "postflight:", err)
	return exitFailed
}
