package com.reactive.platform.http.reference;

import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** Spring WebFlux, a functional endpoint on Reactor Netty, as Spring sets them up by default. */
public final class WebFluxServer {
  private WebFluxServer() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Serving serving = Serving.of(args);
    RouterFunction<ServerResponse> routes =
        RouterFunctions.route()
            .POST(
                "/**",
                request ->
                    request
                        .bodyToMono(byte[].class)
                        .flatMap(
                            body ->
                                ServerResponse.status(ReferenceResponse.STATUS)
                                    .contentType(MediaType.APPLICATION_JSON)
                                    .bodyValue(ReferenceResponse.BODY)))
            .build();
    DisposableServer server =
        HttpServer.create()
            .host("127.0.0.1")
            .port(serving.port())
            .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(routes)))
            .bindNow();
    serving.listening(server.port(), "framework=webflux");
  }
}
