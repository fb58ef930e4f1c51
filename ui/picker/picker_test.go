package picker

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestAnAnswerIsAnAbsolutePath(t *testing.T) {
	p := newPicker(func(Request) (string, error) { return "flight.bin", nil })
	defer p.Close()
	got := make(chan string)
	if err := p.Ask(Request{}, func(path string, err error) { got <- path }); err != nil {
		t.Fatal(err)
	}
	if path := <-got; !filepath.IsAbs(path) {
		t.Errorf("got %q", path)
	}
}

func TestOneDialogAtATime(t *testing.T) {
	release, answered := make(chan struct{}), make(chan error)
	p := newPicker(func(Request) (string, error) {
		<-release
		return "", ErrCancelled
	})
	defer p.Close()
	if err := p.Ask(Request{}, func(_ string, err error) { answered <- err }); err != nil {
		t.Fatal(err)
	}
	if err := p.Ask(Request{}, nil); !errors.Is(err, ErrOpen) {
		t.Errorf("second dialog: got %v", err)
	}
	close(release)
	if err := <-answered; !errors.Is(err, ErrCancelled) {
		t.Errorf("got %v", err)
	}
}

func TestAPanicOfTheDialogIsAnError(t *testing.T) {
	ask := func(Request) (path string, err error) {
		defer recovered(&err)
		panic("gtk initialisation failed")
	}
	p := newPicker(ask)
	defer p.Close()
	answered := make(chan error)
	if err := p.Ask(Request{}, func(_ string, err error) { answered <- err }); err != nil {
		t.Fatal(err)
	}
	if err := <-answered; err == nil {
		t.Error("no error")
	}
}
