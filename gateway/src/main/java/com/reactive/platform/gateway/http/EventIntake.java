package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.event.CounterEvent;
import com.reactive.platform.gateway.event.CounterEventEncoder;
import com.reactive.platform.gateway.event.CounterRequest;
import com.reactive.platform.gateway.event.CounterRequestParser;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.http.StageTimes.Stage;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import io.netty.handler.codec.http.HttpHeaders;

/**
 * From the bytes of a body to an event in this loop's stripe: parse, ids, Avro, submit. Never
 * blocks. One per event loop; not thread-safe.
 */
final class EventIntake {
  private final StripedBatcher.Writer stripe;
  private final boolean alwaysRespondAsync;
  private final EventIds ids = new EventIds();
  private final CounterRequestParser parser = new CounterRequestParser();
  private final CounterEventEncoder encoder = new CounterEventEncoder();
  private final EventFrame.Writer frame = new EventFrame.Writer();

  EventIntake(StripedBatcher.Writer stripe, boolean alwaysRespondAsync) {
    this.stripe = stripe;
    this.alwaysRespondAsync = alwaysRespondAsync;
  }

  /**
   * Takes one event in, if it is one and there is room.
   *
   * @return null if the event was accepted, and then the exchange will be completed; else why not,
   *     and then it will not
   */
  Problem take(
      Exchange exchange,
      HttpHeaders headers,
      Routes.Counter route,
      byte[] body,
      int offset,
      int length) {
    exchange.end(Stage.READ);
    byte[] eventId = RequestRules.idempotencyKey(headers);
    if (eventId != null && eventId.length == 0) {
      return Problem.of(
          Problem.Type.INVALID_HEADER,
          "Idempotency-Key must be 1 to 128 letters, digits or any of . _ : ~ + / = -");
    }
    CounterRequest request;
    try {
      request = parser.parse(body, offset, length, route.customerId());
    } catch (InvalidEventException e) {
      return e.kind() == InvalidEventException.Kind.UNREADABLE
          ? Problem.of(Problem.Type.MALFORMED_JSON, e.getMessage())
          : new Problem(Problem.Type.SCHEMA_MISMATCH, e.getMessage(), e.pointer());
    }
    exchange.end(Stage.PARSE);
    boolean askedForAsync = RequestRules.prefersAsync(headers);
    if (askedForAsync || alwaysRespondAsync) {
      exchange.respondAsync(askedForAsync);
    }
    exchange.ids(ids.next(), eventId == null ? ids.next() : eventId);
    exchange.end(Stage.IDS);
    encode(exchange, headers, request);
    exchange.end(Stage.AVRO);
    SubmitResult result = stripe.submit(frame.buffer(), 0, frame.length(), exchange);
    exchange.end(Stage.STRIPE);
    return problemOf(result);
  }

  private void encode(Exchange exchange, HttpHeaders headers, CounterRequest request) {
    String traceparent = RequestRules.traceparent(headers);
    CounterEvent event =
        new CounterEvent(
            exchange.requestId(),
            exchange.eventId(),
            request,
            System.currentTimeMillis(),
            traceparent,
            traceparent == null ? null : RequestRules.tracestate(headers));
    exchange.end(Stage.EVENT);
    frame.begin(event);
    encoder.encode(event, frame);
  }

  private static Problem problemOf(SubmitResult result) {
    return switch (result) {
      case ACCEPTED -> null;
      case FULL -> Problem.of(Problem.Type.OVERLOADED, "nothing was written; try again shortly");
      case CLOSED -> Problem.of(Problem.Type.SHUTTING_DOWN, "nothing was written; try again");
    };
  }
}
