package com.reactive.platform.gateway.rpc.publish;

import com.reactive.platform.gateway.ingest.IngestRequest;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.rpc.RpcEvent;
import com.reactive.platform.gateway.rpc.RpcLoop;
import com.reactive.platform.gateway.rpc.RpcProblems;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.EventSender;
import com.reactive.platform.gateway.telemetry.Trace;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** One event of a call, from its message to its outcome. */
final class PublishedEvent extends RpcEvent implements IngestRequest {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(PublishedEvent.class));

  private static final int CREATED = 201;
  private static final int ACCEPTED = 202;

  final long startNanos = System.nanoTime();

  /** By which the client knows it; of a single event 0. */
  final long sequence;

  private final PublishCall publish;
  private final byte[] requestId;
  private final byte[] idempotencyKey;
  private final Consumer<PublishedEvent> receiver;

  /** Telemetry has its result. */
  private boolean counted;

  /**
   * @param publish what all events of the call have in common
   * @param receiver takes it when the outcome is known, on the loop
   */
  PublishedEvent(
      PublishCall publish,
      long sequence,
      byte[] idempotencyKey,
      Consumer<PublishedEvent> receiver) {
    super(publish.ledger());
    this.publish = publish;
    this.sequence = sequence;
    this.requestId = loop().requestIds().next();
    this.idempotencyKey = idempotencyKey;
    this.receiver = receiver;
  }

  private RpcLoop loop() {
    return publish.call().loop();
  }

  /**
   * Passes the event on.
   *
   * @return null if it was accepted; else why not
   */
  Problem take(byte[] body, int offset, int length) {
    ledger().received();
    Problem problem;
    try {
      problem = pass(body, offset, length);
    } catch (RuntimeException e) {
      FAULTS.error("Request " + text(requestId) + " failed", e);
      problem = Problem.of(Rejection.INTERNAL_ERROR, "");
    }
    if (problem == null) {
      ledger().accepted();
    } else {
      ledger().refused(problem.type().outcome());
      count(problem);
    }
    return problem;
  }

  /** Counts the event as one that is not passed on. */
  void refuse(Problem problem) {
    ledger().received();
    ledger().refused(problem.type().outcome());
    count(problem);
  }

  /**
   * Tells telemetry which result the client gets; the first one counts.
   *
   * @param problem null if the event is accepted
   */
  void count(Problem problem) {
    if (problem != null) {
      count(problem.type().status(), problem);
    } else {
      count(acceptedStatus(), null);
    }
  }

  /**
   * Ends the trace of an event of a stream; that of a single event ends with its call.
   *
   * @param problem null if the event is accepted
   */
  void endTrace(Problem problem) {
    Trace own = trace();
    if (own != null) {
      own.answered(
          problem == null ? acceptedStatus() : problem.type().status(),
          problem == null ? null : problem.type().slug());
    }
  }

  private int acceptedStatus() {
    return !isAsync() && outcome() == Outcome.ACKED ? CREATED : ACCEPTED;
  }

  /** Tells telemetry that the client is gone, or has given up. */
  void countGone() {
    count(0, null);
  }

  private void count(int status, Problem problem) {
    if (!counted) {
      counted = true;
      abandon();
      publish.call().messageEnded(status, problem, System.nanoTime() - startNanos);
    }
  }

  private Problem pass(byte[] body, int offset, int length) {
    Ingress ingress = loop().ingress();
    Problem problem = ingress.checkCapacity(stream(), senderHash(), length);
    return problem != null ? problem : ingress.take(this, this, body, offset, length);
  }

  /** The event belongs to this trace; null for none. */
  void tracedBy(Trace trace) {
    trace(trace);
  }

  /** True if the client does not wait for the outcome. */
  boolean isAsync() {
    return stream().stream().respondAsync() && refusal() == null;
  }

  @Override
  protected boolean awaitsOutcome() {
    return !isAsync();
  }

  @Override
  public String caller() {
    return publish.call().caller();
  }

  @Override
  public EventSender sender() {
    return publish.call().sender();
  }

  @Override
  public int senderHash() {
    return publish.call().senderHash();
  }

  @Override
  protected boolean onOutcome() {
    if (isAsync()) {
      return false;
    }
    loop().completions().accept(this);
    return true;
  }

  @Override
  public void completed() {
    receiver.accept(this);
  }

  /** The status of an event that is not accepted, with its ids. */
  RpcStatus status(Problem problem) {
    byte[] eventId = eventId();
    return RpcProblems.status(problem, text(requestId), eventId == null ? null : text(eventId));
  }

  private static String text(byte[] ascii) {
    return new String(ascii, StandardCharsets.US_ASCII);
  }

  @Override
  public StreamRuntime stream() {
    return publish.stream();
  }

  /** The topic that the event is in, or goes to; null if that is not known. */
  byte[] topicAscii() {
    return topicAscii(stream());
  }

  @Override
  public byte[] requestId() {
    return requestId;
  }

  @Override
  public BodyFormat format() {
    return publish.format();
  }

  @Override
  public byte[] idempotencyKey() {
    return idempotencyKey;
  }

  @Override
  public String traceparent() {
    return publish.traceparent();
  }

  @Override
  public String schemaVersion() {
    return publish.schemaVersion();
  }

  @Override
  public String tracestate() {
    return publish.tracestate();
  }
}
