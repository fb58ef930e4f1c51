package hex

import (
	"context"
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/analysis/bytemap"
	"postflight/decode"
	"postflight/replay/sim"
	"postflight/ui/theme"
)

func TestThePictureIsWholeForTheUploader(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(fynetheme.VariantDark))
	v := New().view
	for _, size := range [][2]int{{360, 400}, {1, 1}, {1600, 37}, {5, 900}} {
		v.Resize(fyne.NewSize(float32(size[0]), float32(size[1])))
		v.generate(size[0], size[1])
		img := v.picture.img
		if img.Stride != 4*size[0] || img.Rect.Min.X != 0 || img.Rect.Dx() != size[0] || img.Rect.Dy() != size[1] {
			t.Errorf("%v: stride %d, %v", size, img.Stride, img.Rect)
		}
	}
}

func TestEveryKindLooksDifferentWithoutColour(t *testing.T) {
	f, err := newFace(12)
	if err != nil {
		t.Fatal(err)
	}
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(fynetheme.VariantLight))
	plain := look()
	for i := range plain.part {
		for j := range plain.part[i] {
			plain.part[i][j] = plain.back
		}
	}
	plain.failed, plain.junk, plain.tail = plain.back, plain.back, plain.back
	seen := map[string]bytemap.Kind{}
	for _, kind := range []bytemap.Kind{bytemap.Field, bytemap.Checksum, bytemap.CRCFailed, bytemap.Junk} {
		p := painted(f, plain, kind)
		if other, ok := seen[string(p)]; ok {
			t.Errorf("kinds %d and %d look alike", kind, other)
		}
		seen[string(p)] = kind
	}
}

func painted(f *face, c colours, kind bytemap.Kind) []byte {
	v := newView(New())
	v.picture.img = image.NewRGBA(image.Rect(0, 0, 400, 40))
	v.picture.colours = c
	v.picture.grid = newGrid(f, 400, 40, 16, 10)
	v.picture.draw(&page{
		data: make([]byte, 16), regions: []bytemap.Region{{To: 16, Kind: kind}}, cursor: -1, total: 2,
	})
	return v.picture.img.Pix
}

func TestTextStandsOutFromEveryTint(t *testing.T) {
	for _, variant := range []fyne.ThemeVariant{fynetheme.VariantLight, fynetheme.VariantDark} {
		test.NewTempApp(t).Settings().SetTheme(theme.Fixed(variant))
		c := look()
		for kind := bytemap.Header; kind <= bytemap.Tail; kind++ {
			for shade := range 4 {
				back := c.of(&bytemap.Region{Kind: kind, Shade: shade})
				if d := distance(c.text.R, back.R) + distance(c.text.G, back.G) + distance(c.text.B, back.B); d < 300 {
					t.Errorf("variant %d, kind %d, shade %d: %v on %v", variant, kind, shade, c.text, back)
				}
			}
		}
	}
}

func distance(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// BenchmarkRefresh draws the panel over a whole window of 1280x800, and at 200 %.
func BenchmarkRefresh(b *testing.B) {
	files, err := sim.Fly(sim.DemoConfig(7)).Demo()
	if err != nil {
		b.Fatal(err)
	}
	l, err := decode.Bytes(context.Background(), "demo", files[0].Bytes, nil)
	if err != nil {
		b.Fatal(err)
	}
	a := test.NewApp()
	defer a.Quit()
	a.Settings().SetTheme(theme.Fixed(fynetheme.VariantDark))
	for name, scale := range map[string]int{"100%": 1, "200%": 2} {
		b.Run(name, func(b *testing.B) {
			v := New().view
			v.data, v.notes = l.Data, bytemap.New(l, nil)
			v.Resize(fyne.NewSize(1280, 800))
			v.generate(1280*scale, 800*scale)
			for b.Loop() {
				v.top = (v.top + 3) % v.lastTop()
				v.generate(1280*scale, 800*scale)
			}
		})
	}
}
