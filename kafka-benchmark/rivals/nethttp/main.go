// Command nethttp is a durable counter of a day's work: net/http before franz-go.
package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"rivals/counter"
)

// Shared by all answers: nobody changes it.
var contentType = []string{counter.ContentType}

func main() {
	counter.Run(func(listener net.Listener, log *counter.Log) error {
		mux := http.NewServeMux()
		mux.HandleFunc("POST "+counter.Path, func(w http.ResponseWriter, r *http.Request) { handle(w, r, log) })
		server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
		return server.Serve(listener)
	})
}

func handle(w http.ResponseWriter, r *http.Request, log *counter.Log) {
	event := log.Event()
	defer event.Release()
	if err := read(http.MaxBytesReader(w, r.Body, counter.MaxBodyBytes), event); err != nil {
		status := http.StatusBadRequest
		if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, err.Error(), status)
		return
	}
	status := event.Store()
	w.Header()["Content-Type"] = contentType
	w.WriteHeader(status)
	w.Write(event.Answer)
}

// read is io.ReadAll into a buffer that is used again.
func read(body io.Reader, event *counter.Event) error {
	for {
		if len(event.Body) == cap(event.Body) {
			event.Body = append(event.Body, 0)[:len(event.Body)]
		}
		n, err := body.Read(event.Body[len(event.Body):cap(event.Body)])
		event.Body = event.Body[:len(event.Body)+n]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
