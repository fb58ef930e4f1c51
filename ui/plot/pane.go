package plot

import (
	"context"
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

	title  string // empty if it is named after its curves
	curves []Curve
	stack  *Stack
	first  bool    // the uppermost of its stack, with the labels of bands and marks
	weight float32 // its share of the stack's height

	zone zone // under the pointer

	axes   [2]axis
	sides  []side // of each curve
	places []int  // of each curve, among the colours

	version  int // of what the picture is made from, the view apart
	picture  picture
	renderer *paneRenderer // nil until shown

	preparing bool               // pyramids are being built, or were
	cancel    context.CancelFunc // stops that
	work      sync.WaitGroup
}

// NewPane makes a pane without curves. Without a title it is named after its curves.
// The unit the curves share is written beside the title.
func NewPane(title string) *Pane {
	p := &Pane{title: title, weight: 1, axes: [2]axis{{hi: 1}, {hi: 1}}, cancel: func() {}}
	p.ExtendBaseWidget(p)
	return p
}

// SetCurves replaces the curves; the first is drawn lowest. Curves without a
// series are left out. The pane's value axes fit what is seen again.
//
// Curves with the unit of the first go by the left axis, those with the next
// other unit by the right one, and any further ones by the left one too.
func (p *Pane) SetCurves(curves []Curve) {
	p.freeAxes()
	p.setCurves(curves)
}

// setCurves leaves axes fixed that are.
func (p *Pane) setCurves(curves []Curve) {
	p.Close()
	p.curves = slices.DeleteFunc(slices.Clone(curves), func(c Curve) bool { return c.Series == nil })
	if p.stack != nil {
		p.applyMoves()
	}
	p.assignSides()
	p.places = colorPlaces(p.curves)
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
		first, last = first+c.later, last+c.later
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
