package plot_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/analysis/gap"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

var pictures = flag.String("pictures", "", "folder to write pictures of whole stacks into, to look at")

// sampled is a curve of n samples over 100 s.
func sampled(t testing.TB, name, unit string, n int, at func(x float64) float64) plot.Curve {
	t.Helper()
	times, values := make([]time.Duration, n), make([]float64, n)
	for i := range times {
		times[i] = time.Duration(i) * (100 * time.Second / time.Duration(n-1))
		values[i] = at(float64(i) / float64(n))
	}
	s, err := raster.NewSeries(times, values, gap.Breaks(times, gap.Limit(times)))
	if err != nil {
		t.Fatal(err)
	}
	return plot.Curve{Name: name, Unit: unit, Series: s}
}

// flightPanes are panes as a flight has them, of four curves each.
func flightPanes(t testing.TB, n int) []*plot.Pane {
	rng := rand.New(rand.NewPCG(1, 2))
	var panes []*plot.Pane
	for i := range n {
		p := plot.NewPane([]string{"attitude", "altitude and climb", "accelerometer"}[i%3])
		roll := sampled(t, "ATTITUDE.roll", "deg", 5000, func(x float64) float64 { return 30 * math.Sin(x*30+float64(i)) })
		truth := sampled(t, "truth roll", "deg", 800, func(x float64) float64 { return 29*math.Sin(x*30+float64(i)) + 2 })
		truth.Style = plot.Style{Color: theme.Truth, Dash: plot.Dashed}
		height := sampled(t, "VFR_HUD.alt", "m", 1000, func(x float64) float64 { return 1200 + 400*math.Sin(x*3) })
		mode := sampled(t, "HEARTBEAT.custom_mode", "", 60, func(x float64) float64 { return math.Floor(x * 5) })
		mode.Style.Step = true
		noise := sampled(t, "RAW_IMU.zacc", "m/s²", 50_000, func(x float64) float64 { return -9.81 + rng.NormFloat64()*0.3 })
		climb := sampled(t, "VFR_HUD.climb", "m/s", 1000, func(x float64) float64 { return 3 * math.Cos(x*40) })
		switch i % 3 {
		case 0:
			p.SetCurves([]plot.Curve{truth, roll, height, mode})
		case 1:
			p.SetCurves([]plot.Curve{height, climb})
		case 2:
			p.SetCurves([]plot.Curve{noise, mode})
		}
		panes = append(panes, p)
	}
	return panes
}

func dress(s *plot.Stack) {
	at := func(sec float64) time.Duration { return time.Duration(sec * float64(time.Second)) }
	s.SetBands([]plot.Band{
		{From: 0, To: at(12), Label: "STABILIZE"},
		{From: at(12), To: at(55), Label: "AUTO"},
		{From: at(55), To: at(56), Label: "RTL"},
		{From: at(56), To: at(80), Label: "LOITER"},
		{From: at(80), To: at(100), Label: "RTL"},
	})
	s.SetMarks([]plot.Mark{
		{At: at(10), Kind: plot.MarkEvent, Label: "armed"},
		{At: at(11), Kind: plot.MarkText, Label: "EKF3 IMU0 is using GPS"},
		{At: at(11.5), Kind: plot.MarkText, Label: "EKF3 IMU1 is using GPS"},
		{At: at(40), Kind: plot.MarkError, Label: "24 bytes are junk"},
		{At: at(60), Kind: plot.MarkEpoch, Label: "epoch 2: reboot"},
		{At: at(61), Kind: plot.MarkParameter, Label: "ATC_RAT_RLL_P 0.135"},
		{At: at(99), Kind: plot.MarkUser, Label: "marker 1:39"},
	})
	s.SetCrop(plot.Range{From: at(5), To: at(95)})
	s.SetMarker(plot.MarkerA, at(30))
	s.SetMarker(plot.MarkerB, at(45))
	s.SetPlayhead(at(33))
}

func TestPicturesOfWholeStacksToLookAt(t *testing.T) {
	if *pictures == "" {
		t.Skip("no -pictures folder")
	}
	for _, n := range []int{1, 4, 12} {
		for _, variant := range []fyne.ThemeVariant{fynetheme.VariantLight, fynetheme.VariantDark} {
			for _, scale := range []float32{1, 2} {
				look := map[fyne.ThemeVariant]string{fynetheme.VariantLight: "light", fynetheme.VariantDark: "dark"}[variant]
				name := fmt.Sprintf("%d-%s-%d", n, look, int(scale*100))
				t.Run(name, func(t *testing.T) {
					s, w, queue := show(t, variant, scale, fyne.NewSize(1000, 800), flightPanes(t, n)...)
					dress(s)
					s.Join()
					for len(queue) > 0 {
						(<-queue)()
					}
					f, err := os.Create(filepath.Join(*pictures, name+".png"))
					if err != nil {
						t.Fatal(err)
					}
					defer f.Close()
					if err := png.Encode(f, w.Canvas().Capture()); err != nil {
						t.Fatal(err)
					}
				})
			}
		}
	}
}

// show puts panes in a window of a size, at a scale.
func show(t testing.TB, variant fyne.ThemeVariant, scale float32, size fyne.Size, panes ...*plot.Pane) (*plot.Stack, fyne.Window, chan func()) {
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(variant))
	s := plot.NewStack(panes...)
	queue := queued(s)
	t.Cleanup(s.Close)
	w := test.NewTempWindow(t, s)
	w.SetPadded(false)
	w.Canvas().(test.WindowlessCanvas).SetScale(scale)
	w.Resize(size)
	return s, w, queue
}

func samePictures(a, b image.Image) bool {
	return bytes.Equal(a.(*image.NRGBA).Pix, b.(*image.NRGBA).Pix)
}

func themeVariant(v uint8) fyne.ThemeVariant { return fyne.ThemeVariant(v) }
