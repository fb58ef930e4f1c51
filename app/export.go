package app

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"postflight/replay/newfile"
	"postflight/ui/picker"
	"postflight/ui/plot/figure"
)

// export writes the panes, as the window shows them, to a picture file.
func (p *program) export() {
	if p.flight == nil {
		return
	}
	name := strings.TrimSuffix(filepath.Base(p.flight.log.Path), filepath.Ext(p.flight.log.Path)) + ".png"
	r := picker.Request{
		Save: true, Title: "Export Figure", Folder: filepath.Dir(p.flight.log.Path), Name: name,
		Filter: "Figures (png, svg, pdf)", Types: []string{"png", "svg", "pdf"},
	}
	p.ask(r, func(path string) {
		p.background(func() {
			there := exists(path)
			p.ui(func() {
				if !there {
					p.writeFigure(path)
					return
				}
				p.win.Ask("Replace file", filepath.Base(path)+" is there already.", "Replace", "Keep it", func(yes bool) {
					if yes {
						p.writeFigure(path)
					}
				})
			})
		})
	})
}

func (p *program) writeFigure(path string) {
	f := p.win.Figure()
	p.background(func() {
		format, err := figure.Format(path)
		if err == nil {
			err = newfile.Write(path, true, func(w io.Writer) error { return figure.Write(p.ctx, w, format, f) })
		}
		p.ui(func() {
			if err != nil {
				p.fail("Cannot export", err)
				return
			}
			p.win.Say("Saved " + path)
			p.trace.event("exported", values{"file": path})
		})
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
