package horizon

import "image/color"

// glyphs are letters made of strokes on a grid 4 wide and 6 high, so that they
// can be drawn at any size and angle. Two digits are a point, x and y.
var glyphs = map[rune][]string{
	'0': {"103041453616050110"},
	'1': {"112026"},
	'2': {"01103041420646"},
	'3': {"0110304142334445361605", "3313"},
	'4': {"36300444"},
	'5': {"400003334445361605"},
	'6': {"4130100105163645443303"},
	'7': {"004016"},
	'8': {"103041423313020110", "133344453616050413"},
	'9': {"0516364541301001021343"},
	'N': {"06004640"},
	'E': {"40000646", "0333"},
	'S': {"413010010213334445361605"},
	'W': {"0016223640"},
}

const glyphAdvance = 6.0 // grid units from letter to letter

// text writes s centred on at, height pixels high, along the unit vector right.
func (k ink) text(s string, at point, height float64, right point, width float64, c color.NRGBA) {
	unit := height / 6
	down := right.left().times(-1)
	x := -(float64(len(s))*glyphAdvance - 2) / 2
	for _, r := range s {
		for _, stroke := range glyphs[r] {
			pts := make([]point, 0, len(stroke)/2)
			for i := 0; i+1 < len(stroke); i += 2 {
				gx, gy := float64(stroke[i]-'0'), float64(stroke[i+1]-'0')
				pts = append(pts, at.add(right.times((x+gx)*unit)).add(down.times((gy-3)*unit)))
			}
			k.polyline(pts, false, width, c)
		}
		x += glyphAdvance
	}
}

// textWidth is the width of s when height pixels high.
func textWidth(s string, height float64) float64 {
	return (float64(len(s))*glyphAdvance - 2) * height / 6
}
