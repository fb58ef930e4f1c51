package theme_test

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

var variants = map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark}

func TestEveryFyneColourIsDefined(t *testing.T) {
	test.AssertAllColorNamesDefined(t, theme.New(), "Postflight")
	test.AssertAllColorNamesDefined(t, theme.Fixed(fynetheme.VariantLight), "Postflight light")
}

func TestAFixedVariantIsKept(t *testing.T) {
	app := test.NewTempApp(t)
	for name, v := range variants {
		app.Settings().SetTheme(theme.Fixed(v))
		if got := theme.InForce(); got != v {
			t.Errorf("%s: variant in force is %d", name, got)
		}
		for _, asked := range variants {
			got := theme.Fixed(v).Color(theme.Truth, asked)
			if got != theme.Color(theme.Truth, v) {
				t.Errorf("%s asked as %d: got %v", name, asked, got)
			}
		}
	}
}

func TestWithoutAFixedVariantTheApplicationDecides(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New())
	want := fyne.ThemeVariant(fynetheme.VariantDark)
	if app.Settings().ThemeVariant() == fynetheme.VariantLight {
		want = fynetheme.VariantLight
	}
	if got := theme.InForce(); got != want {
		t.Errorf("variant in force is %d, want %d", got, want)
	}
	if theme.Current(theme.Estimate) != theme.Color(theme.Estimate, want) {
		t.Error("the current colour is of another variant")
	}
}

func TestWhatIsDrawnStandsOutFromItsBackground(t *testing.T) {
	test.NewTempApp(t)
	names := []fyne.ThemeColorName{
		theme.Estimate, theme.Truth, theme.Error, theme.Playhead, theme.CropHandle, theme.Epoch,
		theme.FindingInfo, theme.FindingWarning, theme.FindingError, theme.Junk, theme.Loss,
	}
	for variant, v := range variants {
		for _, bg := range []fyne.ThemeColorName{theme.PlotBackground, fynetheme.ColorNameBackground} {
			back := theme.Color(bg, v)
			for _, name := range names {
				if got := contrast(theme.Color(name, v), back); got < 3 {
					t.Errorf("%s: %s on %s has contrast %.2f, want 3", variant, name, bg, got)
				}
			}
			for _, name := range []fyne.ThemeColorName{fynetheme.ColorNameForeground, fynetheme.ColorNamePlaceHolder} {
				if got := contrast(theme.Color(name, v), back); got < 4.5 {
					t.Errorf("%s: text %s on %s has contrast %.2f, want 4.5", variant, name, bg, got)
				}
			}
		}
	}
}

func TestColoursShownTogetherDifferForTheColourBlind(t *testing.T) {
	test.NewTempApp(t)
	together := [][2]fyne.ThemeColorName{
		{theme.Estimate, theme.Truth},
		{theme.Junk, theme.Loss},
		{theme.FindingInfo, theme.FindingWarning},
		{theme.FindingInfo, theme.FindingError},
		{theme.FindingWarning, theme.FindingError},
		{theme.Sky, theme.Ground},
	}
	for variant, v := range variants {
		for eye, matrix := range eyes {
			for _, p := range together {
				a, b := seenBy(matrix, theme.Color(p[0], v)), seenBy(matrix, theme.Color(p[1], v))
				if d := distance(lab(a), lab(b)); d < 12 {
					t.Errorf("%s, %s: %s and %s are only %.1f apart", variant, eye, p[0], p[1], d)
				}
			}
		}
	}
}

func TestFiguresKeepTheirWidth(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	f := theme.NewFigures(6, fynetheme.SizeNameText)
	test.NewTempWindow(t, f)
	width := f.MinSize().Width
	for in, want := range map[string]string{"--": "    --", "-179.9": "-179.9", "1234567": "234567", "": "      "} {
		f.SetText(in)
		if f.Text() != want || f.MinSize().Width != width {
			t.Errorf("%q shows %q, width %v of %v", in, f.Text(), f.MinSize().Width, width)
		}
	}
}

// contrast is the ratio of WCAG 2.1, 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(linear(a)), luminance(linear(b))
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c [3]float64) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

func linear(c color.NRGBA) [3]float64 {
	f := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return [3]float64{f(c.R), f(c.G), f(c.B)}
}

// eyes holds the linear RGB matrices of Machado, Oliveira and Fernandes (2009)
// at full severity.
var eyes = map[string][3][3]float64{
	"usual": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998},
	},
	"deutan": {
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881},
	},
	"tritan": {
		{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900},
	},
}

func seenBy(eye [3][3]float64, c color.NRGBA) (out [3]float64) {
	in := linear(c)
	for i, row := range eye {
		out[i] = min(max(row[0]*in[0]+row[1]*in[1]+row[2]*in[2], 0), 1)
	}
	return out
}

// lab is CIE L*a*b* of a linear sRGB colour, white D65.
func lab(c [3]float64) [3]float64 {
	x := (0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505
	y := luminance(c)
	z := (0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	return [3]float64{116*f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func TestTheKeysInAMenuAreReadable(t *testing.T) {
	for name, v := range variants {
		c := theme.Fixed(v).Color(fynetheme.ColorNameForeground, v)
		if _, _, _, a := c.RGBA(); uint8(float32(a)*0.95) < 240 { // as Fyne's menus make it
			t.Errorf("%s: the keys have alpha %d", name, uint8(float32(a)*0.95))
		}
		if _, _, _, a := c.RGBA(); a>>8 != 0xFF {
			t.Errorf("%s: other text has alpha %d", name, a>>8)
		}
	}
}
