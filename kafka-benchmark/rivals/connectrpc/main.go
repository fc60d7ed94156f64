// Command connectrpc is a durable counter of a day's work: connect-go, which speaks gRPC, before franz-go.
package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"connectrpc.com/connect"

	"rivals/counter"
)

const path = "/reactive.counter.Publisher/Publish"

// message is a request or a response as the bytes that it is.
type message struct{ bytes []byte }

// raw stands in for the codec of protobuf: it neither parses nor builds messages.
type raw struct{}

func (raw) Name() string { return "proto" }

func (raw) Marshal(m any) ([]byte, error) { return m.(*message).bytes, nil }

func (raw) Unmarshal(bytes []byte, m any) error {
	m.(*message).bytes = append(m.(*message).bytes[:0], bytes...)
	return nil
}

func main() {
	counter.Run(func(listener net.Listener, log *counter.Log) error {
		publish := func(_ context.Context, request *connect.Request[message]) (*connect.Response[message], error) {
			return store(log, request.Msg)
		}
		mux := http.NewServeMux()
		mux.Handle(path, connect.NewUnaryHandler(path, publish, connect.WithCodec(raw{})))
		protocols := new(http.Protocols)
		protocols.SetHTTP1(true)
		protocols.SetUnencryptedHTTP2(true)
		server := &http.Server{Handler: mux, Protocols: protocols, ReadHeaderTimeout: 10 * time.Second}
		return server.Serve(listener)
	})
}

func store(log *counter.Log, request *message) (*connect.Response[message], error) {
	event := log.Event()
	defer event.Release()
	event.Body = append(event.Body, request.bytes...)
	if status := event.Store(); status != http.StatusCreated {
		return nil, connect.NewError(connect.CodeDeadlineExceeded, errors.New("nobody knows whether it is stored"))
	}
	return connect.NewResponse(&message{event.Published()}), nil
}
