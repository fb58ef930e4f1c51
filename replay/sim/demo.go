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
func DemoConfig(seed uint64) Config {
	return Config{
		Seed:    seed,
		Length:  200 * time.Second,
		Reboots: []time.Duration{118 * time.Second},
		Faults: Faults{
			Loss: 0.006, BurstLoss: 0.0005, FlippedBits: 0.003, DamagedHeader: 0.001,
			Junk: 0.0012, ConsoleText: 0.0012, Duplicate: 0.0015, Late: 0.003,
			DamagedLengths: 1,
		},
	}
}

// DemoFile is one file of a demo.
type DemoFile struct {
	Name  string
	Bytes []byte
}

// Demo gives the files of the flight under the names that stations use, times in
// UTC, with truth.json last.
func (f *Flight) Demo() ([]DemoFile, error) {
	const recName = "rec_20060102-150405.bin"
	nav, navTruth := f.VREC(NavLink)
	mav, mavTruth := f.VREC(MAVLink)
	start := f.config.Start
	files := []DemoFile{
		{start.Format(recName), nav},
		// A second later: two stations in one folder must differ in name.
		{start.Add(time.Second).Format(recName), mav},
		{f.vgtStart().Format("gt-2006-01-02_15-04-05.bin"), f.VGT1()},
	}
	truth := Truth{
		Seed: f.config.Seed, VGT1MinusVREC: f.VGT1MinusVREC(),
		Files: map[string]FileTruth{
			files[0].Name: navTruth,
			files[1].Name: mavTruth,
			files[2].Name: {
				Format: "vgt1", Sources: map[string]SourceTruth{}, Junk: [][2]int{}, Reboots: []float64{},
				Start: stamp(f.vgtStart()), Records: len(f.Truth),
			},
		},
	}
	text, err := json.MarshalIndent(truth, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("truth of the demo: %w", err)
	}
	return append(files, DemoFile{"truth.json", append(text, '\n')}), nil
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
