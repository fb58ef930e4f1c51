package flight

// Wire is the kind of packet a frame is.
type Wire uint8

// Wires. Bare frames are all payload: the fixed records of a container.
const (
	Bare Wire = iota
	MAVLink1
	MAVLink2
	NavLink1
	NavLink2
)

// Magic bytes that frames start with.
const (
	MagicMAVLink1 = 0xFE
	MagicMAVLink2 = 0xFD
	MagicNavLink  = 0x56
)

// Wire is the kind of packet frame i is.
func (l *Log) Wire(i int) Wire {
	if l.Streams[l.Frames.Stream[i]].Bare {
		return Bare
	}
	return WireOf(l.AppendFrame(nil, i))
}

// WireOf tells a frame's kind from its first bytes.
func WireOf(frame []byte) Wire {
	switch {
	case len(frame) < 2:
		return Bare
	case frame[0] == MagicMAVLink1:
		return MAVLink1
	case frame[0] == MagicMAVLink2:
		return MAVLink2
	case frame[0] == MagicNavLink && frame[1]&0x0F == 1:
		return NavLink1
	case frame[0] == MagicNavLink:
		return NavLink2
	}
	return Bare
}

// HeaderSize and TrailerSize surround the payload; a signature is not counted.
func (w Wire) HeaderSize() int { return [...]int{0, 6, 10, 8, 10}[w] }

// TrailerSize is the length of the checksum.
func (w Wire) TrailerSize() int { return [...]int{0, 2, 2, 4, 2}[w] }

// Payload cuts the payload out of an intact frame.
func Payload(frame []byte) []byte {
	w := WireOf(frame)
	if w == Bare {
		return frame
	}
	length := int(frame[1])
	if frame[0] == MagicNavLink {
		length = int(frame[2])
	}
	head := w.HeaderSize()
	return frame[head : head+length : head+length]
}

// Head is what stands in front of a payload, as far as every wire has it.
type Head struct {
	Version int // 1 or 2; 0 for bare frames
	Seq     uint8
	Source  Source
	Payload int // bytes
	Signed  bool
}

// ReadHead reads the header of a frame that is whole.
func ReadHead(frame []byte) Head {
	switch WireOf(frame) {
	case MAVLink1:
		return Head{1, frame[2], MakeSource(frame[3], frame[4]), int(frame[1]), false}
	case MAVLink2:
		return Head{2, frame[4], MakeSource(frame[5], frame[6]), int(frame[1]), frame[2]&1 != 0}
	case NavLink1:
		return Head{1, 0, MakeSource(frame[3], 0), int(frame[2]), false}
	case NavLink2:
		return Head{2, frame[4], MakeSource(frame[5], frame[6]), int(frame[2]), false}
	}
	return Head{Payload: len(frame)}
}
