package plot

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/plot/raster"
)

var (
	_ fyne.Widget         = (*Pane)(nil)
	_ fyne.Draggable      = (*Pane)(nil)
	_ fyne.Scrollable     = (*Pane)(nil)
	_ fyne.DoubleTappable = (*Pane)(nil)
	_ desktop.Hoverable   = (*Pane)(nil)
	_ desktop.Mouseable   = (*Pane)(nil)
	_ desktop.Cursorable  = (*Pane)(nil)
)

// Pane is one plot: curves on a value axis, a title with the unit, and a legend
// with each curve's value at the playhead. It is part of a [Stack], which gives
// it the time axis.
type Pane struct {
	widget.BaseWidget

	title  string
	curves []Curve
	stack  *Stack
	last   bool // the lowest of its stack, with the time labels

	lo, hi float64 // of the value axis
	fixed  bool    // by hand, rather than by what is seen

	version  int // of what the picture is made from, the view apart
	picture  picture
	renderer *paneRenderer // nil until shown

	preparing bool               // pyramids are being built, or were
	cancel    context.CancelFunc // stops that
	work      sync.WaitGroup
}

// NewPane makes a pane without curves. The unit the curves share is written
// beside the title.
func NewPane(title string) *Pane {
	p := &Pane{title: title, lo: 0, hi: 1, cancel: func() {}}
	p.ExtendBaseWidget(p)
	return p
}

// Title is what the pane is called, without unit.
func (p *Pane) Title() string { return p.title }

// SetCurves replaces the curves; the first is drawn lowest. Curves without a
// series are left out. The pane's value axis fits what is seen again.
func (p *Pane) SetCurves(curves []Curve) {
	p.Close()
	p.curves = slices.DeleteFunc(slices.Clone(curves), func(c Curve) bool { return c.Series == nil })
	p.fixed = false
	p.version++
	if p.renderer != nil {
		p.renderer.legend.setCurves(p)
	}
	if p.stack != nil {
		p.stack.dataChanged()
	}
}

// Curves are those in the pane.
func (p *Pane) Curves() []Curve { return slices.Clone(p.curves) }

// SetTitle renames the pane.
func (p *Pane) SetTitle(title string) {
	p.title = title
	if p.renderer != nil {
		p.renderer.place()
	}
}

// ValueRange is what the value axis shows, from bottom to top.
func (p *Pane) ValueRange() (lo, hi float64) { return p.lo, p.hi }

// SetValueRange fixes the value axis until [Stack.Fit]. A range that is empty
// or not finite is ignored.
func (p *Pane) SetValueRange(lo, hi float64) {
	if !(hi > lo) || math.IsInf(lo, 0) || math.IsInf(hi, 0) || lo/2+(hi/2-lo/2)/2 == lo/2 {
		return
	}
	p.lo, p.hi, p.fixed = lo, hi, true
	if p.stack != nil {
		p.stack.arrange()
	}
}

// Close stops and joins what the pane does in the background. The pane stays
// usable.
func (p *Pane) Close() {
	p.cancel()
	p.work.Wait()
	p.preparing = false
}

// prepare makes the missing pyramids of long series, one after the other, and
// shows each curve when it is ready.
func (p *Pane) prepare() {
	if p.preparing {
		return
	}
	p.preparing = true
	var missing []int
	for i, c := range p.curves {
		if !c.ready() {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	curves, run := slices.Clone(p.curves), p.stack.exec
	p.work.Go(func() {
		for _, i := range missing {
			pyramid, err := raster.NewPyramid(ctx, curves[i].Series)
			if err != nil {
				return // cancelled: other curves took their place
			}
			run(func() {
				if ctx.Err() == nil {
					p.pyramidReady(i, pyramid)
				}
			})
		}
	})
}

func (p *Pane) pyramidReady(i int, pyramid *raster.Pyramid) {
	p.curves[i].Pyramid = pyramid
	p.version++
	if p.renderer != nil {
		p.renderer.legend.setCurves(p)
	}
	if p.stack != nil {
		p.stack.dataChanged()
	}
}

// span is the log time that the curves cover.
func (p *Pane) span() (from, to time.Duration, ok bool) {
	for _, c := range p.curves {
		first, last, some := c.Series.Span()
		if !some {
			continue
		}
		if !ok {
			from, to, ok = first, last, true
		}
		from, to = min(from, first), max(to, last)
	}
	return from, to, ok
}

// fitValues makes the value axis fit what is seen, with round ends so that it
// holds still while time moves on, unless it is fixed.
func (p *Pane) fitValues(ticks int) {
	if p.fixed {
		return
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	from, to := p.stack.View()
	for _, c := range p.curves {
		if !c.ready() {
			continue
		}
		if a, b, ok := c.Series.Extent(c.Pyramid, from, to); ok {
			lo, hi = min(lo, a), max(hi, b)
		}
	}
	if lo <= hi {
		p.lo, p.hi = raster.NiceRange(lo, hi, ticks)
	}
}

// view is what the picture shows.
func (p *Pane) view() raster.View {
	from, to := p.stack.View()
	return raster.View{From: from, To: to, Min: p.lo, Max: p.hi}
}
