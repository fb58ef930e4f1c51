//go:build race

package sim_test

// slow is whether the race detector makes everything slow.
const slow = true
