// Package foreign names bytes that are neither MAVLink nor NavLink: other protocols
// that share a line, and beginnings of files. A name is given where a checksum of
// the protocol's own holds, or more of its structure fits than comes by chance.
package foreign

import (
	"bytes"
	"context"
	"encoding/binary"

	"postflight/analysis/internal/cancel"
)

// Kind is something other than MAVLink and NavLink that is found between frames.
type Kind uint8

// Kinds: those before Pcapng speak on a line.
const (
	nmea Kind = iota
	ubx
	rtcm
	msp
	crsf
	sbus
	Pcapng
	pcap
	gzipFile
	zipFile
	ulog
	dataFlash
	jpeg
	png
	http
	Kinds // how many there are
)

// names are one and several of each.
var names = [Kinds][2]string{
	nmea:      {"NMEA sentence", "NMEA sentences"},
	ubx:       {"u-blox packet", "u-blox packets"},
	rtcm:      {"RTCM 3 message", "RTCM 3 messages"},
	msp:       {"MSP packet", "MSP packets"},
	crsf:      {"run of CRSF packets", "runs of CRSF packets"},
	sbus:      {"run of SBUS frames", "runs of SBUS frames"},
	Pcapng:    {"packet header of a pcapng capture", "packet headers of a pcapng capture"},
	pcap:      {"beginning of a pcap capture", "beginnings of pcap captures"},
	gzipFile:  {"beginning of a gzip archive", "beginnings of gzip archives"},
	zipFile:   {"entry of a zip archive", "entries of a zip archive"},
	ulog:      {"beginning of a PX4 ULog", "beginnings of PX4 ULogs"},
	dataFlash: {"beginning of a DataFlash log", "beginnings of DataFlash logs"},
	jpeg:      {"beginning of a JPEG picture", "beginnings of JPEG pictures"},
	png:       {"beginning of a PNG picture", "beginnings of PNG pictures"},
	http:      {"HTTP header", "HTTP headers"},
}

// Name is what one, or several, of a kind are called: "NMEA sentences".
func (k Kind) Name(count int) string {
	if count == 1 {
		return names[k][0]
	}
	return names[k][1]
}

// Piece is bytes of a kind.
type Piece struct {
	Kind           Kind
	Offset, Length int
}

// vainly is how many times the bytes of a run may be gone through in checks that
// fail, so that no bytes make the search slow.
const vainly = 64

// Find finds what else b holds, in order, none within another. The only error is
// that of the context.
func Find(ctx context.Context, b []byte) ([]Piece, error) {
	var out []Piece
	work := vainly * (len(b) + 64)
	for at, round := 0, 0; at < len(b) && work > 0; round++ {
		if err := cancel.At(ctx, round); err != nil {
			return nil, err
		}
		t, length, tried := recognise(b[at:])
		work -= tried
		if length == 0 {
			at++
			continue
		}
		out = append(out, Piece{t, at, length})
		at += length
	}
	return out, nil
}

// recognise says what b begins with, and how long it is; a length of 0 for
// nothing that is known. tried is how many bytes were looked at.
func recognise(b []byte) (t Kind, length, tried int) {
	switch b[0] {
	case '$', '!':
		if t, length, tried = nmea, nmeaLength(b), min(len(b), longestNMEA); length == 0 {
			t, length = msp, mspLength(b)
			tried += mspTried(b)
		}
	case 0xB5:
		t, length, tried = ubx, ubxLength(b), ubxTried(b)
	case 0xD3:
		t, length, tried = rtcm, rtcmLength(b), min(len(b), 1029)
	case 0xC8, 0xEA, 0xEC, 0xEE:
		t, length, tried = crsf, crsfLength(b), inRow*64
	case 0x0F:
		t, length, tried = sbus, sbusLength(b), inRow
	default:
		if t, length = beginning(b); length == 0 {
			t, length = Pcapng, pcapngLength(b)
		}
	}
	return t, length, tried + 1
}

// longestNMEA is that of a sentence; the standard's 82 bytes are exceeded by some
// receivers.
const longestNMEA = 128

// nmeaLength is the length of a sentence with its checksum and line end, as NMEA
// 0183 has it; 0 for any other bytes.
func nmeaLength(b []byte) int {
	star := bytes.IndexByte(b[:min(len(b), longestNMEA)], '*')
	if star < 7 || star+3 > len(b) || bytes.IndexByte(b[:star], ',') < 4 {
		return 0
	}
	var sum byte
	for i, c := range b[1:star] {
		if c < 0x20 || c >= 0x7F || i < 3 && (c < 'A' || c > 'Z') {
			return 0
		}
		sum ^= c
	}
	high, low := hexDigit(b[star+1]), hexDigit(b[star+2])
	if high < 0 || low < 0 || byte(high<<4|low) != sum {
		return 0
	}
	end := star + 3
	for _, c := range []byte("\r\n") {
		if end < len(b) && b[end] == c {
			end++
		}
	}
	return end
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// longestUBX is more than receivers send, in bytes of payload.
const longestUBX = 8192

// ubxLength is the length of a packet as u-blox's interface descriptions have it.
func ubxLength(b []byte) int {
	if len(b) < 8 || b[1] != 0x62 {
		return 0
	}
	n := int(binary.LittleEndian.Uint16(b[4:]))
	if n > longestUBX || n+8 > len(b) {
		return 0
	}
	var sum, sums byte
	for _, c := range b[2 : 6+n] {
		sum += c
		sums += sum
	}
	if b[6+n] != sum || b[7+n] != sums {
		return 0
	}
	return n + 8
}

func ubxTried(b []byte) int {
	if len(b) < 8 || b[1] != 0x62 {
		return 0
	}
	return min(len(b), int(binary.LittleEndian.Uint16(b[4:])))
}

// rtcmLength is the length of a message of RTCM 10403, version 3, with its CRC-24Q.
func rtcmLength(b []byte) int {
	if len(b) < 6 || b[1]&0xFC != 0 {
		return 0
	}
	n := int(b[1])<<8 | int(b[2])
	if n < 2 || n+6 > len(b) {
		return 0
	}
	end := n + 3
	if crc24(b[:end]) != uint32(b[end])<<16|uint32(b[end+1])<<8|uint32(b[end+2]) {
		return 0
	}
	return n + 6
}

func crc24(b []byte) uint32 {
	var crc uint32
	for _, c := range b {
		crc ^= uint32(c) << 16
		for range 8 {
			if crc <<= 1; crc&0x1000000 != 0 {
				crc ^= 0x1864CFB
			}
		}
	}
	return crc
}
