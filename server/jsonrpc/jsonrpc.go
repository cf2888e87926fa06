// Package jsonrpc reads and writes the messages of JSON-RPC 2.0 as the Language Server Protocol
// frames them: headers, an empty line, and a body of Content-Length bytes.
//
// The package knows no methods. A Reader returns one message after the other. It distinguishes
// errors that end the connection (the stream ends, or its framing is lost) from a malformed
// body, after which the next message can be read. A Writer accepts messages from any goroutine
// and never blocks on the other side. The sizes of headers, bodies and unwritten messages are
// bounded.
package jsonrpc

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Message is a request (ID and Method), a notification (Method alone) or a response (ID alone).
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// encode returns the message as JSON. The parts are JSON already and may be large, so encode
// does not parse them again.
func (m *Message) encode() ([]byte, error) {
	body := []byte(`{"jsonrpc":"2.0"`)
	add := func(key string, value []byte) {
		if value != nil {
			body = append(append(append(append(body, `,"`...), key...), `":`...), value...)
		}
	}
	add("id", m.ID)
	if m.Method != "" {
		method, err := json.Marshal(m.Method)
		if err != nil {
			return nil, err
		}
		add("method", method)
	}
	add("params", m.Params)
	add("result", m.Result)
	if m.Error != nil {
		fault, err := json.Marshal(m.Error)
		if err != nil {
			return nil, err
		}
		add("error", fault)
	}
	return append(body, '}'), nil
}

// IsRequest reports whether the message requires an answer.
func (m *Message) IsRequest() bool { return m.Method != "" && m.ID != nil }

// Error is the error of a response.
type Error struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// The error codes of JSON-RPC itself.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	MethodNotFound = -32601
	InvalidParams  = -32602
	InternalError  = -32603
)

const (
	// maxHeader bounds the headers of a message, including the lines that are skipped before
	// them, in bytes.
	maxHeader = 64 << 10
	// maxBody bounds a body, in bytes.
	maxBody = 256 << 20
	// maxFrame bounds a message that is written, in bytes.
	maxFrame = 32 << 20
	// maxWaiting bounds the messages that wait to be written, in bytes.
	maxWaiting = 2 * maxFrame
)

// closeTimeout limits how long Close waits for a receiver that does not read.
const closeTimeout = 5 * time.Second

// ErrTooLong is the error of Write for a message that is too long for most receivers. Further
// messages can be written.
var ErrTooLong = fmt.Errorf("the message has more than %d MB", maxFrame>>20)

// Reader reads messages.
type Reader struct{ from *bufio.Reader }

// NewReader reads from a stream.
func NewReader(from io.Reader) *Reader { return &Reader{bufio.NewReaderSize(from, 64<<10)} }

// Malformed is the error for a body that is not a message. The next message can be read.
type Malformed struct{ Err error }

// Error describes the mistake.
func (m *Malformed) Error() string { return "not a JSON-RPC message: " + m.Err.Error() }

// Read reads the next message. After any error other than a Malformed one nothing more can be
// read. The error is io.EOF if the stream ends between two messages.
func (r *Reader) Read() (*Message, error) {
	length, err := r.header()
	if err != nil {
		return nil, err
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r.from, body); err != nil {
		return nil, fmt.Errorf("the input ends within a message: %w", err)
	}
	var message Message
	if err := json.Unmarshal(body, &message); err != nil {
		return nil, &Malformed{err}
	}
	if bytes.Equal(message.ID, []byte("null")) {
		message.ID = nil
	}
	if message.Method == "" && message.ID == nil {
		return nil, &Malformed{errors.New("it has neither a method nor an id")}
	}
	return &message, nil
}

// header reads up to the empty line and returns the length of the body. It skips lines that are
// not headers.
func (r *Reader) header() (length int, err error) {
	length, read := -1, 0
	for {
		line, err := r.from.ReadSlice('\n')
		if read += len(line); read > maxHeader || errors.Is(err, bufio.ErrBufferFull) {
			return 0, errors.New("there is no Content-Length header; `puppet-lint server` expects the Language Server Protocol")
		}
		if err != nil {
			if errors.Is(err, io.EOF) && read > 0 {
				return 0, io.ErrUnexpectedEOF
			}
			return 0, err
		}
		text := strings.TrimSpace(string(line))
		if text == "" {
			if length >= 0 {
				return length, nil
			}
			continue
		}
		name, value, found := strings.Cut(text, ":")
		if !found || !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		number, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || number < 0 || number > maxBody {
			return 0, fmt.Errorf("invalid Content-Length: %s", strings.TrimSpace(value))
		}
		length = number
	}
}

// Writer writes messages in the order in which they are passed to Write.
type Writer struct {
	mutex   sync.Mutex
	changed *sync.Cond
	waiting [][]byte
	size    int
	closed  bool
	err     error
	ended   chan struct{}
	failed  chan struct{}
}

// NewWriter returns a Writer for a stream. It writes until it is closed.
func NewWriter(to io.Writer) *Writer {
	w := &Writer{ended: make(chan struct{}), failed: make(chan struct{})}
	w.changed = sync.NewCond(&w.mutex)
	go w.loop(to)
	return w
}

func (w *Writer) loop(to io.Writer) {
	defer close(w.ended)
	for {
		w.mutex.Lock()
		for len(w.waiting) == 0 && !w.closed {
			w.changed.Wait()
		}
		if len(w.waiting) == 0 {
			w.mutex.Unlock()
			return
		}
		batch := w.waiting
		w.waiting, w.size = nil, 0
		w.mutex.Unlock()
		for _, frame := range batch {
			if _, err := to.Write(frame); err != nil {
				w.mutex.Lock()
				w.fail(err)
				w.mutex.Unlock()
				return
			}
		}
	}
}

// fail ends the Writer unless it has failed before. The caller holds the mutex.
func (w *Writer) fail(err error) {
	if w.err == nil {
		w.err, w.closed, w.waiting = err, true, nil
		close(w.failed)
		w.changed.Signal()
	}
}

// Failed returns a channel that is closed once nothing more can be written.
func (w *Writer) Failed() <-chan struct{} { return w.failed }

// Err returns the reason why nothing more can be written, or nil.
func (w *Writer) Err() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}

// Write queues a message. It returns an error if the message is too long, if the stream cannot be
// written any more, or if too many bytes wait because the receiver no longer reads messages.
func (w *Writer) Write(message *Message) error {
	body, err := message.encode()
	if err != nil {
		return err
	}
	if len(body) > maxFrame {
		return ErrTooLong
	}
	frame := append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	switch {
	case w.err != nil:
		return w.err
	case w.closed:
		return io.ErrClosedPipe
	case w.size+len(frame) > maxWaiting:
		w.fail(errors.New("the receiver no longer reads messages"))
		return w.err
	}
	w.waiting = append(w.waiting, frame)
	w.size += len(frame)
	w.changed.Signal()
	return nil
}

// Close writes the remaining messages and stops the Writer. It gives up if the receiver does not
// read them.
func (w *Writer) Close() error {
	w.mutex.Lock()
	w.closed = true
	w.changed.Signal()
	w.mutex.Unlock()
	late := time.NewTimer(closeTimeout)
	defer late.Stop()
	select {
	case <-w.ended:
	case <-w.failed:
	case <-late.C:
		return errors.New("the receiver did not read the last messages")
	}
	return w.Err()
}
