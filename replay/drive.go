package replay

import (
	"context"
	"time"
)

// Drive ticks the player each time ticker fires and hands on what it shows and
// what fell due; the slice is valid during that call. It returns when ctx is
// done, when ticker is closed, or after a tick that leaves the player paused:
// its crop played once, or paused by onTick.
//
// It and onTick use the player on the goroutine that calls Drive; nobody else
// may meanwhile.
func Drive(ctx context.Context, p *Player, ticker <-chan time.Time, onTick func(State, []Passed)) {
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-ticker:
			if !open || ctx.Err() != nil {
				return
			}
		}
		passed := p.Tick()
		onTick(p.State(), passed)
		if !p.playing {
			return
		}
	}
}
