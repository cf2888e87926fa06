package report

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

// errTooLarge reports that a compressed report exceeds the limit.
var errTooLarge = errors.New("the report is too large")

// sarifSpool holds a report in memory until its size is known. It compresses a report that is longer
// than plain: a report repeats itself so much that it would take far more memory than the findings.
type sarifSpool struct {
	// plain is the number of bytes to hold as they are, and limit of those to hold when compressed.
	plain, limit int
	// held is the report, compressed if there is a compressor.
	held       bytes.Buffer
	compressor *gzip.Writer
}

// Write adds text to the report. It returns errTooLarge as soon as the compressed report exceeds
// the limit.
func (s *sarifSpool) Write(text []byte) (int, error) {
	if s.compressor == nil && s.held.Len()+len(text) <= s.plain {
		return s.held.Write(text)
	}
	if s.compressor == nil {
		if err := s.compress(); err != nil {
			return 0, err
		}
	}
	if s.held.Len() > s.limit {
		return 0, errTooLarge
	}
	return s.compressor.Write(text)
}

// compress compresses what the spool holds so far.
func (s *sarifSpool) compress() (err error) {
	plain := s.held.Bytes()
	s.held = bytes.Buffer{}
	if s.compressor, err = gzip.NewWriterLevel(&s.held, gzip.BestSpeed); err != nil {
		return err
	}
	_, err = s.compressor.Write(plain)
	return err
}

// copyTo ends the report and writes it to out, unless it exceeds the limit when compressed: then
// the error is errTooLarge, and nothing is written.
func (s *sarifSpool) copyTo(out io.Writer) error {
	if s.compressor == nil {
		_, err := s.held.WriteTo(out)
		return err
	}
	if err := s.compressor.Close(); err != nil {
		return err
	}
	if s.held.Len() > s.limit {
		return errTooLarge
	}
	reader, err := gzip.NewReader(&s.held)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, reader)
	return err
}

var _ io.Writer = (*sarifSpool)(nil)
