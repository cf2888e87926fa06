package report

import (
	"compress/gzip"
	"errors"
	"io"
)

// errTooLarge reports that a compressed report exceeds the limit.
var errTooLarge = errors.New("the report is too large")

// sarifSpool holds a report in memory, up to a limit, and measures its compressed size. It drops
// the text of a report that exceeds the limit, but continues to measure.
type sarifSpool struct {
	limit      int
	text       []byte
	compressor *gzip.Writer
	compressed counter
}

// counter counts the bytes written to it.
type counter int

// Write counts the bytes of text and never fails.
func (c *counter) Write(text []byte) (int, error) {
	*c += counter(len(text))
	return len(text), nil
}

// Write adds text to the report. It returns errTooLarge as soon as the compressed report exceeds
// the limit.
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

// isTooLarge ends the report and reports whether it exceeds the limit when compressed.
func (s *sarifSpool) isTooLarge() bool {
	if s.compressor == nil {
		return false
	}
	return s.compressor.Close() != nil || int(s.compressed) > s.limit
}

var _ io.Writer = (*sarifSpool)(nil)
