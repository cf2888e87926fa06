package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"puppet-lint/config"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/source"
	"puppet-lint/internal/workspace"
	"puppet-lint/server/jsonrpc"
	"puppet-lint/server/protocol"
)

// Options configures a Server.
type Options struct {
	// Files returns the file system for a folder: the disk, or a substitute, restricted to what
	// may be read for the files in that folder.
	Files func(folder string) source.FileSystem
	// Resolver returns the resolver of the settings of the files below a folder.
	Resolver func(files source.FileSystem, folder string) *config.Resolver
	// Watch calls changed with the absolute paths of what changes below folders, until the
	// context is done. It is used for clients that do not report changes on disk, and may be
	// nil.
	Watch func(ctx context.Context, folders []string, changed func(paths []string)) error
	// Log receives messages for bug reports. It may be nil.
	Log io.Writer
}

// Server serves one client.
type Server struct {
	options   Options
	reader    *jsonrpc.Reader
	writer    *jsonrpc.Writer
	log       *log
	workspace *workspace.Workspace
	client    client
	uris      uris

	// state, documents and folders belong to the goroutine that reads.
	state     state
	documents map[string]*document
	folders   []string
	// stopWatching ends the watching of folders, if the server watches them itself. onDisk
	// receives what has changed there.
	stopWatching context.CancelFunc
	onDisk       chan []string

	mutex sync.Mutex // guards the fields below
	// running holds the requests that are being answered, by their ids.
	running   map[string]*call
	requested ownRequests
	trace     protocol.TraceValue
	settings  settings
	reported  map[string]bool // files with published findings
	encoding  protocol.PositionEncodingKind
	// progress holds the checks of all files that are under way, by folder.
	progress map[string]*progress
	// lastProgress is the number in the last token.
	lastProgress int

	group sync.WaitGroup
}

// state is the stage in the life of a server.
type state uint8

const (
	fresh state = iota
	initialized
	shutDown
)

// call is a request that is being answered.
type call struct {
	cancel context.CancelCauseFunc
	// lasting is true if the answer remains useful after an edit.
	lasting bool
}

// ownRequests are the requests to the client that wait for an answer.
type ownRequests struct {
	// callbacks receive the answers, by the ids of the requests.
	callbacks map[string]func(result json.RawMessage, err *jsonrpc.Error)
	lastID    int
}

// errModified and errCancelled are the reasons why a request is cancelled.
var (
	errModified  = errors.New("the document has changed since the request")
	errCancelled = errors.New("cancelled")
)

// New makes a server that reads messages from one stream and writes to another.
func New(options Options, from io.Reader, to io.Writer) *Server {
	s := &Server{
		options: options, reader: jsonrpc.NewReader(from), writer: jsonrpc.NewWriter(to), log: newLog(options.Log),
		documents: map[string]*document{}, running: map[string]*call{}, requested: ownRequests{callbacks: map[string]func(json.RawMessage, *jsonrpc.Error){}},
		stopWatching: func() {}, onDisk: make(chan []string), reported: map[string]bool{}, progress: map[string]*progress{}, trace: protocol.TraceValueOff, encoding: protocol.PositionEncodingKindUTF16,
	}
	s.workspace = workspace.New(workspace.Options{Files: options.Files, Resolver: options.Resolver, Report: s.report, Whole: s.whole, Log: s.log.printf})
	return s
}

// Run serves until the client ends the session. It returns an error if the session did not end
// as the protocol requires.
func (s *Server) Run() error {
	messages := make(chan incoming, 256)
	go s.read(messages)
	defer s.end()
	for {
		var one incoming
		select {
		case paths := <-s.onDisk:
			s.flush()
			s.changedOnDisk(paths)
			continue
		case <-s.writer.Failed():
			return s.writer.Err()
		case message, more := <-messages:
			if !more {
				return nil
			}
			one = message
		}
		var malformed *jsonrpc.Malformed
		switch {
		case errors.As(one.err, &malformed):
			s.log.printf("%v", one.err)
			s.send(&jsonrpc.Message{ID: json.RawMessage("null"), Error: &jsonrpc.Error{Code: jsonrpc.ParseError, Message: one.err.Error()}})
		case errors.Is(one.err, io.EOF) && s.state == shutDown:
			return nil
		case errors.Is(one.err, io.EOF):
			return errors.New("the client has closed the connection")
		case one.err != nil:
			return one.err
		case one.message.Method == "exit":
			if s.state != shutDown {
				return errors.New("the client sent exit without shutdown")
			}
			return nil
		default:
			s.handle(one.message)
			if len(messages) == 0 {
				s.flush()
			}
		}
	}
}

type incoming struct {
	message *jsonrpc.Message
	err     error
}

func (s *Server) read(messages chan<- incoming) {
	defer close(messages)
	for {
		message, err := s.reader.Read()
		messages <- incoming{message, err}
		var malformed *jsonrpc.Malformed
		if err != nil && !errors.As(err, &malformed) {
			return
		}
	}
}

// end cancels all requests and writes the remaining messages.
func (s *Server) end() {
	s.stopWatching()
	s.cancelAll(errCancelled, true)
	s.group.Wait()
	s.workspace.Stop()
	s.writer.Close()
}

// send writes a message. An answer that is too long becomes an error. After other errors, Run
// ends.
func (s *Server) send(message *jsonrpc.Message) {
	err := s.writer.Write(message)
	if errors.Is(err, jsonrpc.ErrTooLong) && message.ID != nil && message.Method == "" {
		s.sendError(message.ID, int64(protocol.LSPErrorCodesRequestFailed), "the answer is too long: "+err.Error())
	}
	if err != nil {
		s.log.printf("cannot write: %v", err)
	}
}

// notify sends a notification.
func (s *Server) notify(method string, params any) {
	text, err := json.Marshal(params)
	if err != nil {
		s.log.printf("%s: %v", method, err)
		return
	}
	s.send(&jsonrpc.Message{Method: method, Params: text})
}

// ask sends a request to the client. The goroutine that reads calls done, which may be nil,
// with the answer.
func (s *Server) ask(method string, params any, done func(result json.RawMessage, err *jsonrpc.Error)) {
	text, err := json.Marshal(params)
	if err != nil {
		s.log.printf("%s: %v", method, err)
		return
	}
	s.mutex.Lock()
	s.requested.lastID++
	id := fmt.Sprintf("\"server-%d\"", s.requested.lastID)
	if done == nil {
		done = func(json.RawMessage, *jsonrpc.Error) {}
	}
	s.requested.callbacks[id] = done
	s.mutex.Unlock()
	s.send(&jsonrpc.Message{ID: json.RawMessage(id), Method: method, Params: text})
}

// handle handles a message.
func (s *Server) handle(message *jsonrpc.Message) {
	if message.Method == "" {
		s.answered(message)
		return
	}
	if message.Method != "textDocument/didChange" {
		s.flush()
	}
	started := time.Now()
	entry, known := methods[message.Method]
	switch {
	case s.state == fresh && message.Method != "initialize":
		s.refuse(message, int64(protocol.ErrorCodesServerNotInitialized), "the server has not been initialized")
	case s.state == shutDown, s.state == initialized && message.Method == "initialize":
		s.refuse(message, jsonrpc.InvalidRequest, "unexpected request "+message.Method+": the server is already initialized or shut down")
	case !known:
		s.refuse(message, jsonrpc.MethodNotFound, "unknown method "+message.Method)
	case entry.change != nil:
		s.guarded(message, func() { s.reply(message, started, nil, func() (any, error) { return entry.change(s, message.Params) }) })
	case !message.IsRequest():
	default:
		s.start(message, entry, started)
	}
}

// refuse answers a request with an error. It ignores notifications.
func (s *Server) refuse(message *jsonrpc.Message, code int64, reason string) {
	if message.IsRequest() {
		s.sendError(message.ID, code, reason)
	}
}

// sendError answers the request of an id with an error.
func (s *Server) sendError(id json.RawMessage, code int64, reason string) {
	s.send(&jsonrpc.Message{ID: id, Error: &jsonrpc.Error{Code: code, Message: reason}})
}

// answered handles the client's answer to a request of the server.
func (s *Server) answered(message *jsonrpc.Message) {
	s.mutex.Lock()
	done := s.requested.callbacks[string(message.ID)]
	delete(s.requested.callbacks, string(message.ID))
	s.mutex.Unlock()
	if done != nil {
		s.guarded(message, func() { done(message.Result, message.Error) })
	}
}

// start answers a request in a goroutine, with the files as they are now.
func (s *Server) start(message *jsonrpc.Message, entry method, started time.Time) {
	ctx, cancel := context.WithCancelCause(context.Background())
	id := string(message.ID)
	s.mutex.Lock()
	s.running[id] = &call{cancel, entry.lasting}
	settings := s.settings
	s.mutex.Unlock()
	r := &request{server: s, settings: settings}
	if !entry.waits {
		r.Snapshot = s.workspace.Acquire()
	}
	s.group.Go(func() {
		defer func() {
			s.mutex.Lock()
			delete(s.running, id)
			s.mutex.Unlock()
			cancel(nil)
		}()
		s.guarded(message, func() {
			released := func() {
				if r.Snapshot != nil {
					r.Snapshot.Release()
				}
			}
			defer released()
			s.reply(message, started, ctx, func() (any, error) { return entry.answer(ctx, r, message.Params) })
		})
	})
}

// guarded calls work. If it panics, guarded answers the request with an error.
func (s *Server) guarded(message *jsonrpc.Message, work func()) {
	defer func() {
		if cause := recover(); cause != nil {
			s.log.printf("%s: internal error: %v\n%s", message.Method, cause, parallel.Stack(cause))
			s.refuse(message, jsonrpc.InternalError, fmt.Sprintf("internal error: %v; this is a bug in puppet-lint, please report it", cause))
		}
	}()
	work()
}

// reply sends the result of work, unless the message is a notification.
func (s *Server) reply(message *jsonrpc.Message, started time.Time, ctx context.Context, work func() (any, error)) {
	result, err := work()
	if ctx != nil && err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	s.trackTime(message.Method, started, err)
	if !message.IsRequest() {
		return
	}
	if err != nil {
		s.send(&jsonrpc.Message{ID: message.ID, Error: errorOf(ctx, err)})
		return
	}
	text, err := json.Marshal(result)
	if err != nil {
		s.send(&jsonrpc.Message{ID: message.ID, Error: &jsonrpc.Error{Code: jsonrpc.InternalError, Message: err.Error()}})
		return
	}
	s.send(&jsonrpc.Message{ID: message.ID, Result: text})
}

func (s *Server) trackTime(method string, started time.Time, err error) {
	took := time.Since(started).Round(10 * time.Microsecond)
	outcome := ""
	if err != nil {
		outcome = ": " + err.Error()
	}
	s.log.printf("%s %s%s", method, took, outcome)
	s.mutex.Lock()
	trace := s.trace
	s.mutex.Unlock()
	if trace != protocol.TraceValueOff {
		s.notify("$/logTrace", protocol.LogTraceParams{Message: fmt.Sprintf("%s took %s%s", method, took, outcome)})
	}
}

// errorOf converts an error for the protocol.
func errorOf(ctx context.Context, err error) *jsonrpc.Error {
	var own *jsonrpc.Error
	switch {
	case errors.As(err, &own):
		return own
	case ctx != nil && errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), errModified):
		return &jsonrpc.Error{Code: int64(protocol.LSPErrorCodesContentModified), Message: errModified.Error()}
	case errors.Is(err, context.Canceled):
		return &jsonrpc.Error{Code: int64(protocol.LSPErrorCodesRequestCancelled), Message: errCancelled.Error()}
	}
	return &jsonrpc.Error{Code: int64(protocol.LSPErrorCodesRequestFailed), Message: err.Error()}
}

// cancelAll cancels the requests that an edit has made useless, or all requests if lasting is
// true.
func (s *Server) cancelAll(cause error, lasting bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, one := range s.running {
		if lasting || !one.lasting {
			one.cancel(cause)
		}
	}
}

// cancel handles $/cancelRequest.
func cancel(s *Server, params *protocol.CancelParams) (any, error) {
	id, err := json.Marshal(params.ID)
	if err != nil {
		return nil, err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if one := s.running[string(id)]; one != nil {
		one.cancel(errCancelled)
	}
	return nil, nil
}
