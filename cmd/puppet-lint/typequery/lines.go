package typequery

import (
	"bufio"
	"bytes"
	"io"
	"runtime"
	"runtime/debug"
)

// batchLines is the largest number of lines that are answered together.
const batchLines = 64

// batch is a group of lines. Once done is closed, it also holds their answers.
type batch struct {
	lines   [][]byte
	answers bytes.Buffer
	done    chan struct{}
}

// JSONLines answers every line of in with a line of out, in order. The lines are distributed
// over all cores. An answer is written as soon as those of all earlier lines are, so a program
// may send one query after the other.
func JSONLines(in io.Reader, out io.Writer) error {
	// The answers are small and the types of a session are kept, so frequent garbage collection
	// saves little memory.
	defer debug.SetGCPercent(debug.SetGCPercent(1000))
	workers := runtime.GOMAXPROCS(0)
	todo, written := make(chan *batch, workers), make(chan *batch, 4*workers)
	for range workers {
		go answerBatches(todo)
	}
	finished := make(chan error, 1)
	go func() { finished <- writeBatches(written, out) }()
	err := readBatches(bufio.NewReaderSize(in, 1<<16), func(b *batch) {
		written <- b
		todo <- b
	})
	close(todo)
	close(written)
	if failed := <-finished; failed != nil {
		return failed
	}
	return err
}

// readBatches reads lines and passes them on in batches. A batch ends when the reader would
// block.
func readBatches(in *bufio.Reader, give func(*batch)) error {
	current := &batch{done: make(chan struct{})}
	for {
		line, err := in.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			current.lines = append(current.lines, line)
		}
		if len(current.lines) > 0 && (err != nil || len(current.lines) == batchLines || in.Buffered() == 0) {
			give(current)
			current = &batch{done: make(chan struct{})}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func answerBatches(todo <-chan *batch) {
	session := NewSession()
	for b := range todo {
		for _, line := range b.lines {
			b.answers.Write(session.AnswerLine(line))
			b.answers.WriteByte('\n')
		}
		close(b.done)
	}
}

// writeBatches writes the answers in the order of the queries. After an error it only waits for
// the remaining batches.
func writeBatches(written <-chan *batch, out io.Writer) error {
	var failed error
	for b := range written {
		<-b.done
		if failed == nil {
			_, failed = b.answers.WriteTo(out)
		}
	}
	return failed
}
