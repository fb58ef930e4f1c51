// Package picker asks for files with the desktop's own dialogs.
package picker

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
)

// ErrCancelled is what a dialog gives that was closed without a choice.
var ErrCancelled = errors.New("no file was chosen")

// ErrOpen is what asking gives while another dialog is still open.
var ErrOpen = errors.New("a file dialog is open already")

// Request says what to ask for.
type Request struct {
	Save   bool // a new file, rather than one that is there
	Title  string
	Folder string // to start in
	Name   string // proposed, when saving
	Filter string // what the kind of file is called
	Types  []string
}

// Picker shows file dialogs, one at a time, from a thread of its own: GTK wants
// a single thread, and a dialog on the UI goroutine stops the window.
type Picker struct {
	requests chan job
	done     sync.WaitGroup
	native   func(Request) (string, error)

	mu   sync.Mutex
	open bool
}

type job struct {
	Request
	answer func(path string, err error)
}

// New starts a picker. Close it.
func New() *Picker { return newPicker(native) }

func newPicker(ask func(Request) (string, error)) *Picker {
	p := &Picker{requests: make(chan job, 1), native: ask}
	p.done.Add(1)
	go p.serve()
	return p
}

func (p *Picker) serve() {
	defer p.done.Done()
	runtime.LockOSThread()
	for j := range p.requests {
		path, err := p.native(j.Request)
		if err == nil {
			path, err = filepath.Abs(path)
		}
		p.mu.Lock()
		p.open = false
		p.mu.Unlock()
		j.answer(path, err)
	}
}

// Ask shows a dialog and calls answer, from another goroutine, with an absolute
// path or an error; [ErrCancelled] where the person chose nothing.
func (p *Picker) Ask(r Request, answer func(path string, err error)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open {
		return ErrOpen
	}
	p.open = true
	p.requests <- job{r, answer}
	return nil
}

// Close lets go of the thread. A dialog that is open is not waited for: only
// the person can close it.
func (p *Picker) Close() {
	p.mu.Lock()
	open := p.open
	close(p.requests)
	p.mu.Unlock()
	if !open {
		p.done.Wait()
	}
}

// recovered turns a panic of the dialog library, which it uses where no desktop
// toolkit could start, into an error.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the desktop's file dialog cannot be shown: %v", r)
	}
}
