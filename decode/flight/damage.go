package flight

import "time"

// DamageKind says what damaged bytes are.
type DamageKind uint8

const (
	// CRCFailed is a frame of a known message, of a length legal for it, whose
	// checksum does not hold and right behind which follows what joins up: an intact
	// frame, the end, or another one like it. What lies before it may be anything.
	CRCFailed DamageKind = iota
	// Junk is a run of bytes that belong to no frame.
	Junk
	// Tail is what is left of a record that the end of the file cuts.
	Tail
)

// Damage is a run of bytes of the file that carries no intact frame. Runs end
// at record headers: a frame split over records and damaged is several runs, of
// which the first has Frame set to the length of the whole.
type Damage struct {
	Span
	Kind    DamageKind
	Reason  string        // of Junk and Tail: why, in words
	Time    time.Duration // log time of the record that holds it
	Source  Source        // of CRCFailed: as its header names it
	Message *Message      // of CRCFailed
	Frame   int           // of CRCFailed: wire length; 0 in the runs that go on
	Seq     uint8         // of CRCFailed
	Lead    int           // of CRCFailed: bytes of the container right before it
}

// LeadSpan is what the container puts right before it; empty where there is none.
func (d *Damage) LeadSpan() Span {
	lead := int64(d.Lead)
	return Span{d.Offset - lead, lead}
}
