package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"postflight/replay/newfile"
)

// DemoConfig is a flight over a moderately bad link, with a reboot in mid-flight.
// The station's clock is set back twice, once by enough to split its log.
func DemoConfig(seed uint64) Config {
	return Config{
		Seed:    seed,
		Length:  200 * time.Second,
		Reboots: []time.Duration{118 * time.Second},
		Faults: Faults{
			Loss: 0.006, BurstLoss: 0.0005, FlippedBits: 0.003, DamagedHeader: 0.001,
			Junk: 0.0012, ConsoleText: 0.0012, Duplicate: 0.0015, Late: 0.003,
			DamagedLengths: 1,
			MissingStamps:  0.0005, SharedStamps: 0.0005, GarbageStamps: 1,
		},
		ClockSteps: []ClockStep{
			{At: 70 * time.Second, By: -3 * time.Second},
			{At: 155 * time.Second, By: -1200 * time.Millisecond},
		},
	}
}

// DemoFile is one file of a demo.
type DemoFile struct {
	Name  string
	Bytes []byte
}

// firstFlashLog is the number in the name of the first log on board.
const firstFlashLog = 42

// Demo gives the files of the flight under the names that stations use, times in
// UTC, with truth.json last.
func (f *Flight) Demo() ([]DemoFile, error) { return f.demo(context.Background()) }

// demo is Demo until ctx ends; the error is then the context's.
func (f *Flight) demo(ctx context.Context) ([]DemoFile, error) {
	d := demo{truth: Truth{
		Seed: f.config.Seed, VGT1MinusVREC: f.VGT1MinusVREC(), Files: map[string]FileTruth{},
	}}
	for _, put := range []func(*demo){f.putVRECs, f.putVGT, f.putTLog, f.putFlash, f.putTexts} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		put(&d)
	}
	return d.finish()
}

func (f *Flight) putVRECs(d *demo) {
	const recName = "rec_20060102-150405.bin"
	start := f.config.Start
	nav, truth := f.VREC(NavLink)
	d.put(start.Format(recName), nav, truth)
	// A second later: two stations in one folder must differ in name.
	mav, truth := f.VREC(MAVLink)
	d.put(start.Add(time.Second).Format(recName), mav, truth)
}

func (f *Flight) putVGT(d *demo) {
	d.put(f.vgtStart().Format("gt-2006-01-02_15-04-05.bin"), f.VGT1(), FileTruth{
		Format: "vgt1", Sources: map[string]SourceTruth{}, Junk: [][2]int{}, Reboots: []float64{},
		Start: stamp(f.vgtStart()), Records: len(f.Truth),
	})
}

func (f *Flight) putTLog(d *demo) {
	log, truth := f.TLog()
	d.put(f.config.Start.Format("2006-01-02 15-04-05.tlog"), log, truth)
}

func (f *Flight) putFlash(d *demo) {
	for i, l := range f.DataFlash() {
		d.put(fmt.Sprintf("%08d.BIN", firstFlashLog+i), l.Bytes, l.Truth)
	}
}

func (f *Flight) putTexts(d *demo) {
	text, truth := f.NavigatorLog()
	d.put(f.config.Start.Format("navigator-2006-01-02.log"), text, truth)
	text, truth = f.SessionLog()
	d.put(f.config.Start.Format("session_20060102-150405.log"), text, truth)
}

// demo is the files so far and what was put into them.
type demo struct {
	files []DemoFile
	truth Truth
}

func (d *demo) put(name string, b []byte, truth FileTruth) {
	d.files = append(d.files, DemoFile{name, b})
	d.truth.Files[name] = truth
}

func (d *demo) finish() ([]DemoFile, error) {
	text, err := json.MarshalIndent(d.truth, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("truth of the demo: %w", err)
	}
	return append(d.files, DemoFile{"truth.json", append(text, '\n')}), nil
}

// Written is a file that was written, and its size in bytes.
type Written struct {
	Name string
	Size int
}

// WriteDemo writes the files of [Flight.Demo] into dir, which is made if need
// be, and tells which they are. It overwrites nothing: if one of the names is taken
// it returns an error that wraps [fs.ErrExist] and writes no file. Each file is
// synced before it gets its name, truth.json last. Where ctx ends or one cannot be
// written, those written before are removed.
func (f *Flight) WriteDemo(ctx context.Context, dir string) ([]Written, error) {
	files, err := f.demo(ctx)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("folder of the demo: %w", err)
	}
	for _, file := range files {
		if _, err := os.Lstat(filepath.Join(dir, file.Name)); err == nil {
			return nil, fmt.Errorf("%s is there already: %w", filepath.Join(dir, file.Name), fs.ErrExist)
		}
	}
	var written []Written
	for _, file := range files {
		if err := file.write(ctx, dir); err != nil {
			for _, w := range written {
				err = errors.Join(err, os.Remove(filepath.Join(dir, w.Name)))
			}
			return nil, err
		}
		written = append(written, Written{file.Name, len(file.Bytes)})
	}
	return written, nil
}

func (d DemoFile) write(ctx context.Context, dir string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return newfile.Write(filepath.Join(dir, d.Name), false, func(w io.Writer) error {
		_, err := w.Write(d.Bytes)
		return err
	})
}
