package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.security.Caller;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * A request that asks for an event. It is answered now, or when the log was asked. It brings no
 * event, so the ledger does not count it. On the event loop.
 */
final class LookUp {
  private final EventLookup lookup;
  private final HttpRequest request;
  private final Routes.Match match;
  private final LookUpTarget target;

  private LookUp(EventLookup lookup, HttpRequest request, Routes.Match match, LookUpTarget target) {
    this.lookup = lookup;
    this.request = request;
    this.match = match;
    this.target = target;
  }

  /** Null if the request asks for no event. */
  static LookUp of(Routes routes, HttpRequest request) {
    if (!request.method().equals(HttpMethod.GET)) {
      return null;
    }
    Routes.Match match = routes.findLookUp(request.uri());
    LookUpTarget target = match == null ? null : LookUpTarget.of(request.uri());
    return target == null ? null : new LookUp(routes.lookup(), request, match, target);
  }

  /** Responds to the exchange, or will. */
  void begin(
      EventLoopContext loop,
      Exchange.Transport transport,
      ResponseCarrier responses,
      Exchange exchange) {
    exchange.match(match);
    exchange.observe(match.metrics(), null);
    exchange.looksUp(target.eventId().getBytes(StandardCharsets.US_ASCII));
    exchange.cors(match.cors(), request.headers().get(HttpHeaderNames.ORIGIN));
    exchange.ledger(loop.diagnosed);
    Problem problem = loop.admission.checkLookUp(request, exchange, transport.peer());
    if (problem != null) {
      responses.respond(exchange, Response.of(problem));
      return;
    }
    CompletableFuture<EventLookup.Answer> answer =
        lookup.find(
            new EventLookup.Question(
                exchange.stream(),
                exchange.caller(),
                client(exchange.caller(), transport.peer()),
                target.eventId(),
                target.place()));
    if (answer.isDone()) {
      responses.respond(exchange, Response.of(answer.join()));
    } else {
      answer.thenAccept(
          found ->
              loop.execute(
                  () -> {
                    responses.respond(exchange, Response.of(found));
                    transport.flush();
                  }));
    }
  }

  /** Who asks: of those without a name, the address. */
  private static String client(String caller, Peer peer) {
    boolean named = !caller.equals(Caller.ANYONE.name());
    return named || peer.address() == null ? caller : peer.address().getHostAddress();
  }
}
