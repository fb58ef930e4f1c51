package plot

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// Curve is one signal of a pane.
type Curve struct {
	Name    string // in the legend, such as "estimate"
	Unit    string // of the values, such as "deg"; empty for a bare number
	Series  *raster.Series
	Pyramid *raster.Pyramid // of Series; if nil and the series is long, the pane builds it
	Style   Style
}

// Style is how a curve looks, whatever the theme. Lengths are in Fyne's units.
type Style struct {
	Color  fyne.ThemeColorName // a colour of ui/theme; if empty, by place in the pane
	Width  float32             // of the line; 0 means 1.5
	Dash   raster.Dash         // [Dashed] tells truth from estimate without colour
	Points raster.Points
}

// Dashed is the dash pattern of truth.
var Dashed = raster.Dash{On: 7, Off: 4}

// Latest is the value and the time of the last sample at or before t; ok is
// false if there is none.
func (c Curve) Latest(t time.Duration) (value float64, at time.Duration, ok bool) {
	i, ok := c.Series.Latest(t)
	if !ok {
		return 0, 0, false
	}
	at, value = c.Series.At(i)
	return value, at, true
}

// longSeries is the number of samples above which a series is not read whole on
// the UI goroutine.
const longSeries = 200_000

// ready reports whether the curve can be drawn at once.
func (c Curve) ready() bool { return c.Pyramid != nil || c.Series.Len() <= longSeries }

// Range is a stretch of log time. An empty one, To not after From, means none.
type Range struct{ From, To time.Duration }

func (r Range) empty() bool { return r.To <= r.From }

// Mark is an upright line through all panes.
type Mark struct {
	At    time.Duration
	Kind  MarkKind
	Label string // shown when the pointer is near
}

// MarkKind says what a mark stands for, and so how it looks.
type MarkKind int

// Kinds of marks, the most important last: it is drawn on top.
const (
	MarkInfo MarkKind = iota
	MarkWarning
	MarkError
	MarkEpoch // where an epoch ends
	MarkUser  // set by the person
)

type markLook struct {
	color fyne.ThemeColorName
	dash  raster.Dash
}

func (k MarkKind) look() markLook {
	switch k {
	case MarkWarning:
		return markLook{theme.FindingWarning, raster.Dash{On: 4, Off: 4}}
	case MarkError:
		return markLook{theme.FindingError, raster.Dash{On: 8, Off: 3}}
	case MarkEpoch:
		return markLook{theme.Epoch, raster.Dash{}}
	case MarkUser:
		return markLook{theme.CropHandle, raster.Dash{On: 2, Off: 2}}
	}
	return markLook{theme.FindingInfo, raster.Dash{On: 2, Off: 6}}
}

// sortMarks orders a copy of marks as they are drawn.
func sortMarks(marks []Mark) []Mark {
	marks = slices.Clone(marks)
	slices.SortStableFunc(marks, func(a, b Mark) int {
		if a.Kind != b.Kind {
			return int(a.Kind) - int(b.Kind)
		}
		return int(max(min(a.At-b.At, 1), -1))
	})
	return marks
}
