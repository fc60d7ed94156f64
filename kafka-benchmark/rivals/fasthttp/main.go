// Command fasthttp is a durable counter of a day's work: fasthttp before franz-go.
package main

import (
	"net"

	"github.com/valyala/fasthttp"

	"rivals/counter"
)

func main() {
	counter.Run(func(listener net.Listener, log *counter.Log) error {
		server := &fasthttp.Server{
			Handler:            func(ctx *fasthttp.RequestCtx) { handle(ctx, log) },
			MaxRequestBodySize: counter.MaxBodyBytes,
		}
		return server.Serve(listener)
	})
}

func handle(ctx *fasthttp.RequestCtx, log *counter.Log) {
	if string(ctx.Path()) != counter.Path {
		ctx.Error("no such path", fasthttp.StatusNotFound)
		return
	}
	if !ctx.IsPost() {
		ctx.Error("only POST is allowed", fasthttp.StatusMethodNotAllowed)
		return
	}
	event := log.Event()
	defer event.Release()
	event.Body = append(event.Body, ctx.PostBody()...)
	ctx.SetStatusCode(event.Store())
	ctx.SetContentType(counter.ContentType)
	ctx.SetBody(event.Answer)
}
