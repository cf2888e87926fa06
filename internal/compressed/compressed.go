// Package compressed reads texts that are compressed parts of the program.
package compressed

import (
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Text returns a function that returns the text of a file in the format of gzip. The first call reads
// it. It panics if the file is broken, since the file is part of the program: tests read each of them.
// name names it for the message.
func Text(name, file string) func() string {
	return sync.OnceValue(func() string {
		reader, err := gzip.NewReader(strings.NewReader(file))
		if err == nil {
			var text []byte
			if text, err = io.ReadAll(reader); err == nil {
				return string(text)
			}
		}
		panic(fmt.Sprintf("the embedded file %s is broken: %v", name, err))
	})
}
