// Postflight shows what a ground station recorded of a flight, replays it, and
// says what can be trusted in it.
package main

import (
	"os"

	"postflight/app"
	_ "postflight/app/locale" // before the toolkit reads it
)

func main() {
	os.Exit(app.Run(os.Args[1:], os.Stdout, os.Stderr))
}
