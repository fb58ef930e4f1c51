package clock

import (
	"math"
	"math/big"
)

// sums are what a least-squares line needs of its points. They are exact, so
// that a point leaves as if it had never been there, after any number of them.
type sums struct {
	n                 int64
	x, y, xx, xy, yy  big.Int
	bigX, bigY, prods big.Int // scratch
}

func (s *sums) add(p point)    { s.change(p, 1) }
func (s *sums) remove(p point) { s.change(p, -1) }

func (s *sums) change(p point, sign int64) {
	s.n += sign
	s.bigX.SetInt64(p.x)
	s.bigY.SetInt64(p.y)
	combine := (*big.Int).Add
	if sign < 0 {
		combine = (*big.Int).Sub
	}
	combine(&s.x, &s.x, &s.bigX)
	combine(&s.y, &s.y, &s.bigY)
	combine(&s.xx, &s.xx, s.prods.Mul(&s.bigX, &s.bigX))
	combine(&s.xy, &s.xy, s.prods.Mul(&s.bigX, &s.bigY))
	combine(&s.yy, &s.yy, s.prods.Mul(&s.bigY, &s.bigY))
}

// line is the least-squares line, its Sigma and SkewSigma. There must be a
// point.
func (s *sums) line() Estimate {
	n := big.NewInt(s.n)
	sxx, sxy, syy := s.spread(&s.xx, &s.x, &s.x), s.spread(&s.xy, &s.x, &s.y), s.spread(&s.yy, &s.y, &s.y)

	e := Estimate{Line: Line{Held: true}, Sigma: -1, SkewSigma: -1, Pairs: int(s.n)}
	misfit := quotient(syy, big.NewInt(1)) // n^2 mean squared residual
	if sxx.Sign() > 0 {
		if skew := quotient(sxy, sxx); math.Abs(skew) <= MaxSkew {
			e.Skew, e.Held = skew, false
			misfit = quotient(new(big.Int).Sub(new(big.Int).Mul(syy, sxx), new(big.Int).Mul(sxy, sxy)), sxx)
		}
	}
	host, hostRest := new(big.Int).DivMod(&s.x, n, new(big.Int))
	offset, offsetRest := new(big.Int).DivMod(&s.y, n, new(big.Int))
	e.Host, e.Offset = host.Int64(), offset.Int64()
	e.Fraction = (float64(offsetRest.Int64()) - e.Skew*float64(hostRest.Int64())) / float64(s.n)

	if s.n < minSigmaPairs {
		return e
	}
	rms := math.Sqrt(misfit) / float64(s.n)
	e.Sigma = whole(rms)
	if !e.Held {
		e.SkewSigma = rms * float64(s.n) / math.Sqrt(float64(s.n-2)*quotient(sxx, big.NewInt(1))) * ppm
	}
	return e
}

// spread is n sum(ab) - sum(a) sum(b).
func (s *sums) spread(ab, a, b *big.Int) *big.Int {
	product := new(big.Int).Mul(a, b)
	all := new(big.Int).Mul(ab, big.NewInt(s.n))
	return all.Sub(all, product)
}

func quotient(a, b *big.Int) float64 {
	const bits = 128
	x, y := new(big.Float).SetPrec(bits).SetInt(a), new(big.Float).SetPrec(bits).SetInt(b)
	f, _ := x.Quo(x, y).Float64()
	return f
}
