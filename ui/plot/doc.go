// Package plot shows signals over log time: a [Stack] of [Pane]s on one time
// axis. A pane draws its curves into one picture, and again only when its data,
// the view, its size or the theme change; what moves often, the playhead, the
// cursor and the measuring markers, are lines above it.
//
// A pane has a value axis on each side, by unit. Bands and marks are layers that
// are switched by [Stack.SetLayer]. What the person changes, panes and views
// alike, goes through [Stack.Undo] and [Stack.Redo].
//
// All of it is used from the UI goroutine only.
package plot
