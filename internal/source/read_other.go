//go:build !unix

package source

import "os"

// readRegular reads a regular file.
func readRegular(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadLimited(file, path)
}
