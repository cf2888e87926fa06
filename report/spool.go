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
	held       pieces
	compressor *gzip.Writer
}

// pieces is a text in pieces of pieceSize bytes, of which the last one may be shorter. It grows
// without copying what it holds.
type pieces struct {
	list [][]byte
	size int
}

const pieceSize = 32 << 10

// Write appends text. It returns no error.
func (p *pieces) Write(text []byte) (int, error) {
	p.size += len(text)
	for left := text; len(left) > 0; {
		last := len(p.list) - 1
		if last < 0 || len(p.list[last]) == pieceSize {
			p.list = append(p.list, make([]byte, 0, pieceSize))
			continue
		}
		count := min(len(left), pieceSize-len(p.list[last]))
		p.list[last] = append(p.list[last], left[:count]...)
		left = left[count:]
	}
	return len(text), nil
}

// WriteTo writes the text to out.
func (p *pieces) WriteTo(out io.Writer) (written int64, err error) {
	for _, piece := range p.list {
		count, err := out.Write(piece)
		if written += int64(count); err != nil {
			return written, err
		}
	}
	return written, nil
}

// reader returns a reader of the text.
func (p *pieces) reader() io.Reader {
	readers := make([]io.Reader, len(p.list))
	for i, piece := range p.list {
		readers[i] = bytes.NewReader(piece)
	}
	return io.MultiReader(readers...)
}

// Write adds text to the report. It returns errTooLarge as soon as the compressed report exceeds
// the limit.
func (s *sarifSpool) Write(text []byte) (int, error) {
	if s.compressor == nil && s.held.size+len(text) <= s.plain {
		return s.held.Write(text)
	}
	if s.compressor == nil {
		if err := s.compress(); err != nil {
			return 0, err
		}
	}
	if s.held.size > s.limit {
		return 0, errTooLarge
	}
	return s.compressor.Write(text)
}

// compress compresses what the spool holds so far.
func (s *sarifSpool) compress() (err error) {
	plain := s.held
	s.held = pieces{}
	if s.compressor, err = gzip.NewWriterLevel(&s.held, gzip.BestSpeed); err != nil {
		return err
	}
	_, err = plain.WriteTo(s.compressor)
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
	if s.held.size > s.limit {
		return errTooLarge
	}
	reader, err := gzip.NewReader(s.held.reader())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, reader)
	return err
}

var _ io.Writer = (*sarifSpool)(nil)
