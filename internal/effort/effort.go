// Package effort decides how much the tests try that change texts and trees at random. By
// default they try enough to notice a common mistake, so that all tests end within a minute and
// a half. With TEST_EFFORT=full in the environment they try everything, as they do in
// CI.
package effort

import "os"

// Rounds returns how often a test tries something: quick times, or full times if everything is
// to be tried.
func Rounds(quick, full int) int {
	if os.Getenv("TEST_EFFORT") == "full" {
		return full
	}
	return quick
}
