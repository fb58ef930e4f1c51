package horizon

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// plate is a text on the picture with a ground of its own, so that no line
// strikes it through. Without a text there is none.
type plate struct {
	ground *canvas.Rectangle
	text   *canvas.Text
}

const plateMargin = 4

func newPlate() *plate {
	p := &plate{canvas.NewRectangle(color.NRGBA{R: 14, G: 16, B: 20, A: 190}), canvas.NewText("", color.White)}
	p.ground.CornerRadius = 3
	p.ground.Hide()
	return p
}

func (p *plate) setText(text string) {
	if p.text.Text == text {
		return
	}
	p.text.Text = text
	p.text.Refresh()
	if text == "" {
		p.ground.Hide()
	} else {
		p.ground.Show()
	}
}

// size is that of the ground.
func (p *plate) size() fyne.Size {
	return p.text.MinSize().AddWidthHeight(2*plateMargin, 0)
}

// place puts the plate's middle somewhere.
func (p *plate) place(middle fyne.Position) {
	size := p.size()
	at := middle.SubtractXY(size.Width/2, size.Height/2)
	p.ground.Resize(size)
	p.ground.Move(at)
	p.text.Resize(p.text.MinSize())
	p.text.Move(at.AddXY(plateMargin, 0))
}
