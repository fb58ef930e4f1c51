package sim

import "slices"

// longestFrame is that of a signed MAVLink 2 frame with a full payload.
const longestFrame = 280

// damage spoils the bytes of the items that are to arrive spoilt. One that
// cannot be spoilt without looking like something else is lost instead. It works
// from the end, for what spoilt bytes look like depends on those behind them.
func (l *link) damage(items []item) []item {
	out := make([]item, len(items))
	from := len(out)
	for _, it := range slices.Backward(items) {
		if it.how == flipped || it.how == broken {
			if it.bytes = l.spoil(it, out[from:]); it.bytes == nil {
				continue
			}
		}
		from--
		out[from] = it
	}
	return out[from:]
}

func (l *link) spoil(it item, after []item) []byte {
	for range 16 {
		b := slices.Clone(it.bytes)
		itself := none
		if it.how == flipped {
			l.flipBit(b)
			itself = len(it.lead) // which the CRC refuses
		} else {
			l.breakHeader(b)
		}
		if !tempting(slices.Concat(it.lead, b), itself, after) && !holds(b, extraOf(it.bytes), after) {
			return b
		}
	}
	return nil
}

func (l *link) flipBit(frame []byte) {
	from, to := headerLength(frame), len(frame)
	if signed(frame) {
		to -= 13
	}
	frame[from+l.random.IntN(to-from)] ^= 1 << l.random.IntN(8)
}

// breakHeader hits the magic byte, the length or the flags. An id that becomes
// unknown would not do: its CRC cannot be checked, so a reader may well accept
// it.
func (l *link) breakHeader(frame []byte) {
	length, flags := 1, 2
	if frame[0] == navSync {
		length, flags = 2, 3
	}
	where := l.random.IntN(3)
	switch {
	case where == 0:
		frame[0] = l.unmagic()
	case where == 1 || frame[0] == mavMagic1: // MAVLink 1 has no flags
		frame[length] ^= byte(1 + l.random.IntN(255))
	default:
		frame[flags] |= 0x80
	}
}

func headerLength(frame []byte) int {
	if frame[0] == mavMagic1 {
		return 6
	}
	return 10
}

func signed(frame []byte) bool { return frame[0] == mavMagic2 && frame[2]&mavSigned != 0 }

// none is no place in spoilt bytes.
const none = -1

// tempting reports whether a frame seems to start inside spoilt bytes, other
// than at `but`, and to end where one of the items after it starts. With an
// unknown id, nothing could tell such bytes from a frame.
func tempting(spoilt []byte, but int, after []item) bool {
	window := slices.Clone(spoilt)
	ends := []int{len(window)}
	for _, it := range after {
		if len(window) > len(spoilt)+longestFrame {
			break
		}
		if it.lead == nil { // a reader may take what comes before for a stamp
			ends = append(ends, len(window)-tlogStamp)
		}
		window = append(window, it.lead...)
		ends = append(ends, len(window))
		window = append(window, it.bytes...)
		ends = append(ends, len(window))
	}
	for p := range spoilt {
		if p == but {
			continue
		}
		if n := claimedLength(window[p:]); n > 0 && slices.Contains(ends, p+n) {
			return true
		}
	}
	return false
}

// holds reports whether spoilt bytes and those of the items after them are, by
// chance, a frame whose checksum is right: of a wrong length, one in 65,536 is.
func holds(spoilt []byte, extra byte, after []item) bool {
	n := claimedLength(spoilt)
	if n == 0 {
		return false
	}
	window := slices.Clone(spoilt)
	for _, it := range after {
		if len(window) >= n {
			break
		}
		window = slices.Concat(window, it.lead, it.bytes)
	}
	return n <= len(window) && extraOf(window) == extra
}

// claimedLength is the length of the frame that b seems to start with, or 0.
func claimedLength(b []byte) int {
	if len(b) < 3 {
		return 0
	}
	switch b[0] {
	case navSync:
		return 12 + int(b[2])
	case mavMagic1:
		return 8 + int(b[1])
	case mavMagic2:
		if b[2]&mavSigned != 0 {
			return 25 + int(b[1])
		}
		return 12 + int(b[1])
	}
	return 0
}
