// Package raster turns long series of samples into pictures: it reduces them to
// pixel columns and draws those, with axes' ticks and labels beside. It knows
// no window toolkit; widgets copy its pictures to the screen.
//
// A [Series] and its [Pyramid] are built once and never change. [Series.Reduce]
// costs about the same whatever the number of samples behind it.
package raster
