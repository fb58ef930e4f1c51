//go:build unix

// Package chronydtest lets tests hand samples to a real chronyd, which is kept from
// touching the clock of the machine.
package chronydtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Daemon is a chronyd that runs until its test ends.
type Daemon struct{ client, folder string }

// Start starts a chronyd with everything it writes in a folder of its own, and waits
// until it takes samples. Where none is installed the test is skipped.
func Start(t *testing.T) *Daemon {
	t.Helper()
	daemon, err := exec.LookPath("chronyd")
	if err != nil {
		t.Skip("chronyd is not installed (Debian: chrony)")
	}
	client, err := exec.LookPath("chronyc")
	if err != nil {
		t.Skip("chronyc is not installed (Debian: chrony)")
	}
	folder, err := os.MkdirTemp("", "chrony") // t.TempDir is too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	d := &Daemon{client, folder}
	config := filepath.Join(folder, "chrony.conf")
	text := fmt.Sprintf("refclock SOCK %[1]s/gps.sock refid GPS poll 0 filter 1 precision 1e-3\n"+
		"pidfile %[1]s/chronyd.pid\nbindcmdaddress %[1]s/chronyd.sock\ndriftfile %[1]s/drift\ncmdport 0\nport 0\n", folder)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o770); err != nil { // as chronyd asks of it
		t.Fatal(err)
	}
	user := "root"
	if os.Getuid() != 0 {
		user = os.Getenv("USER")
	}
	ctx, stop := context.WithCancel(context.Background())
	var output strings.Builder
	command := exec.CommandContext(ctx, daemon, "-x", "-U", "-d", "-F", "0", "-u", user, "-f", config)
	command.Stdout, command.Stderr = &output, &output
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = command.Wait() // killed
		if t.Failed() {
			t.Logf("chronyd said:\n%s", output.String())
		}
		os.RemoveAll(folder)
	})
	for range 200 {
		if _, err := os.Stat(d.Socket()); err == nil {
			return d
		}
		<-time.After(25 * time.Millisecond)
	}
	t.Fatal("chronyd did not open its socket")
	return nil
}

// Socket is where it takes samples.
func (d *Daemon) Socket() string { return filepath.Join(d.folder, "gps.sock") }

// Reading is what chronyc says of the samples: whether any arrived, and by how much
// the vehicle's clock is ahead by them. said is its own words.
func (d *Daemon) Reading() (reached bool, ahead time.Duration, said string) {
	out, err := exec.Command(d.client, "-c", "-h", filepath.Join(d.folder, "chronyd.sock"), "sources").CombinedOutput()
	if err != nil {
		return false, 0, err.Error() + ": " + string(out)
	}
	said = strings.TrimSpace(string(out))
	reached, ahead = reading(said)
	return reached, ahead, said
}

// reading takes apart the line: mode, state, name, stratum, poll, reach, age,
// adjusted offset, measured offset, error. An offset there is the clock less the
// source.
func reading(line string) (reached bool, offset time.Duration) {
	part := strings.Split(line, ",")
	if len(part) < 10 || part[2] != "GPS" {
		return false, 0
	}
	reach, _ := strconv.ParseInt(part[5], 8, 64)
	seconds, _ := strconv.ParseFloat(part[8], 64)
	return reach > 0, -time.Duration(seconds * float64(time.Second))
}
