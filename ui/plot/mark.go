package plot

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

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
	MarkText      // of the vehicle, such as STATUSTEXT
	MarkParameter // a parameter changed
	MarkEvent     // the vehicle armed, took off, lost its link, ...
	MarkEpoch     // where an epoch ends
	MarkUser      // set by the person
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
	case MarkText:
		return markLook{fynetheme.ColorNamePlaceHolder, raster.Dash{On: 1, Off: 3}}
	case MarkParameter:
		return markLook{theme.Error, raster.Dash{On: 3, Off: 3}}
	case MarkEvent:
		return markLook{theme.CropHandle, raster.Dash{On: 6, Off: 2}}
	case MarkEpoch:
		return markLook{theme.Epoch, raster.Dash{}}
	case MarkUser:
		return markLook{theme.CropHandle, raster.Dash{On: 2, Off: 2}}
	}
	return markLook{theme.FindingInfo, raster.Dash{On: 2, Off: 6}}
}

// layer is the one that marks of the kind belong to.
func (k MarkKind) layer() Layer {
	switch k {
	case MarkText:
		return LayerText
	case MarkParameter:
		return LayerParameters
	case MarkEvent:
		return LayerEvents
	case MarkEpoch:
		return LayerEpochs
	case MarkUser:
		return LayerMarks
	}
	return LayerFindings
}

// leastPitch is how many units of width a mark of a layer must have on average:
// closer ones would hide what they should point out.
const leastPitch = 12

// shownMarks are the marks of the visible layers from log time from to log time
// to, in the order they are drawn. A layer that is too crowded for a width of so
// many units is left out until the person zooms in.
func (s *Stack) shownMarks(from, to time.Duration, width float64) []Mark {
	var count [layerCount]int
	var out []Mark
	for _, m := range s.marks {
		if l := m.Kind.layer(); m.At >= from && m.At <= to && !s.hidden[l] {
			count[l]++
			out = append(out, m)
		}
	}
	return slices.DeleteFunc(out, func(m Mark) bool {
		return float64(count[m.Kind.layer()])*leastPitch > width
	})
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
