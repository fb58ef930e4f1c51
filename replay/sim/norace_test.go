//go:build !race

package sim_test

const slow = false
