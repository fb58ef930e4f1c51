//go:build !nonative

package picker

import (
	"errors"

	"github.com/sqweek/dialog"
)

// native shows the dialog of the desktop and waits for it.
func native(r Request) (path string, err error) {
	defer recovered(&err)
	d := dialog.File().Title(r.Title)
	if r.Folder != "" {
		d = d.SetStartDir(r.Folder)
	}
	if len(r.Types) > 0 {
		d = d.Filter(r.Filter, r.Types...).Filter("All files", "*")
	}
	if r.Save {
		path, err = d.SetStartFile(r.Name).Save()
	} else {
		path, err = d.Load()
	}
	if errors.Is(err, dialog.ErrCancelled) {
		return "", ErrCancelled
	}
	return path, err
}
