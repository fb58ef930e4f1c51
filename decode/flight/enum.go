package flight

// Enum names the values of a field that stand for something, or the bits of one
// that is a mask.
type Enum struct {
	Title string // as its definition calls it: "MAV_TYPE"
	// Label gives the name of a value, without the title; "" for one without.
	Label func(value uint64) string
}

// Name is what a value stands for: "QUADROTOR", "SAFETY_ARMED | AUTO_ENABLED";
// "" where it has no name. It may be called on nil.
func (e *Enum) Name(value uint64) string {
	if e == nil {
		return ""
	}
	return e.Label(value)
}
