package jsonrpc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"puppet-lint/server/jsonrpc"
)

func TestRoundTrip(t *testing.T) {
	var stream bytes.Buffer
	writer := jsonrpc.NewWriter(&stream)
	for _, method := range []string{"initialize", "größer", "exit"} {
		if err := writer.Write(&jsonrpc.Message{ID: json.RawMessage(`7`), Method: method, Params: json.RawMessage(`{"a":"ä"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	reader := jsonrpc.NewReader(&stream)
	for _, want := range []string{"initialize", "größer", "exit"} {
		message, err := reader.Read()
		if err != nil || message.Method != want || !message.IsRequest() || string(message.Params) != `{"a":"ä"}` {
			t.Errorf("%s: %v %v", want, message, err)
		}
	}
	if _, err := reader.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

func TestNonsense(t *testing.T) {
	for _, test := range []struct {
		name, stream string
		// malformed is how many bodies are no messages, messages how many are; fatal
		// says that the stream ends with an error of its own.
		malformed, messages int
		fatal               bool
	}{
		{"bad JSON, then a message", "Content-Length: 3\r\n\r\n{{{Content-Length: 14\r\n\r\n{\"method\":\"a\"}", 1, 1, false},
		{"neither method nor id", "Content-Length: 2\r\n\r\n{}", 1, 0, false},
		{"an array", "Content-Length: 2\r\n\r\n[]", 1, 0, false},
		{"lines that are no headers", "hello\n\nContent-Type: x\r\nCONTENT-LENGTH:14\r\n\r\n{\"method\":\"a\"}", 0, 1, false},
		{"a length that is none", "Content-Length: -1\r\n\r\n", 0, 0, true},
		{"a length beyond all bounds", "Content-Length: 99999999999\r\n\r\n", 0, 0, true},
		{"a body that ends", "Content-Length: 20\r\n\r\n{\"method\"", 0, 0, true},
		{"no header at all", strings.Repeat("x", 1<<20), 0, 0, true},
		{"headers that end", "Content-Length: 20\r\n", 0, 0, true},
	} {
		reader := jsonrpc.NewReader(strings.NewReader(test.stream))
		malformed, messages := 0, 0
		var err error
		for {
			var message *jsonrpc.Message
			message, err = reader.Read()
			var wrong *jsonrpc.Malformed
			if errors.As(err, &wrong) {
				malformed++
			} else if err != nil {
				break
			} else if message != nil {
				messages++
			}
		}
		if malformed != test.malformed || messages != test.messages || test.fatal != (err != io.EOF) {
			t.Errorf("%s: %d malformed, %d messages, then %v", test.name, malformed, messages, err)
		}
	}
}

// blocked is a stream that nobody reads.
type blocked struct{ until chan struct{} }

func (b blocked) Write([]byte) (int, error) {
	<-b.until
	return 0, io.ErrClosedPipe
}

func TestWriterNeverWaits(t *testing.T) {
	stream := blocked{make(chan struct{})}
	writer := jsonrpc.NewWriter(stream)
	big, err := json.Marshal(strings.Repeat("x", 16<<20))
	if err != nil {
		t.Fatal(err)
	}
	for range 6 {
		if err = writer.Write(&jsonrpc.Message{Method: "a", Params: big}); err != nil {
			break
		}
	}
	if err == nil {
		t.Error("the queue of messages grows without bounds")
	}
	close(stream.until)
	if writer.Close() == nil {
		t.Error("an error of the stream is lost")
	}
}

// TestTooLong writes a message that is too long, which must not end the connection.
func TestTooLong(t *testing.T) {
	var stream bytes.Buffer
	writer := jsonrpc.NewWriter(&stream)
	long := json.RawMessage(`"` + strings.Repeat("x", 33<<20) + `"`)
	if err := writer.Write(&jsonrpc.Message{ID: json.RawMessage(`1`), Result: long}); !errors.Is(err, jsonrpc.ErrTooLong) {
		t.Errorf("a long message: %v", err)
	}
	if err := writer.Write(&jsonrpc.Message{ID: json.RawMessage(`2`), Result: json.RawMessage(`null`)}); err != nil {
		t.Errorf("the next message: %v", err)
	}
	if err := writer.Close(); err != nil {
		t.Error(err)
	}
	if message, err := jsonrpc.NewReader(&stream).Read(); err != nil || string(message.ID) != "2" {
		t.Errorf("read: %v %v", message, err)
	}
}

// TestReceiverDoesNotRead writes until too much waits. The Writer must fail, and Close must not wait.
func TestReceiverDoesNotRead(t *testing.T) {
	unread, stream := io.Pipe()
	defer unread.Close()
	writer := jsonrpc.NewWriter(stream)
	message := &jsonrpc.Message{Method: "a", Params: json.RawMessage(`"` + strings.Repeat("x", 16<<20) + `"`)}
	written := 0
	for ; written < 20 && writer.Write(message) == nil; written++ {
	}
	if written < 4 || written > 10 {
		t.Errorf("%d messages of 16 MB wait", written)
	}
	select {
	case <-writer.Failed():
	default:
		t.Error("the Writer has not failed")
	}
	if err := writer.Close(); err == nil {
		t.Error("Close has no error")
	}
}
