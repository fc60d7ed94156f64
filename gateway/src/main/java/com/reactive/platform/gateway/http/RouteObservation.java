package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.telemetry.ClientProtocol;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;

/** Tells an exchange how it is observed: the metrics of its route, its trace, and its browser. */
final class RouteObservation {
  private RouteObservation() {}

  /**
   * On the event loop.
   *
   * @param match null for a path that no route has, which is not observed
   */
  static void begin(
      EventLoopContext loop,
      Exchange exchange,
      HttpRequest request,
      Routes.Match match,
      ClientProtocol protocol) {
    if (match == null) {
      return;
    }
    if (match.depth() != DiagnosticDepth.KAFKA) {
      exchange.ledger(loop.diagnosed);
    }
    HttpHeaders headers = request.headers();
    exchange.cors(match.cors(), headers.get(HttpHeaderNames.ORIGIN));
    String traceparent = RequestValidator.traceparent(headers);
    String tracestate = traceparent == null ? null : RequestValidator.tracestate(headers);
    exchange.traceContext(traceparent, tracestate);
    exchange.observe(
        match.metrics(),
        loop.tracing.begin(
            protocol,
            request.method().name(),
            match.route(),
            traceparent,
            tracestate,
            "1".equals(headers.get(loop.forceHeader))));
  }
}
