package foreign

import (
	"bytes"
	"encoding/binary"
)

// inRow is how many short packets with a weak check must follow each other.
const inRow = 4

// mspLength is the length of a packet of the MultiWii serial protocol, version 1
// or 2, as Betaflight and INAV document it.
func mspLength(b []byte) int {
	if len(b) < 6 || b[0] != '$' || b[2] != '<' && b[2] != '>' && b[2] != '!' {
		return 0
	}
	switch b[1] {
	case 'M':
		end := 5 + int(b[3])
		if end >= len(b) {
			return 0
		}
		var sum byte
		for _, c := range b[3:end] {
			sum ^= c
		}
		if sum == b[end] {
			return end + 1
		}
	case 'X':
		if len(b) < 9 {
			return 0
		}
		end := 8 + int(binary.LittleEndian.Uint16(b[6:]))
		if end < len(b) && crc8(b[3:end]) == b[end] {
			return end + 1
		}
	}
	return 0
}

func mspTried(b []byte) int {
	if len(b) < 9 || b[1] != 'X' {
		return 0
	}
	return min(len(b), int(binary.LittleEndian.Uint16(b[6:])))
}

// crsfLength is the length of packets of the CRSF receiver protocol, several of
// which follow each other; each has a check of 8 bits only.
func crsfLength(b []byte) int {
	at := 0
	for range inRow {
		if at+4 > len(b) || b[at] != b[0] {
			return 0
		}
		n := int(b[at+1])
		if n < 2 || n > 62 || at+2+n > len(b) || crc8(b[at+2:at+1+n]) != b[at+1+n] {
			return 0
		}
		at += 2 + n
	}
	return at
}

// crc8 is CRC-8/DVB-S2.
func crc8(b []byte) byte {
	var crc byte
	for _, c := range b {
		crc ^= c
		for range 8 {
			if crc&0x80 != 0 {
				crc = crc<<1 ^ 0xD5
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

// sbusSize is the length of a frame of the SBUS receiver protocol.
const sbusSize = 25

// sbusLength is the length of frames of SBUS, several of which follow each other:
// they have no checksum, only a start, spare bits and an end.
func sbusLength(b []byte) int {
	if len(b) < inRow*sbusSize {
		return 0
	}
	for at := 0; at < inRow*sbusSize; at += sbusSize {
		flags, end := b[at+sbusSize-2], b[at+sbusSize-1]
		if b[at] != 0x0F || flags&0xF0 != 0 || end&0xCB != 0 {
			return 0
		}
	}
	return inRow * sbusSize
}

// beginning recognises what files begin with, by six bytes and more.
func beginning(b []byte) (t Kind, length int) {
	for _, k := range []struct {
		kind  Kind
		start string
	}{
		{ulog, "ULog\x01\x12\x35"},
		{dataFlash, "\xA3\x95\x80\x80\x59FMT"},
		{png, "\x89PNG\r\n\x1A\n"},
		{pcap, "\xD4\xC3\xB2\xA1\x02\x00\x04\x00"},
		{pcap, "\xA1\xB2\xC3\xD4\x00\x02\x00\x04"},
		{pcap, "\x4D\x3C\xB2\xA1\x02\x00\x04\x00"},
		{http, "HTTP/1.0 "},
		{http, "HTTP/1.1 "},
	} {
		if bytes.HasPrefix(b, []byte(k.start)) {
			return k.kind, len(k.start)
		}
	}
	switch {
	case bytes.HasPrefix(b, []byte("\xFF\xD8\xFF")) && len(b) > 11 && (string(b[6:11]) == "JFIF\x00" || string(b[6:11]) == "Exif\x00"):
		return jpeg, 11
	case bytes.HasPrefix(b, []byte("PK\x03\x04")):
		return zipFile, zipLength(b)
	case bytes.HasPrefix(b, []byte("\x1F\x8B\x08")):
		return gzipFile, gzipLength(b)
	}
	return 0, 0
}

// zipLength is the length of the header of an entry, the name included.
func zipLength(b []byte) int {
	const header = 30
	if len(b) < header || b[4] > 63 || b[5] > 19 {
		return 0
	}
	method, name := binary.LittleEndian.Uint16(b[8:]), int(binary.LittleEndian.Uint16(b[26:]))
	if method != 0 && method != 8 || name == 0 || header+name > len(b) {
		return 0
	}
	for _, c := range b[header : header+name] {
		if c < 0x20 {
			return 0
		}
	}
	return header + name
}

// gzipLength is the length of the header where what RFC 1952 leaves open has a
// value that writers use, and the first block is one of RFC 1951.
func gzipLength(b []byte) int {
	const header = 10
	if len(b) <= header || b[3]&0xE0 != 0 || b[8] != 0 && b[8] != 2 && b[8] != 4 || b[9] > 13 && b[9] != 0xFF {
		return 0
	}
	if b[3] == 0 && b[header]>>1&3 == 3 {
		return 0
	}
	return header
}

// pcapngLength is the length of an enhanced packet block's header, whose lengths
// agree with each other, or of a section header; as the pcapng draft has them.
func pcapngLength(b []byte) int {
	const header = 28
	if len(b) < header {
		return 0
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		kind, total := order.Uint32(b), order.Uint32(b[4:])
		switch {
		case kind == 0x0A0D0D0A && order.Uint32(b[8:]) == 0x1A2B3C4D && order.Uint16(b[12:]) == 1 && total >= header && total%4 == 0:
			return header
		case kind == 6 && order.Uint32(b[8:]) < 256 && total >= header+4:
			captured, sent := order.Uint32(b[20:]), order.Uint32(b[24:])
			if captured > 0 && captured <= sent && sent < 1<<16 && total >= captured+header+4 && total < captured+header+4+64 && total%4 == 0 {
				return header
			}
		}
	}
	return 0
}
