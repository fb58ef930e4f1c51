// An empty window of the toolkit, to measure a start against.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

func main() {
	w := app.NewWithID("app.postflight.empty").NewWindow("Empty")
	w.Resize(fyne.NewSize(1240, 740))
	w.ShowAndRun()
}
