package hex

import (
	"image"
	"sync"

	fynetheme "fyne.io/fyne/v2/theme"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// face is the printable ASCII characters of the monospaced font, drawn once for
// a size in pixels.
type face struct {
	size          int // that it was made for
	width, height int // of a cell
	glyphs        [128]*image.Alpha
}

const lineSpacing = 1.3 // of the height of the letters' box

var monospace = sync.OnceValues(func() (*opentype.Font, error) {
	return opentype.Parse(fynetheme.DefaultTextMonospaceFont().Content())
})

// newFace draws the characters size pixels high.
func newFace(size int) (*face, error) {
	parsed, err := monospace()
	if err != nil {
		return nil, err
	}
	drawn, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, err
	}
	defer drawn.Close()
	advance, _ := drawn.GlyphAdvance('0')
	metrics := drawn.Metrics()
	letters := (metrics.Ascent + metrics.Descent).Ceil()
	f := &face{size: size, width: max(1, advance.Round()), height: max(1, int(float64(size)*lineSpacing+0.5))}
	baseline := (f.height-letters)/2 + metrics.Ascent.Round()
	for c := ' ' + 1; c < 127; c++ {
		mask := image.NewAlpha(image.Rect(0, 0, f.width, f.height))
		d := font.Drawer{Dst: mask, Src: image.Opaque, Face: drawn, Dot: fixed.P(0, baseline)}
		d.DrawString(string(c))
		f.glyphs[c] = mask
	}
	return f, nil
}
