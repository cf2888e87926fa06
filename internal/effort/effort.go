// Package effort decides how much the tests try that change texts and trees at random, or make
// long ones. By default they try enough to notice a common mistake, so that all tests end within a
// minute and a half. With TEST_EFFORT=full in the environment they try everything, as they do in
// CI. With TEST_EFFORT=little they try a fifth of the usual: for the race detector, which makes
// them ten times as slow, and to which it matters how goroutines meet, not how texts vary.
// It also tunes the garbage collector for tests that allocate much.
package effort

import "os"

// Rounds returns how often a test tries something, or how much of it: quick times, full times if
// everything is to be tried, or a fifth of quick, but at least once, if little is.
func Rounds(quick, full int) int {
	switch os.Getenv("TEST_EFFORT") {
	case "full":
		return full
	case "little":
		return max(1, quick/5)
	}
	return quick
}
