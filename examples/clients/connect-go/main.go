// Command publish publishes an event by Connect and tries again as the error says. The event is JSON, so it needs no
// generated code; with that of protoc-gen-connect-go, messages have their own types.
//
//	go run . http://localhost:8080 '{"sessionId":"s1","action":"increment"}'
//
// Exit 0: the event is stored; 1: rejected, trying again would not help; 2: given up.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	method   = "/reactive.counter.Publisher/Publish"
	attempts = 6
)

func main() {
	event := new(structpb.Struct)
	if err := event.UnmarshalJSON([]byte(os.Args[2])); err != nil {
		exit(1, err)
	}
	client := connect.NewClient[structpb.Struct, structpb.Struct](
		http.DefaultClient, os.Args[1]+method, connect.WithProtoJSON())
	key := rand.Text() // One for all attempts becomes the event id: written once, for ten minutes.
	for attempt := 1; ; attempt++ {
		request := connect.NewRequest(event)
		request.Header().Set("Idempotency-Key", key)
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		response, err := client.CallUnary(ctx, request)
		cancel()
		switch code := connect.CodeOf(err); {
		case err == nil:
			fmt.Println(response.Msg)
			return
		// Not written, or the connection was lost; unknown; a fault of the gateway, or of a proxy.
		case code != connect.CodeUnavailable && code != connect.CodeDeadlineExceeded && code != connect.CodeInternal:
			exit(1, err)
		case attempt == attempts:
			exit(2, err)
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
}

func exit(code int, err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(code)
}
