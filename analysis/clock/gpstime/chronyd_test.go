//go:build unix

package gpstime_test

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

	"postflight/analysis/clock/chrony"
	"postflight/analysis/clock/gpstime"
)

// TestAChronydTakesTheSamples lets a real chronyd, which is kept from touching
// the clock of this machine, measure by a simulated vehicle whose date is 0.3 s
// ahead of it.
func TestAChronydTakesTheSamples(t *testing.T) {
	daemon, err := exec.LookPath("chronyd")
	if err != nil {
		t.Skip("chronyd is not installed (Debian: chrony)")
	}
	client, err := exec.LookPath("chronyc")
	if err != nil {
		t.Skip("chronyc is not installed (Debian: chrony)")
	}
	const aheadBy = 300 * time.Millisecond
	folder := startChronyd(t, daemon)
	sink, err := chrony.NewSink(filepath.Join(folder, "gps.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer sink.Close()

	// A minute that this computer did not wait for, then dates in real time.
	f := gpstime.NewFeed(0, 0)
	began := time.Now()
	take := func(host time.Duration, now time.Time) (chrony.Sample, bool) {
		return f.Take("", systemTime(vehicle, now.Add(aheadBy), time.Hour+host), host, now)
	}
	for host := -time.Minute; host < 0; host += 250 * time.Millisecond {
		take(host, began.Add(host))
	}
	deadline := time.Now().Add(20 * time.Second)
	said := ""
	for time.Now().Before(deadline) {
		now := time.Now()
		if s, ok := take(now.Sub(began), now); ok && sink.Send(s) {
			said = sources(client, folder)
			if reached, offset := reading(said); reached && (offset-aheadBy).Abs() < 20*time.Millisecond {
				t.Logf("chronyc sources: %s", said)
				return
			}
		}
		<-time.After(50 * time.Millisecond)
	}
	sent, dropped := sink.Counts()
	t.Errorf("chronyd does not show the offset: %q; %d samples sent, %d dropped", said, sent, dropped)
}

// startChronyd starts a chronyd with everything it writes in a folder of its own.
func startChronyd(t *testing.T, daemon string) (folder string) {
	folder, err := os.MkdirTemp("", "chrony") // t.TempDir is too long for a socket
	if err != nil {
		t.Fatal(err)
	}
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
		if _, err := os.Stat(filepath.Join(folder, "gps.sock")); err == nil {
			return folder
		}
		<-time.After(25 * time.Millisecond)
	}
	t.Fatal("chronyd did not open its socket")
	return ""
}

// sources is the line that chronyc writes of the reference clock.
func sources(client, folder string) string {
	out, err := exec.Command(client, "-c", "-h", filepath.Join(folder, "chronyd.sock"), "sources").CombinedOutput()
	if err != nil {
		return err.Error() + ": " + string(out)
	}
	return strings.TrimSpace(string(out))
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
