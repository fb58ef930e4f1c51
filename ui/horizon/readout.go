package horizon

import (
	"image"
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/theme"
)

// none stands where there is no value at this time.
const none = "–"

const (
	rowEstimate = iota
	rowTruth
	rowBetween
	rows
)

// readout is the legend and the figures: a row each for estimate and truth, and
// one for the angle between them.
type readout struct {
	widget.BaseWidget
	heads   []*canvas.Text
	names   []*canvas.Text
	samples []*canvas.Raster
	values  [rows][]*theme.Figures
}

func newReadout() *readout {
	r := &readout{}
	for _, head := range []string{"roll", "pitch", "yaw"} {
		r.heads = append(r.heads, canvas.NewText(head, nil))
	}
	for i, name := range []string{"estimate", "truth", "angle between"} {
		r.names = append(r.names, canvas.NewText(name, nil))
		columns := 3
		if i == rowBetween {
			columns = 1
		}
		for range columns {
			r.values[i] = append(r.values[i], theme.NewFigures(len("-179.9")+1, fynetheme.SizeNameText))
		}
	}
	for _, truth := range []bool{false, true} {
		r.samples = append(r.samples, canvas.NewRaster(func(w, h int) image.Image {
			img := image.NewRGBA(image.Rect(0, 0, w, h))
			drawSample(img, truth, colours())
			return img
		}))
	}
	r.ExtendBaseWidget(r)
	r.show(Reading{})
	return r
}

func (r *readout) show(shown Reading) {
	for row, a := range []*Attitude{shown.Estimate, shown.Truth} {
		texts := [3]string{none, none, none}
		if a != nil {
			texts = [3]string{degrees(a.Roll), degrees(a.Pitch), degrees(a.Yaw)}
		}
		for i, text := range texts {
			r.values[row][i].SetText(text)
		}
	}
	between := none
	if shown.Paired {
		between = degrees(shown.Between * math.Pi / 180)
	}
	r.values[rowBetween][0].SetText(between)
}

// degrees writes an angle of rad, wrapped into -180 to 180, to a tenth.
func degrees(rad float64) string {
	deg := math.Round(math.Remainder(rad*180/math.Pi, 360)*10) / 10
	if deg == -180 {
		deg = 180
	}
	return strconv.FormatFloat(deg+0, 'f', 1, 64) + "°" // + 0 makes -0 a 0
}

// CreateRenderer makes the table.
func (r *readout) CreateRenderer() fyne.WidgetRenderer {
	t := &readoutRenderer{r: r}
	for _, o := range r.heads {
		t.objects = append(t.objects, o)
	}
	for _, o := range r.names {
		t.objects = append(t.objects, o)
	}
	for _, o := range r.samples {
		t.objects = append(t.objects, o)
	}
	for _, row := range r.values {
		for _, o := range row {
			t.objects = append(t.objects, o)
		}
	}
	t.style()
	return t
}

type readoutRenderer struct {
	r       *readout
	objects []fyne.CanvasObject
}

const sampleWidth = 34

func (t *readoutRenderer) Layout(size fyne.Size) {
	pad := fynetheme.Padding()
	cell := t.r.values[0][0].MinSize()
	head := t.r.heads[0].MinSize().Height
	column := func(i int) float32 { return size.Width - pad - float32(3-i)*cell.Width - float32(2-i)*2*pad }
	for i, o := range t.r.heads {
		o.Resize(fyne.NewSize(cell.Width, head))
		o.Move(fyne.NewPos(column(i), 0))
	}
	for row, name := range t.r.names {
		y := head + float32(row)*(cell.Height+1)
		name.Resize(name.MinSize())
		name.Move(fyne.NewPos(pad+sampleWidth+2*pad, y))
		if row == rowBetween {
			name.Move(fyne.NewPos(pad, y))
		} else {
			t.r.samples[row].Resize(fyne.NewSize(sampleWidth, cell.Height-4))
			t.r.samples[row].Move(fyne.NewPos(pad, y+2))
		}
		for i, v := range t.r.values[row] {
			v.Resize(cell)
			v.Move(fyne.NewPos(column(3-len(t.r.values[row])+i), y))
		}
	}
}

func (t *readoutRenderer) MinSize() fyne.Size {
	pad := fynetheme.Padding()
	cell := t.r.values[0][0].MinSize()
	first := sampleWidth + t.r.names[0].MinSize().Width + 4*pad
	return fyne.NewSize(first+3*cell.Width+5*pad, t.r.heads[0].MinSize().Height+rows*(cell.Height+1)+pad)
}

func (t *readoutRenderer) style() {
	for _, head := range t.r.heads {
		head.Alignment = fyne.TextAlignTrailing
		head.TextSize = fynetheme.CaptionTextSize()
		head.Color = theme.Current(fynetheme.ColorNamePlaceHolder)
	}
	for _, name := range t.r.names {
		name.TextSize = fynetheme.TextSize()
		name.Color = theme.Current(fynetheme.ColorNameForeground)
	}
}

func (t *readoutRenderer) Refresh() {
	t.style()
	t.Layout(t.r.Size())
	for _, o := range t.objects {
		o.Refresh()
	}
}

func (t *readoutRenderer) Objects() []fyne.CanvasObject { return t.objects }
func (t *readoutRenderer) Destroy()                     {}
