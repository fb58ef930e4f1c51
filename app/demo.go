package app

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"postflight/replay/sim"
)

func runDemo(ctx context.Context, in *invocation) int {
	flags := in.flags()
	seed := flags.Uint64("seed", demoSeed, "which flight: the same seed gives the same bytes")
	minutes := number(flags, "minutes", 0, 0, 600, "length of the flight; 0 is 200 s")
	words, code, ok := in.parse(flags, 1, 1)
	if !ok {
		return code
	}
	flown, err := sim.FlyContext(ctx, demoConfig(*seed, *minutes))
	if err != nil {
		return in.fail(err)
	}
	files, err := flown.WriteDemo(ctx, words[0])
	if err != nil {
		return in.fail(err)
	}
	for _, f := range files {
		fmt.Fprintf(in.stdout, "%s  %d bytes\n", filepath.Join(words[0], f.Name), f.Size)
	}
	return exitOK
}

// demoSeed is the flight that the window shows as its demo.
const demoSeed = 7

// demoConfig is the demo flight of a seed, stretched to a length; its reboot
// stays in mid-flight.
func demoConfig(seed uint64, minutes float64) sim.Config {
	c := sim.DemoConfig(seed)
	if minutes > 0 {
		length := time.Duration(minutes * float64(time.Minute))
		for i, at := range c.Reboots {
			c.Reboots[i] = time.Duration(float64(at) / float64(c.Length) * float64(length))
		}
		c.Length = length
	}
	return c
}
