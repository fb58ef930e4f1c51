package decode_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"postflight/decode"
	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
)

func heartbeat(seq uint8) []byte {
	return build.Frame{Seq: seq, System: 1, Component: 1, Extra: 50, Payload: []byte{0, 0, 0, 0, 2, 3, 81, 4, 3}}.MAVLink2()
}

func stamped(n int) (out []byte) {
	for i := range n {
		out = binary.BigEndian.AppendUint64(out, 1_700_000_000_000_000+uint64(i)*1000)
		out = append(out, heartbeat(uint8(i))...)
	}
	return out
}

func bare(n int) (out []byte) {
	for i := range n {
		out = append(out, heartbeat(uint8(i))...)
	}
	return out
}

const textLog = "FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format,Columns\nFMT, 1, 15, ATT, Qcc, TimeUS,Roll,Pitch\nATT, 1000, 1.5, 2\n"

func dataFlash() []byte {
	record := func(number, length byte, name, letters, columns string) []byte {
		b := append([]byte{0xA3, 0x95, 128, number, length}, make([]byte, 84)...)
		copy(b[5:], name)
		copy(b[9:], letters)
		copy(b[25:], columns)
		return b
	}
	b := record(128, 89, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns")
	b = append(b, record(1, 15, "ATT", "Qcc", "TimeUS,Roll,Pitch")...)
	for i := range uint64(5) {
		b = append(b, 0xA3, 0x95, 1)
		b = append(binary.LittleEndian.AppendUint64(b, 1000*i), 1, 2, 3, 4)
	}
	return b
}

// logs are small ones of each format.
var logs = map[flight.Format][]byte{
	flight.VREC:          build.Recording(heartbeat(1), heartbeat(2)).Bytes(),
	flight.VGT1:          build.VGT1{StartMs: 1, Poses: make([]build.Pose, 3)}.Bytes(),
	flight.TLog:          stamped(3),
	flight.Raw:           bare(3),
	flight.DataFlash:     dataFlash(),
	flight.DataFlashText: []byte(textLog),
	flight.NavigatorLog:  []byte("2026-06-17T23:59:58.500Z === session started ===\n2026-06-17T23:59:59.000Z [GCS] armed\n"),
}

func TestAFormatIsToldByContent(t *testing.T) {
	for format, data := range logs {
		// The name says nothing.
		l, err := decode.Bytes(t.Context(), "log.txt", data, nil)
		if err != nil || l.Format != format {
			t.Errorf("%s: %v, %v", format, l, err)
			continue
		}
		if err := l.CheckTiling(); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// old is a packet of MAVLink 0.9.
func old(seq uint8) string {
	b := []byte{0x55, 3, seq, 1, 1, 0, 1, 2, 3}
	return string(binary.LittleEndian.AppendUint16(b, build.Sum16(b[1:])))
}

// wide is text in UTF-16, the byte of a character that is not 0 at place 0 or 1.
func wide(text string, place int) string {
	out := make([]byte, 2*len(text))
	for i := range len(text) {
		out[2*i+place] = text[i]
	}
	return string(out)
}

func TestWhatIsNoLogIsNamedWithWhatToDo(t *testing.T) {
	junk := strings.Repeat("\x01\x02\x93", 40)
	for name, c := range map[string]struct{ data, is, advice string }{
		"nothing":          {"", "empty", "Nothing was written"},
		"zeros":            {strings.Repeat("\x00", 5000), "all 5000 bytes are zero", "nothing was written"},
		"one zero":         {"\x00", "all 1 bytes are zero", ""},
		"text":             {"Dear pilot,\nthe log is attached.\n", "plain text", `"Dear pilot,"`},
		"text of any kind": {"<html><body>404 — not found</body></html>", "plain text", "<html>"},
		"UTF-16":           {"\xFF\xFE" + wide("2026-06-17T23:59:58.500Z started\r\n", 0), "UTF-16", "iconv"},
		"UTF-16, big":      {"\xFE\xFF" + wide("FMT, 128, 89, FMT, BBnNZ, Type\r\n", 1), "UTF-16", "Set-Content -Encoding utf8"},
		"UTF-16, unmarked": {wide("[12:00:00.000] started\r\n", 0), "UTF-16", "PowerShell"},
		"UTF-16, other":    {"\xFF\xFE" + wide("a b", 0) + strings.Repeat("\x10\x04\x20\x00", 30), "UTF-16", "PowerShell"},
		"bytes":            {junk, "no log that Postflight knows", "01 02 93"},
		"one byte":         {"\x93", "no log that Postflight knows", "93"},
		"Git LFS":          {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "Git LFS pointer", "git lfs pull"},
		"zip":              {"PK\x03\x04" + junk, "zip archive", "unpack"},
		"gzip":             {"\x1f\x8b\x08" + junk, "gzip archive", "gunzip"},
		"7-Zip":            {"7z\xbc\xaf\x27\x1c" + junk, "7-Zip archive", "unpack"},
		"xz":               {"\xfd7zXZ\x00" + junk, "xz archive", "unxz"},
		"bzip2":            {"BZh91AY&SY" + junk, "bzip2 archive", "bunzip2"},
		"Zstandard":        {"\x28\xb5\x2f\xfd" + junk, "Zstandard archive", "unzstd"},
		"pcapng":           {"\x0a\x0d\x0d\x0a" + junk, "pcapng", "tshark"},
		"pcap":             {"\xd4\xc3\xb2\xa1" + junk, "pcap", "tshark"},
		"ULog":             {"ULog\x01\x12\x35" + junk, "PX4 ULog", "Flight Review"},
		"Betaflight":       {"H Product:Blackbox flight data recorder by Nicholas Sherlock\n", "Betaflight", "Blackbox Explorer"},
		"PNG":              {"\x89PNG\r\n\x1a\n" + junk, "PNG", "open the log"},
		"PDF":              {"%PDF-1.7\n", "PDF", "open the log"},
		"program":          {"\x7fELF" + junk, "program", "open a log"},
		"SQLite":           {"SQLite format 3\x00" + junk, "SQLite", "export"},
		"HDF5":             {"\x89HDF\r\n\x1a\n" + junk, "HDF5", "open the log"},
		"MATLAB":           {"MATLAB 5.0 MAT-file, Platform: GLNXA64" + junk, "MATLAB", "open the log"},
		"MCAP":             {"\x89MCAP0\r\n" + junk, "MCAP", "Foxglove"},
		"MAVLink 0.9":      {old(1) + "\x00" + old(2) + old(3), "MAVLink 0.9", "convert"},
		"a cut VREC":       {"CERV", "VREC", "cut"},
		"a cut VGT1":       {"VGT1\x01", "VGT1", "cut"},
	} {
		l, err := decode.Bytes(t.Context(), "flight.tlog", []byte(c.data), nil)
		if err == nil {
			t.Errorf("%s: opened as %s", name, l.Format)
			continue
		}
		if !strings.Contains(err.Error(), c.is) || !strings.Contains(err.Error(), c.advice) {
			t.Errorf("%s: %v; it should say %q and %q", name, err, c.is, c.advice)
		}
	}
}

func TestAnErrorTellsTextOfTheFileEscapedAndShort(t *testing.T) {
	_, err := decode.Bytes(t.Context(), "", []byte("red \x7f"+strings.Repeat("é", 500)), nil)
	if err == nil || len(err.Error()) > 300 || strings.ContainsAny(err.Error(), "\x00\x1b\x7f") {
		t.Errorf("%q", err)
	}
	_, err = decode.Bytes(t.Context(), "", []byte(strings.Repeat("wé", 500)), nil)
	if err == nil || len(err.Error()) > 300 {
		t.Errorf("%q", err)
	}
}

func TestOpenNamesTheFileInItsErrors(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty file é.bin")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		empty:                         "0 bytes",
		folder:                        "is a folder",
		filepath.Join(folder, "none"): "no such file",
	} {
		_, err := decode.Open(t.Context(), path, nil)
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestOpenReadsWhatBytesReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, logs[flight.TLog], 0o600); err != nil {
		t.Fatal(err)
	}
	var last, total int64
	l, err := decode.Open(t.Context(), path, func(done, of int64) { last, total = done, of })
	if err != nil || l.Frames.Len() != 3 || l.Path != path {
		t.Fatal(l, err)
	}
	if last == 0 || total != l.Size() {
		t.Errorf("progress %d of %d", last, total)
	}
}

func TestReadingALogTakesItsSizeInMemoryOnce(t *testing.T) {
	const size = 64 << 20
	path := filepath.Join(t.TempDir(), "large.zip") // is refused by its first bytes
	if err := os.WriteFile(path, append([]byte("PK\x03\x04"), make([]byte, size)...), 0o600); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := decode.Open(t.Context(), path, nil); err == nil {
		t.Fatal("a zip is no log")
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > size+size/4 {
		t.Errorf("%d bytes taken for a file of %d", took, size)
	}
}

func TestACancelledOpenSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for format, data := range logs {
		// Ground truth is so short that it is read in one go.
		if _, err := decode.Bytes(ctx, "", data, nil); !errors.Is(err, context.Canceled) && format != flight.VGT1 {
			t.Errorf("%s: %v", format, err)
		}
	}
}

func TestALogCutOrDamagedAnywhereOpensOrSaysWhyNot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 5))
	for format, data := range logs {
		for n := range data {
			cut := data[:n]
			flipped := bytes.Clone(data)
			flipped[n] ^= byte(1 + random.IntN(255))
			for _, b := range [][]byte{cut, flipped} {
				l, err := decode.Bytes(t.Context(), "", b, nil)
				switch {
				case err != nil && err.Error() == "":
					t.Fatalf("%s, byte %d: an error without words", format, n)
				case err == nil:
					if err := l.CheckTiling(); err != nil {
						t.Fatalf("%s, byte %d: %v", format, n, err)
					}
				}
			}
		}
	}
}

// FuzzOpen takes any bytes as a file of any format: it is opened or refused, its
// parts tile it, and opening takes no more memory than some times its size.
func FuzzOpen(f *testing.F) {
	for _, data := range logs {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l, err := decode.Bytes(t.Context(), "", data, nil)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20+200*uint64(len(data)) {
			t.Errorf("%d bytes took %d of memory", len(data), took)
		}
		if err != nil {
			return
		}
		if err := prove.Log(l); err != nil {
			t.Fatal(err)
		}
		for _, s := range l.Streams {
			l.Columns(s)
		}
	})
}
