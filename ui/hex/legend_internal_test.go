package hex

import (
	"image"
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"postflight/analysis/bytemap"
	"postflight/ui/theme"
)

func TestEveryKindOfBytesIsInTheLegendInItsColour(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New())
	colours := look()
	for kind := bytemap.Header; kind <= bytemap.Tail; kind++ {
		at := slices.IndexFunc(legendEntries, func(e legendEntry) bool { return e.kind == kind })
		if at < 0 {
			t.Errorf("kind %d is not in the legend", kind)
			continue
		}
		img := swatch(kind, 14, 12).(*image.RGBA)
		want := colours.of(&bytemap.Region{Kind: kind})
		found := 0
		for y := range 12 {
			for x := range 14 {
				if c := img.RGBAAt(x, y); c.R == want.R && c.G == want.G && c.B == want.B {
					found++
				}
			}
		}
		if found < 14*12/2 {
			t.Errorf("%s: %d pixels of its colour", legendEntries[at].means, found)
		}
	}
}
