package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.microbatch.FlushReason;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The spans of one event. A client that goes away, or does not wait, is answered before its event
 * is sent; so the methods are guarded by a lock, and the event's spans outlive the request's.
 */
final class EventTrace implements Trace {
  private static final AttributeKey<Long> BATCH_MESSAGES =
      AttributeKey.longKey("messaging.batch.message_count");
  private static final AttributeKey<String> FLUSH_REASON =
      AttributeKey.stringKey("reactive.batch.flush.reason");
  private static final AttributeKey<String> PARTITION =
      AttributeKey.stringKey("messaging.destination.partition.id");
  private static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");
  private static final int ACCEPTED = 202;
  private static final int FIRST_SERVER_ERROR = 500;

  private final Tracer tracer;
  private final Span server;
  private final Context requestContext;
  private final RateCap messages;

  /** Null before the wait, and once it is over. */
  private Span wait;

  /** Null before the event is sent, and once its outcome is known. */
  private Span send;

  /**
   * @param messages limits those of calls that have many
   */
  EventTrace(Tracer tracer, Span server, Context requestContext, RateCap messages) {
    this.tracer = tracer;
    this.server = server;
    this.requestContext = requestContext;
    this.messages = messages;
  }

  @Override
  public Trace ofMessage() {
    return messages.allow()
        ? new EventTrace(tracer, Span.getInvalid(), requestContext, messages)
        : null;
  }

  @Override
  public synchronized void submitted() {
    wait = tracer.spanBuilder("batch").setParent(requestContext).startSpan();
  }

  @Override
  public synchronized byte[] publishing(String topic, int messages, FlushReason reason) {
    if (wait != null) {
      wait.setAttribute(BATCH_MESSAGES, (long) messages)
          .setAttribute(FLUSH_REASON, reason.name().toLowerCase(Locale.ROOT))
          .end();
      wait = null;
    }
    send =
        tracer
            .spanBuilder("send " + topic)
            .setSpanKind(SpanKind.PRODUCER)
            .setParent(requestContext)
            .setAttribute(KafkaMetrics.SYSTEM, "kafka")
            .setAttribute(KafkaMetrics.DESTINATION, topic)
            .setAttribute(KafkaMetrics.OPERATION, "send")
            .setAttribute(KafkaMetrics.OPERATION_TYPE, "send")
            .startSpan();
    return traceparent(send.getSpanContext());
  }

  private static byte[] traceparent(SpanContext span) {
    String text =
        "00-" + span.getTraceId() + "-" + span.getSpanId() + "-" + span.getTraceFlags().asHex();
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public synchronized void published(int partition, long offset, Throwable failure) {
    if (failure != null) {
      endOpen(failure.getClass().getName());
    } else if (partition < 0) {
      endOpen(null);
    } else if (send != null) {
      send.setAttribute(PARTITION, Integer.toString(partition)).setAttribute(OFFSET, offset).end();
      send = null;
    }
  }

  @Override
  public synchronized void callEnded(String code, boolean failed) {
    server.setAttribute(RpcMetrics.STATUS, code);
    if (failed) {
      server.setAttribute(RequestAttributes.ERROR_TYPE, code).setStatus(StatusCode.ERROR);
    }
  }

  @Override
  public SpanContext requestSpan() {
    return server.getSpanContext();
  }

  @Override
  public synchronized void answered(int status, String problem) {
    if (status > 0) {
      server.setAttribute(RequestAttributes.STATUS, (long) status);
    }
    String errorType = problem == null && status == 0 ? RequestAttributes.CLIENT_GONE : problem;
    if (errorType != null) {
      server.setAttribute(RequestAttributes.ERROR_TYPE, errorType);
    }
    if (status == 0 || status >= FIRST_SERVER_ERROR) {
      server.setStatus(StatusCode.ERROR);
    }
    server.end();
    // A client that does not wait leaves an event that has its own way to go still.
    if (status != 0 && status != ACCEPTED) {
      endOpen(errorType);
    }
  }

  /** Ends the event's spans, with the reason why it got no further; null if there is none. */
  private void endOpen(String errorType) {
    for (Span open : new Span[] {wait, send}) {
      if (open != null) {
        if (errorType != null) {
          open.setAttribute(RequestAttributes.ERROR_TYPE, errorType).setStatus(StatusCode.ERROR);
        }
        open.end();
      }
    }
    wait = null;
    send = null;
  }
}
