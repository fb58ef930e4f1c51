// Package plot shows signals over log time: a [Stack] of [Pane]s on one time
// axis. A pane draws its curves into one picture, and again only when its data,
// the view, its size or the theme change; what moves often, the playhead and the
// cursor, are lines above it.
//
// All of it is used from the UI goroutine only.
package plot
