package sim

// Relinked is the same flight over another link: flying is what takes time.
func (f *Flight) Relinked(seed uint64, faults Faults) *Flight {
	g := *f
	g.config.Seed, g.config.Faults = seed, faults
	return &g
}
