package few

// Tally counts records or frames and keeps the first. The zero value has none.
type Tally struct{ Count, First int }

// Add counts one more.
func (t *Tally) Add(i int) {
	if t.Count == 0 {
		t.First = i
	}
	t.Count++
}
