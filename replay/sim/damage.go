package sim

import "slices"

// longestFrame is that of a signed MAVLink 2 frame with a full payload.
const longestFrame = 280

// damage spoils the bytes of the items that are to arrive spoilt. One that
// cannot be spoilt without looking like something else is lost instead.
func (l *link) damage(items []item) []item {
	out := items[:0:0]
	for k, it := range items {
		if it.how == flipped || it.how == broken {
			if it.bytes = l.spoil(it, items[k+1:]); it.bytes == nil {
				continue
			}
		}
		out = append(out, it)
	}
	return out
}

func (l *link) spoil(it item, after []item) []byte {
	for range 16 {
		b := slices.Clone(it.bytes)
		from := 0
		if it.how == flipped {
			l.flipBit(b)
			from = 1 // at 0 it is the frame itself, which the CRC refuses
		} else {
			l.breakHeader(b)
		}
		if !tempting(b, from, after) {
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

// tempting reports whether a frame seems to start inside spoilt bytes, at
// `from` or later, and to end where one of the items after it starts. With an
// unknown id, nothing could tell such bytes from a frame.
func tempting(spoilt []byte, from int, after []item) bool {
	window := slices.Clone(spoilt)
	ends := []int{len(window)}
	for _, it := range after {
		if len(window) > len(spoilt)+longestFrame {
			break
		}
		window = append(window, it.bytes...)
		ends = append(ends, len(window))
	}
	for p := from; p < len(spoilt); p++ {
		if n := claimedLength(window[p:]); n > 0 && slices.Contains(ends, p+n) {
			return true
		}
	}
	return false
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
