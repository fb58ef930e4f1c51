package plot

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

const (
	minPlotWidth = 120
	minPlotLines = 3   // line heights: two labels and what lies between
	tickRoom     = 2.4 // line heights for each value label
	fitSteps     = 4   // at least, that a fitted value axis is rounded to
)

// CreateRenderer is Fyne's.
func (p *Pane) CreateRenderer() fyne.WidgetRenderer {
	p.ExtendBaseWidget(p)
	r := &paneRenderer{pane: p, playhead: canvas.NewLine(nil), cursor: canvas.NewLine(nil)}
	r.before, r.after = canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	r.raster = canvas.NewRaster(p.generate)
	r.raster.ScaleMode = canvas.ImageScalePixels // never smoothed where it lies between device pixels
	r.markers, r.box = newMarkerLayer(), canvas.NewRectangle(nil)
	r.cursor.Hidden, r.box.Hidden = true, true
	r.beyond = newBeyond()
	p.renderer = r
	r.legend.setCurves(p)
	r.style()
	r.place() // a pane that was hidden for long gets another renderer at its old size
	return r
}

type paneRenderer struct {
	pane   *Pane
	raster *canvas.Raster
	header texts
	labels texts
	layers texts // names of bands and marks
	legend legend
	rows   int // of the legend

	markers *markerLayer
	box     *canvas.Rectangle // that is zoomed to

	before, after    *canvas.Rectangle // outside the crop range
	playhead, cursor *canvas.Line
	beyond           beyond
	objects          []fyne.CanvasObject

	valueTicks []raster.Tick
	rightTicks []raster.Tick
	timeTicks  []raster.TimeTick
}

// Layout places everything in the pane's size.
func (r *paneRenderer) Layout(fyne.Size) { r.place() }

// MinSize leaves room for a value label at each end of the axis.
func (r *paneRenderer) MinSize() fyne.Size {
	line := lineHeight()
	return fyne.NewSize(r.gutter()+minPlotWidth, line+gap+minPlotLines*line+r.bottom())
}

// Refresh takes the colours and text sizes of the theme again.
func (r *paneRenderer) Refresh() {
	r.style()
	r.place()
}

// Objects are all parts, from the lowest to the highest.
func (r *paneRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy is Fyne's.
func (r *paneRenderer) Destroy() {}

func (r *paneRenderer) style() {
	r.playhead.StrokeColor, r.playhead.StrokeWidth = theme.Current(theme.Playhead), 1.5
	r.beyond.style()
	r.cursor.StrokeColor, r.cursor.StrokeWidth = theme.Current(fynetheme.ColorNamePlaceHolder), 1
	r.before.FillColor = theme.Current(theme.CropShade)
	r.after.FillColor = r.before.FillColor
	primary := theme.Current(fynetheme.ColorNamePrimary)
	r.box.StrokeColor, r.box.StrokeWidth = primary, 1
	primary.A = 40
	r.box.FillColor = primary
	r.legend.style()
	r.markers.style()
}

// top is the height of what stands above the plot: title and legend, and the lane.
func (r *paneRenderer) top() float32 {
	return float32(max(r.rows, 1))*lineHeight() + gap + r.laneHeight()
}

func (r *paneRenderer) bottom() float32 { return gap / 2 }

func (r *paneRenderer) gutter() float32 {
	if r.pane.stack == nil {
		return 0
	}
	return r.pane.stack.gutter
}

// plot is the rectangle of the picture.
func (r *paneRenderer) plot() (fyne.Position, fyne.Size) {
	size := r.pane.Size()
	x, top := r.gutter(), ceil(r.top())
	width, height := size.Width-x-gap, size.Height-top-ceil(r.bottom())
	if r.pane.stack != nil {
		width -= r.pane.stack.gutterRight
	}
	return fyne.NewPos(x, top), fyne.NewSize(max(width, 0), max(height, 0))
}

func ceil(v float32) float32 { return float32(math.Ceil(float64(v))) }

// fit makes the ticks for the size and view at hand.
func (r *paneRenderer) fit() {
	_, size := r.plot()
	n := max(int(size.Height/(lineHeight()*tickRoom)), 1)
	r.pane.fitValues(max(n, fitSteps))
	r.valueTicks = r.pane.axes[left].ticks(n, r.pane.whole(left))
	r.rightTicks = nil
	if r.pane.axes[right].used {
		r.rightTicks = r.pane.axes[right].ticks(n, r.pane.whole(right))
	}
	r.timeTicks = r.pane.stack.timeTicks(r.pane.stack.timeLabels(size.Width))
}

// labelWidth is the room that the labels of an axis need.
func (r *paneRenderer) labelWidth(at side) float32 {
	ticks, width := r.valueTicks, float32(0)
	if at == right {
		ticks = r.rightTicks
	}
	for _, tick := range ticks {
		width = max(width, measure(tick.Label, fyne.TextStyle{}).Width)
	}
	if r.pane.axes[right].used {
		width = max(width, measure(r.pane.axes[at].head(), fyne.TextStyle{}).Width)
	}
	return width
}

// place lays out the pane for its size and view, and redraws the picture if it
// must change.
func (r *paneRenderer) place() {
	if r.pane.stack == nil || r.pane.Size().IsZero() {
		return
	}
	r.pane.prepare()
	r.rows = r.legendRows()
	r.fit()
	pos, size := r.plot()
	r.raster.Move(pos)
	r.raster.Resize(size)
	r.raster.Refresh()
	r.placeLabels(pos, size)
	r.placeHeader()
	r.placeLayers(pos, size)
	r.placeCrop()
	r.placePlayhead()
	r.markers.place(r.pane, r.pane.stack.index(r.pane))
	r.collect()
}

// collect lists the parts anew: labels come and go.
func (r *paneRenderer) collect() {
	r.objects = append(r.objects[:0:0], r.raster, r.before, r.after)
	r.objects = r.header.objects(r.objects)
	r.objects = r.labels.objects(r.objects)
	r.objects = r.legend.objects(r.objects)
	r.objects = append(r.markers.objects(r.objects), r.cursor, r.playhead, r.beyond[0], r.beyond[1])
	r.objects = r.layers.objects(r.objects)
	r.objects = append(r.markers.box.objects(r.objects), r.box)
}

func (r *paneRenderer) placeLabels(pos fyne.Position, size fyne.Size) {
	r.labels.begin()
	r.placeValues(left, r.valueTicks, pos, size)
	r.placeValues(right, r.rightTicks, pos, size)
	if r.pane.axes[right].used {
		colour, style := theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{}
		unit := r.pane.axes[left].head()
		r.labels.put(unit, fyne.NewPos(max(pos.X-gap/2-measure(unit, style).Width, 0), gap/2), colour, style)
		r.labels.put(r.pane.axes[right].head(), fyne.NewPos(pos.X+size.Width+gap/2, gap/2), colour, style)
	}
	r.labels.end()
}

// placeValues writes the labels of an axis beside the plot.
func (r *paneRenderer) placeValues(at side, ticks []raster.Tick, pos fyne.Position, size fyne.Size) {
	colour, style, line := theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{}, lineHeight()
	view := r.pane.viewBy(at)
	free := size.Height + line // below what is written
	for _, tick := range ticks {
		y := float32(view.Y(tick.At, float64(size.Height))) - line/2
		y = min(max(y, 0), max(size.Height-line, 0)) // the outermost stay beside the plot
		if y+line > free {
			continue
		}
		free = y
		x := pos.X - gap/2 - measure(tick.Label, style).Width
		if at == right {
			x = pos.X + size.Width + gap/2
		}
		r.labels.put(tick.Label, fyne.NewPos(x, pos.Y+y), colour, style)
	}
}

// showBox draws the box that would be zoomed to.
func (r *paneRenderer) showBox(a, b fyne.Position) {
	pos, size := r.plot()
	inside := func(p fyne.Position) fyne.Position {
		return fyne.NewPos(min(max(p.X, pos.X), pos.X+size.Width), min(max(p.Y, pos.Y), pos.Y+size.Height))
	}
	a, b = inside(a), inside(b)
	r.box.Move(fyne.NewPos(min(a.X, b.X), min(a.Y, b.Y)))
	r.box.Resize(fyne.NewSize(max(a.X-b.X, b.X-a.X), max(a.Y-b.Y, b.Y-a.Y)))
	r.box.Show()
	r.pane.stack.repaint()
}

func (r *paneRenderer) hideBox() {
	r.box.Hide()
	r.pane.stack.repaint()
}

func (r *paneRenderer) placeCrop() {
	pos, size := r.plot()
	view, crop := r.pane.view(), r.pane.stack.crop
	from, to := float32(0), size.Width
	if !crop.empty() && !r.pane.stack.hidden[LayerCrop] {
		from = min(max(float32(view.X(crop.From, float64(size.Width))), 0), size.Width)
		to = min(max(float32(view.X(crop.To, float64(size.Width))), 0), size.Width)
	}
	r.before.Move(pos)
	r.before.Resize(fyne.NewSize(from, size.Height))
	r.after.Move(pos.AddXY(to, 0))
	r.after.Resize(fyne.NewSize(size.Width-to, size.Height))
}

func (r *paneRenderer) placePlayhead() {
	r.upright(r.playhead, r.pane.stack.playhead, true)
	pos, size := r.plot()
	r.beyond.place(r.pane.stack, pos, size)
}

// upright moves line to time t, or hides it if that is out of view.
func (r *paneRenderer) upright(line *canvas.Line, t time.Duration, shown bool) {
	pos, size := r.plot()
	view := r.pane.view()
	if !shown || t < view.From || t > view.To {
		if !line.Hidden {
			line.Hide()
		}
		return
	}
	x := pos.X + float32(view.X(t, float64(size.Width)))
	if !line.Hidden && line.Position1.X == x && line.Position1.Y == pos.Y && line.Position2.Y == pos.Y+size.Height {
		return
	}
	line.Position1, line.Position2 = fyne.NewPos(x, pos.Y), fyne.NewPos(x, pos.Y+size.Height)
	shownBefore := !line.Hidden
	line.Hidden = false
	line.Refresh()
	if !shownBefore {
		r.pane.stack.repaint()
	}
}
