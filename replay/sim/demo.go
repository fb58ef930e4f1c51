package sim

import (
	"encoding/json"
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
func (f *Flight) Demo() ([]DemoFile, error) {
	d := demo{truth: Truth{
		Seed: f.config.Seed, VGT1MinusVREC: f.VGT1MinusVREC(), Files: map[string]FileTruth{},
	}}
	const recName = "rec_20060102-150405.bin"
	start := f.config.Start
	nav, navTruth := f.VREC(NavLink)
	d.put(start.Format(recName), nav, navTruth)
	// A second later: two stations in one folder must differ in name.
	mav, mavTruth := f.VREC(MAVLink)
	d.put(start.Add(time.Second).Format(recName), mav, mavTruth)
	d.put(f.vgtStart().Format("gt-2006-01-02_15-04-05.bin"), f.VGT1(), FileTruth{
		Format: "vgt1", Sources: map[string]SourceTruth{}, Junk: [][2]int{}, Reboots: []float64{},
		Start: stamp(f.vgtStart()), Records: len(f.Truth),
	})
	tlog, tlogTruth := f.TLog()
	d.put(start.Format("2006-01-02 15-04-05.tlog"), tlog, tlogTruth)
	for i, l := range f.DataFlash() {
		d.put(fmt.Sprintf("%08d.BIN", firstFlashLog+i), l.Bytes, l.Truth)
	}
	text, textTruth := f.NavigatorLog()
	d.put(start.Format("navigator-2006-01-02.log"), text, textTruth)
	text, textTruth = f.SessionLog()
	d.put(start.Format("session_20060102-150405.log"), text, textTruth)
	return d.finish()
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

// WriteDemo writes the files of [Flight.Demo] into dir, which is made if need
// be. It overwrites nothing: if one of the names is taken it returns an error
// that wraps [fs.ErrExist] and writes no file. Each file is synced before it
// gets its name, truth.json last.
func (f *Flight) WriteDemo(dir string) error {
	files, err := f.Demo()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("folder of the demo: %w", err)
	}
	for _, file := range files {
		if _, err := os.Lstat(filepath.Join(dir, file.Name)); err == nil {
			return fmt.Errorf("%s is there already: %w", filepath.Join(dir, file.Name), fs.ErrExist)
		}
	}
	for _, file := range files {
		err := newfile.Write(filepath.Join(dir, file.Name), false, func(w io.Writer) error {
			_, err := w.Write(file.Bytes)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
