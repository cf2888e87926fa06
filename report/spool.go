package report

import (
	"compress/gzip"
	"errors"
	"io"
)

// errTooLarge says that a report is larger than the limit once it is compressed.
var errTooLarge = errors.New("the report is too large")

// sarifSpool keeps a report that is not larger than a limit. Of a larger one, it only
// finds out how large it is once it is compressed.
type sarifSpool struct {
	limit      int
	text       []byte
	compressor *gzip.Writer
	compressed counter
}

// counter counts what is written.
type counter int

// Write counts the bytes of text and never fails.
func (c *counter) Write(text []byte) (int, error) {
	*c += counter(len(text))
	return len(text), nil
}

// Write takes more of the report; the error is errTooLarge as soon as that is known.
func (s *sarifSpool) Write(text []byte) (int, error) {
	if s.compressor == nil && len(s.text)+len(text) <= s.limit {
		s.text = append(s.text, text...)
		return len(text), nil
	}
	if s.compressor == nil {
		compressor, err := gzip.NewWriterLevel(&s.compressed, gzip.BestSpeed)
		if err != nil {
			return 0, err
		}
		s.compressor = compressor
		if _, err := compressor.Write(s.text); err != nil {
			return 0, err
		}
		s.text = nil
	}
	if int(s.compressed) > s.limit {
		return 0, errTooLarge
	}
	return s.compressor.Write(text)
}

// isTooLarge ends the report and reports whether it is larger than the limit.
func (s *sarifSpool) isTooLarge() bool {
	if s.compressor == nil {
		return false
	}
	return s.compressor.Close() != nil || int(s.compressed) > s.limit
}

var _ io.Writer = (*sarifSpool)(nil)
