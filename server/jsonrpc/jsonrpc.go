// Package jsonrpc reads and writes the messages of JSON-RPC 2.0 as the Language
// Server Protocol frames them: headers, an empty line, a body of as many bytes as
// Content-Length says.
//
// It knows no methods. A Reader hands over one message after the other and tells
// apart what ends the connection (the stream ends, or its framing is lost) from a
// body that is no message, after which the next one can be read. A Writer takes
// messages from any goroutine and never makes them wait for the other side. The
// sizes of headers, bodies and of what waits to be written are bounded.
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
)

// Message is a request (with ID and Method), a notification (Method alone) or a
// response (ID alone).
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// encode is the message as JSON. Its parts are JSON already, and may be large: they are
// not read again.
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

// IsRequest reports whether the message waits for an answer.
func (m *Message) IsRequest() bool { return m.Method != "" && m.ID != nil }

// Error is the error of a response.
type Error struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// The codes of JSON-RPC itself.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	MethodNotFound = -32601
	InvalidParams  = -32602
	InternalError  = -32603
)

const (
	// maxHeader bounds the headers of a message, and what is skipped in search of
	// them.
	maxHeader = 64 << 10
	// maxBody bounds a body.
	maxBody = 256 << 20
	// maxWaiting bounds what waits to be written, in bytes.
	maxWaiting = 64 << 20
)

// Reader reads messages.
type Reader struct{ from *bufio.Reader }

// NewReader reads from a stream.
func NewReader(from io.Reader) *Reader { return &Reader{bufio.NewReaderSize(from, 64<<10)} }

// Malformed is the error for a body that is no message; the next one can be read.
type Malformed struct{ Err error }

// Error says what is wrong.
func (m *Malformed) Error() string { return "not a JSON-RPC message: " + m.Err.Error() }

// Read reads the next message. After an error other than a Malformed one there is
// nothing more to read; it is io.EOF where the stream ends between two messages.
func (r *Reader) Read() (*Message, error) {
	length, err := r.header()
	if err != nil {
		return nil, err
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r.from, body); err != nil {
		return nil, fmt.Errorf("the stream ends in a message: %w", err)
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

// header reads up to the empty line; lines that are no headers are skipped.
func (r *Reader) header() (length int, err error) {
	length, read := -1, 0
	for {
		line, err := r.from.ReadSlice('\n')
		if read += len(line); read > maxHeader || errors.Is(err, bufio.ErrBufferFull) {
			return 0, errors.New("no header was found; is this the Language Server Protocol?")
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
			return 0, fmt.Errorf("a message cannot have a length of %s bytes", strings.TrimSpace(value))
		}
		length = number
	}
}

// Writer writes messages in the order in which they come.
type Writer struct {
	mutex   sync.Mutex
	changed *sync.Cond
	waiting [][]byte
	size    int
	closed  bool
	err     error
	ended   chan struct{}
}

// NewWriter writes to a stream until it is closed.
func NewWriter(to io.Writer) *Writer {
	w := &Writer{ended: make(chan struct{})}
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
				w.err, w.closed, w.waiting = err, true, nil
				w.mutex.Unlock()
				return
			}
		}
	}
}

// Write has a message written. It returns an error once the stream cannot be
// written any more, or the other side has read nothing for too long.
func (w *Writer) Write(message *Message) error {
	body, err := message.encode()
	if err != nil {
		return err
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
		w.err, w.closed, w.waiting = errors.New("the other side does not read"), true, nil
		w.changed.Signal()
		return w.err
	}
	w.waiting = append(w.waiting, frame)
	w.size += len(frame)
	w.changed.Signal()
	return nil
}

// Close writes what waits, and ends.
func (w *Writer) Close() error {
	w.mutex.Lock()
	w.closed = true
	w.changed.Signal()
	w.mutex.Unlock()
	<-w.ended
	return w.err
}
