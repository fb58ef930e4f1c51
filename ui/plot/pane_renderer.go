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
	minPlotLines = 2   // line heights
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
	r.cursor.Hidden = true
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
	legend legend

	before, after    *canvas.Rectangle // outside the crop range
	playhead, cursor *canvas.Line
	objects          []fyne.CanvasObject

	valueTicks []raster.Tick
	timeTicks  []raster.TimeTick
}

// Layout places everything in the pane's size.
func (r *paneRenderer) Layout(fyne.Size) { r.place() }

// MinSize leaves room for a value label at each end of the axis.
func (r *paneRenderer) MinSize() fyne.Size {
	line := lineHeight()
	return fyne.NewSize(r.gutter()+minPlotWidth, r.top()+minPlotLines*line+r.bottom())
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
	r.cursor.StrokeColor, r.cursor.StrokeWidth = theme.Current(fynetheme.ColorNamePlaceHolder), 1
	r.before.FillColor = theme.Current(theme.CropShade)
	r.after.FillColor = r.before.FillColor
	r.legend.style()
}

func (r *paneRenderer) top() float32 { return lineHeight() + gap }

func (r *paneRenderer) bottom() float32 {
	if r.pane.last {
		return lineHeight() + gap
	}
	return gap / 2
}

func (r *paneRenderer) gutter() float32 {
	if r.pane.stack == nil {
		return 0
	}
	return r.pane.stack.gutter
}

// plot is the rectangle of the picture.
func (r *paneRenderer) plot() (fyne.Position, fyne.Size) {
	size := r.pane.Size()
	left, top := r.gutter(), ceil(r.top())
	width, height := size.Width-left-gap, size.Height-top-ceil(r.bottom())
	return fyne.NewPos(left, top), fyne.NewSize(max(width, 0), max(height, 0))
}

func ceil(v float32) float32 { return float32(math.Ceil(float64(v))) }

// fit makes the ticks for the size and view at hand.
func (r *paneRenderer) fit() {
	_, size := r.plot()
	n := max(int(size.Height/(lineHeight()*tickRoom)), 1)
	r.pane.fitValues(max(n, fitSteps))
	r.valueTicks = raster.ValueTicks(r.pane.lo, r.pane.hi, n)
	for n < fitSteps && len(r.valueTicks) < 2 { // one label tells no scale
		n++
		r.valueTicks = raster.ValueTicks(r.pane.lo, r.pane.hi, n)
	}
	from, to := r.pane.stack.View()
	step := raster.TimeStep(from, to, timeLabels(size.Width, from, to))
	r.timeTicks = raster.TimeTicks(from, to, int((to-from)/max(step, 1)))
}

// timeLabels is how many time labels have room in width.
func timeLabels(width float32, from, to time.Duration) int {
	n := 8
	for range 2 {
		label := raster.FormatTime(to, raster.TimeStep(from, to, n))
		n = max(int(width/(measure(label, fyne.TextStyle{}).Width*1.8+1)), 1)
	}
	return n
}

// labelWidth is the room that the value labels need.
func (r *paneRenderer) labelWidth() float32 {
	var width float32
	for _, tick := range r.valueTicks {
		width = max(width, measure(tick.Label, fyne.TextStyle{}).Width)
	}
	if r.pane.last {
		_, to := r.pane.stack.View()
		width = max(width, measure(raster.TimeUnit(to), fyne.TextStyle{}).Width+gap)
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
	r.fit()
	pos, size := r.plot()
	r.raster.Move(pos)
	r.raster.Resize(size)
	r.raster.Refresh()
	r.placeLabels(pos, size)
	r.placeHeader(pos, size)
	r.placeCrop()
	r.placePlayhead()
	r.objects = append(r.objects[:0:0], r.raster, r.before, r.after)
	r.objects = r.header.objects(r.objects)
	r.objects = r.labels.objects(r.objects)
	r.objects = r.legend.objects(r.objects)
	r.objects = append(r.objects, r.cursor, r.playhead)
}

func (r *paneRenderer) placeLabels(pos fyne.Position, size fyne.Size) {
	colour, style, line := theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{}, lineHeight()
	r.labels.begin()
	view := r.pane.view()
	free := size.Height + line // below what is written
	for _, tick := range r.valueTicks {
		y := float32(view.Y(tick.At, float64(size.Height))) - line/2
		y = min(max(y, 0), max(size.Height-line, 0)) // the outermost stay beside the plot
		if y+line > free {
			continue
		}
		free = y
		x := pos.X - gap/2 - measure(tick.Label, style).Width
		r.labels.put(tick.Label, fyne.NewPos(x, pos.Y+y), colour, style)
	}
	if r.pane.last {
		r.placeTimes(pos, size)
	}
	r.labels.end()
}

func (r *paneRenderer) placeTimes(pos fyne.Position, size fyne.Size) {
	colour, style := theme.Current(fynetheme.ColorNamePlaceHolder), fyne.TextStyle{}
	view, y := r.pane.view(), pos.Y+size.Height+gap/2
	for _, tick := range r.timeTicks {
		width := measure(tick.Label, style).Width
		x := pos.X + float32(view.X(tick.At, float64(size.Width))) - width/2
		x = min(max(x, pos.X), r.pane.Size().Width-width-1)
		r.labels.put(tick.Label, fyne.NewPos(x, y), colour, style)
	}
	unit := raster.TimeUnit(view.To)
	r.labels.put(unit, fyne.NewPos(max(pos.X-1.5*gap-measure(unit, style).Width, 0), y), colour, style)
}

// placeHeader writes the title with the shared unit, and the legend in what
// room that leaves.
func (r *paneRenderer) placeHeader(pos fyne.Position, size fyne.Size) {
	bold := fyne.TextStyle{Bold: true}
	title := r.pane.title
	if unit := r.legend.unit; unit != "" {
		title += " (" + unit + ")"
	}
	wanted := measure(title, bold).Width
	room := max(size.Width-r.legend.width(), size.Width/3)
	title = elide(title, room, bold)
	r.header.begin()
	r.header.put(title, fyne.NewPos(pos.X, gap/2), theme.Current(fynetheme.ColorNameForeground), bold)
	r.header.end()
	left := pos.X + min(wanted, room) + 2*gap
	r.legend.place(left, pos.X+size.Width, gap/2)
	r.legend.setTime(r.pane)
}

func (r *paneRenderer) placeCrop() {
	pos, size := r.plot()
	view, crop := r.pane.view(), r.pane.stack.crop
	from, to := float32(0), size.Width
	if !crop.empty() {
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
	line.Hidden = false
	line.Refresh()
}
