//go:build !unix

package source

// readRegular leaves all to readOther.
func readRegular(string) (content []byte, regular bool, err error) { return nil, false, nil }
