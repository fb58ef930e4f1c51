package app

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestWrongWordsExitWithTwoAndSayHow(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere.bin")
	for _, c := range []struct {
		words []string
		says  string
	}{
		{[]string{"check"}, "usage: postflight check FILE"},
		{[]string{"check", "--nonsense", "x"}, "usage: postflight check FILE"},
		{[]string{"check", nowhere}, "cannot be opened: no such file"},
		{[]string{"check", ""}, `"" cannot be opened: no such file`},
		{[]string{"truth", "one"}, "usage: postflight truth LOG VGT1"},
		{[]string{"truth", "a", "b", "--offset", "NaN"}, "expected a number"},
		{[]string{"truth", "a", "b", "--offset", "1e300"}, "expected a number"},
		{[]string{"messages", "x", "--source", "one"}, "one"},
		{[]string{"replay", "x", "--loop"}, "--for"},
		{[]string{"demo", "x", "--minutes", "-1"}, "expected a number from 0 to 600"},
		{[]string{"demo", "x", "--minutes", "inf"}, "expected a number from 0 to 600"},
		{[]string{"chrony", "x", "--listen", "udp://127.0.0.1:0", "--delay", "-5s"}, "--delay"},
		{[]string{"chrony", "x", "--listen", "udp://127.0.0.1:0", "--source", "0:0"}, "--source 0:0"},
		{[]string{"chrony", "x", "--listen", "udp://127.0.0.1:0?y"}, "udp://ADDRESS:PORT"},
		{[]string{"chrony", ".", "--listen", "udp://127.0.0.1:0"}, "expected a socket of chronyd, found a folder"},
		{[]string{"chek"}, "is no command and no file"},
		{[]string{nowhere}, "cannot be opened: no such file"},
	} {
		if _, errs, code := run(t, c.words...); code != exitFailed || !strings.Contains(errs, c.says) {
			t.Errorf("%v: exit %d, said %q, want %q", c.words, code, errs, c.says)
		}
	}
}

func TestAWindowNeedsADisplay(t *testing.T) {
	none := func(string) string { return "" }
	some := func(name string) string { return map[string]string{"WAYLAND_DISPLAY": "wayland-0"}[name] }
	if err := showable(nil, none); err == nil || !strings.Contains(err.Error(), "postflight check") {
		t.Errorf("without a display: %v", err)
	}
	if err := showable([]string{t.TempDir()}, some); err != nil {
		t.Errorf("with a display: %v", err)
	}
}

func TestAMessageIsFoundInSmallLettersAndOneThatIsNotThereIsSaid(t *testing.T) {
	set := writeDemo(t, 1)
	log := set.path(set.names("vrec")[0])
	if out, errs, code := run(t, "messages", log, "--message", "heartbeat"); code != exitOK || errs != "" || !strings.Contains(out, "HEARTBEAT") {
		t.Errorf("exit %d, %d bytes, said %q", code, len(out), errs)
	}
	for _, words := range [][]string{{"--message", "NOWHERE"}, {"--source", "99:9"}} {
		if out, errs, code := run(t, append([]string{"messages", log}, words...)...); code != exitOK || out != "" || !strings.Contains(errs, "holds none of that") {
			t.Errorf("%v: exit %d, %q, said %q", words, code, out, errs)
		}
	}
}

func TestTextOfALogDoesNothingToATerminal(t *testing.T) {
	const text = "a\x1b[31m\u009b\u202eä\U000e0001\"\\"
	if got, want := quote(text), `"a\u001b[31m\u009b\u202eä\udb40\udc01\"\\"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTheVersionNamesTheProgram(t *testing.T) {
	for _, word := range []string{"version", "--version"} {
		if out, _, code := run(t, word); code != exitOK || !strings.HasPrefix(out, "postflight ") || !strings.Contains(out, "go1") {
			t.Errorf("exit %d, %q", code, out)
		}
	}
}

func TestHelpListsTheFlagsOfTheWindowAndAllCommands(t *testing.T) {
	out, _, code := run(t, "help")
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	for _, flag := range []string{"trace", "demo", "play", "plot", "theme"} {
		if !strings.Contains(out, "\n  -"+flag) {
			t.Errorf("-%s is not told of in:\n%s", flag, out)
		}
	}
	for _, c := range commands() {
		if !strings.Contains(out, "\npostflight "+c.name+" ") {
			t.Errorf("%s is not told of", c.name)
		}
	}
}
