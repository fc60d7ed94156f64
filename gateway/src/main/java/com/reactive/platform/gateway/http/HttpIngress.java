package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.cloudevents.CloudEvent;
import com.reactive.platform.gateway.cloudevents.CloudEventReader;
import com.reactive.platform.gateway.cloudevents.ContentMode;
import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.ingest.IdempotencyKey;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.RefusedBody;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.LatencyStage;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;

/**
 * Passes the event of a request to {@link Ingress}: reads the headers that concern the event, and
 * CloudEvents. One per event loop; not thread-safe.
 */
public final class HttpIngress {
  private static final AsciiString SCHEMA_VERSION = AsciiString.cached("schema-version");

  private final Ingress ingress;
  private final CloudEventReader cloudEvents = new CloudEventReader();
  private final int responseTimeoutMillis;

  /**
   * @param responseTimeoutMillis the longest that a response waits for the outcome
   */
  public HttpIngress(Ingress ingress, int responseTimeoutMillis) {
    this.ingress = ingress;
    this.responseTimeoutMillis = responseTimeoutMillis;
  }

  Ingress ingress() {
    return ingress;
  }

  /**
   * Takes the event of this exchange, whose route is known. On a diagnostic route the event is only
   * framed, or handed to the Kafka client here.
   *
   * @param body decompressed
   * @return null if the event was accepted, and then the exchange is completed one day; else the
   *     reason, and then it is not
   */
  public Problem take(Exchange exchange, HttpHeaders headers, byte[] body, int offset, int length) {
    exchange.endStage(LatencyStage.READ);
    byte[] key = RequestValidator.idempotencyKey(headers);
    if (key != null && key.length == 0) {
      return Problem.of(Rejection.INVALID_HEADER, "Idempotency-Key " + IdempotencyKey.RULE);
    }
    exchange.idempotencyKey(key);
    StreamDefinition stream = exchange.stream().stream();
    if (stream.versions().hasEarlier()) {
      exchange.schemaVersion(headers.get(SCHEMA_VERSION));
    }
    exchange.prefer(Preferences.of(headers), stream.respondAsync(), responseTimeoutMillis);
    ContentMode mode =
        stream.cloudEvents() ? RequestValidator.contentMode(headers) : ContentMode.NONE;
    if (mode == ContentMode.NONE) {
      exchange.format(RequestValidator.format(headers));
      return pass(exchange, body, offset, length);
    }
    CloudEvent event;
    try {
      event = cloudEvents.read(mode, headers, body, offset, length);
    } catch (InvalidEventException e) {
      Problem problem = Problem.of(e, "");
      boolean whole =
          mode == ContentMode.STRUCTURED && exchange.match().depth() == DiagnosticDepth.KAFKA;
      String type = headers.get(HttpHeaderNames.CONTENT_TYPE, exchange.contentType());
      return whole
          ? ingress.refuse(problem, exchange, exchange, new RefusedBody(type, body, offset, length))
          : problem;
    }
    exchange.cloudEvent(event);
    return pass(exchange, event.data(), event.offset(), event.length());
  }

  private Problem pass(Exchange exchange, byte[] data, int offset, int length) {
    DiagnosticDepth depth = exchange.match().depth();
    if (depth == DiagnosticDepth.KAFKA) {
      return ingress.take(exchange, exchange, data, offset, length);
    }
    Problem problem = ingress.encode(exchange, exchange, data, offset, length);
    if (problem != null || depth == DiagnosticDepth.FRAME) {
      return problem;
    }
    EventBuffer frame = ingress.frame();
    boolean taken =
        exchange
            .match()
            .direct()
            .send(exchange.stream().stream(), frame.array(), frame.origin(), frame.length());
    return taken
        ? null
        : Problem.of(Rejection.OVERLOADED, "nothing was written; try again shortly");
  }
}
