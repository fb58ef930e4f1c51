package app

import (
	"context"
	"errors"
	"strings"

	"postflight/ui/picker"
	"postflight/ui/window"
)

func (p *program) openByDialog() {
	r := picker.Request{Title: "Open Flight Log", Folder: p.settings.folder(), Filter: "Flight logs", Types: logTypes()}
	p.ask(r, func(path string) { p.openPaths([]string{path}) })
}

// logTypes are the endings that flight logs usually have, in either case, since
// the desktop tells them apart.
func logTypes() []string {
	lower := []string{"bin", "tlog", "log", "raw", "rlog", "mavlink", "vrec", "vgt"}
	var out []string
	for _, t := range lower {
		out = append(out, t, strings.ToUpper(t))
	}
	return out
}

// ask shows a file dialog; answer is called on the UI goroutine unless the
// person chose nothing.
func (p *program) ask(r picker.Request, answer func(path string)) {
	err := p.picker.Ask(r, func(path string, err error) {
		p.ui(func() {
			switch {
			case errors.Is(err, picker.ErrCancelled):
			case err != nil:
				p.fail("No file dialog", err)
			default:
				answer(path)
			}
		})
	})
	if err != nil && !errors.Is(err, picker.ErrOpen) {
		p.fail("No file dialog", err)
	}
}

func (p *program) openLast() {
	p.background(func() {
		recent := p.settings.recent()
		p.ui(func() {
			if len(recent) == 0 {
				p.fail("No last log", errors.New("no log was opened before, or those that were are gone"))
				return
			}
			p.openAgain(recent[0])
		})
	})
}

func (p *program) openDemo() {
	p.open(request{find: demoFiles})
}

func (p *program) openPaths(paths []string) {
	if len(paths) > 0 {
		p.open(request{find: onDisk(paths)})
	}
}

// openAgain opens a flight of the recent ones, with nothing more offered.
func (p *program) openAgain(r window.Recent) { p.open(request{find: onDisk(r), again: true}) }

func onDisk(paths []string) func(context.Context) ([]file, error) {
	var files []file
	for _, path := range paths {
		files = append(files, file{path: path})
	}
	return func(context.Context) ([]file, error) { return files, nil }
}
