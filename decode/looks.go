package decode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"

	"postflight/decode/crc"
)

// lookalike is a kind of file that people open by mistake, and what to do.
type lookalike struct {
	starts string
	is     string
	advice string
}

// lookalikes are told by how they start. Sources of the magics: the formats' own
// specifications.
var lookalikes = []lookalike{
	{"version https://git-lfs.github.com/spec/", "a Git LFS pointer, not the log itself", "fetch the log with `git lfs pull`"},
	{"PK\x03\x04", "a zip archive", "unpack it and open the logs in it"},
	{"\x1f\x8b", "a gzip archive", "unpack it with gunzip"},
	{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it"},
	{"\xfd7zXZ\x00", "an xz archive", "unpack it with unxz"},
	{"BZh", "a bzip2 archive", "unpack it with bunzip2"},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive", "unpack it with unzstd"},
	{"\x0a\x0d\x0d\x0a", "a pcapng network capture", "extract the MAVLink stream, for instance with tshark, and open that"},
	{"\xd4\xc3\xb2\xa1", "a pcap network capture", "extract the MAVLink stream, for instance with tshark, and open that"},
	{"\xa1\xb2\xc3\xd4", "a pcap network capture", "extract the MAVLink stream, for instance with tshark, and open that"},
	{"ULog\x01\x12\x35", "a PX4 ULog", "PX4 Flight Review and PlotJuggler read it"},
	{"H Product:Blackbox flight data recorder", "a Betaflight blackbox log", "the Blackbox Explorer reads it"},
	{"\x89PNG", "a PNG picture", "open the log that belongs to it"},
	{"%PDF", "a PDF document", "open the log that belongs to it"},
	{"\x7fELF", "a program", "open a log"},
	{"SQLite format 3\x00", "an SQLite database", "export the log from the program that keeps it"},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file", "open the log it was made from"},
	{"MATLAB 5.0 MAT-file", "a MATLAB file", "open the log it was made from"},
	{"\x89MCAP0\r\n", "an MCAP recording", "Foxglove and PlotJuggler read it"},
}

// sample is how much of a file is looked at to tell what it is.
const sample = 64 << 10

// lookalikeOf finds the kind of a file by its magic; nil where it has none.
func lookalikeOf(data []byte) *lookalike {
	for i := range lookalikes {
		if bytes.HasPrefix(data, []byte(lookalikes[i].starts)) {
			return &lookalikes[i]
		}
	}
	return nil
}

func isLookalike(data []byte) bool { return lookalikeOf(data) != nil }

// refuse says what a file that is no log looks like, and what to do.
func refuse(data []byte) error {
	if k := lookalikeOf(data); k != nil {
		return fmt.Errorf("this is %s: %s", k.is, k.advice)
	}
	head := data[:min(len(data), sample)]
	switch {
	case isUTF16(head):
		return errors.New("this is text in UTF-16, as PowerShell's > writes it: save it as UTF-8, in an editor or with `iconv -f UTF-16 -t UTF-8 old.log > new.log` or, in PowerShell, `Get-Content old.log | Set-Content -Encoding utf8 new.log`")
	case isMAVLink09(head):
		return errors.New("these are frames of MAVLink 0.9, which was given up in 2012: nothing today knows their messages; convert them with a ground station of that time")
	case allZero(data):
		return fmt.Errorf("all %d bytes are zero: the space for a log was reserved and nothing was written into it", len(data))
	case isText(head):
		return fmt.Errorf("this is plain text, not a log that Postflight knows: it begins %q", firstLine(head))
	}
	return fmt.Errorf("no log that Postflight knows, and no MAVLink or NavLink frame in it; it begins % x", head[:min(len(head), 16)])
}

func allZero(data []byte) bool {
	for _, b := range data {
		if b != 0 {
			return false
		}
	}
	return true
}

// isText reports whether bytes are text: valid UTF-8, cut at the end or not,
// without control characters other than those of lines.
func isText(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return len(b) < utf8.UTFMax && !utf8.FullRune(b)
		}
		if r < 0x20 && r != '\n' && r != '\r' && r != '\t' || r == 0x7F {
			return false
		}
		b = b[n:]
	}
	return true
}

// isUTF16 reports whether bytes are text of two bytes a character: with the mark
// that such text starts with, or every other byte zero.
func isUTF16(b []byte) bool {
	const enough = 8
	if len(b) < enough {
		return false
	}
	marked := b[0] == 0xFF && b[1] == 0xFE || b[0] == 0xFE && b[1] == 0xFF
	var zeros, plain [2]int
	for i, c := range b {
		switch {
		case c == 0:
			zeros[i%2]++
		case c >= 0x20 && c < 0x7F || c >= '\t' && c <= '\r':
			plain[i%2]++
		}
	}
	mostly := func(n int) bool { return n*20 >= len(b)/2*18 }
	latin := mostly(zeros[0]) && mostly(plain[1]) || mostly(zeros[1]) && mostly(plain[0])
	return latin || marked && zeros[0]+zeros[1] > len(b)/8
}

// firstLine is the first line of text, as much as fits into a message.
func firstLine(b []byte) string {
	line, _, _ := bytes.Cut(b, []byte("\n"))
	const most = 60
	if len(line) > most {
		return string(bytes.ToValidUTF8(line[:most], nil)) + "…"
	}
	return string(bytes.TrimRight(line, "\r"))
}

// isMAVLink09 reports whether data holds packets of the first MAVLink: as those of
// version 1, but for the first byte and a checksum without the message in it.
func isMAVLink09(b []byte) bool {
	const first, head, trailer, enough = 0x55, 6, 2, 3
	found := 0
	for i := 0; i+head+trailer <= len(b) && found < enough; {
		end := i + head + int(b[i+1])
		if b[i] != first || end+trailer > len(b) || crc.MCRF4XX(crc.Init, b[i+1:end]) != binary.LittleEndian.Uint16(b[end:]) {
			i++
			continue
		}
		found++
		i = end + trailer
	}
	return found == enough
}
