package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.Completion;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.telemetry.Traced;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.TimeUnit;

/**
 * One request and its answer.
 *
 * <p>Belongs to its connection's event loop, but for the three methods of {@link Completion}: the
 * sink calls one of them, once, on a thread of its own. They note the outcome and put the exchange
 * into the loop's mailbox, which makes what they wrote visible to the loop.
 */
public final class Exchange implements Completion, Traced {
  private final Connection connection;
  private Ledger ledger;
  private final boolean keepAlive;
  private final boolean http10;
  private final boolean headOnly;
  final long startNanos = System.nanoTime();

  /** Null unless stages are measured. */
  final StageTimestamps marks;

  private RequestMetrics metrics;
  private Trace trace;
  private String traceparent;
  private String tracestate;
  private StreamRuntime stream;
  private byte[] requestId;
  private byte[] eventId;
  private boolean async;
  private Preferences preferences = Preferences.NONE;
  private int waitSeconds = -1;

  /** Who may read the answer in a browser, and the page that asks; null if it is none. */
  private Cors cors;

  private String origin;

  /** Null until it is decided; what comes later is for the ledger only. */
  private Response answer;

  /** The next older exchange in the mailbox; the mailbox's own. */
  Exchange next;

  /** Where its event is counted until it has an outcome; null before it goes to a lane. */
  private InFlightLimiter lane;

  /** When it went there, if it is watched; else 0. */
  private long watchedSinceNanos;

  private Outcome outcome;
  private int partition;
  private long offset;
  private Throwable failure;

  /** Bytes of its body so far. */
  long bodyBytes;

  public Exchange(
      Connection connection,
      Ledger ledger,
      RequestMetrics metrics,
      HttpRequest head,
      boolean measured) {
    this.metrics = metrics;
    this.connection = connection;
    this.ledger = ledger;
    this.keepAlive = HttpUtil.isKeepAlive(head);
    this.http10 = head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    this.headOnly = head.method().equals(HttpMethod.HEAD);
    this.marks = measured ? new StageTimestamps(startNanos) : null;
  }

  /** This stage ends now, if stages are measured. */
  void end(LatencyBreakdown.Stage stage) {
    if (marks != null) {
      marks.end(stage);
    }
  }

  /** Where it counts; not the gateway's own for what is no event. */
  void countedBy(Ledger itsLedger) {
    ledger = itsLedger;
  }

  Ledger ledger() {
    return ledger;
  }

  Connection connection() {
    return connection;
  }

  boolean keepAlive() {
    return keepAlive;
  }

  /** An HTTP/1.0 client that asked to go on must be told that it may. */
  boolean keepAliveMustBeSaid() {
    return keepAlive && http10;
  }

  /** The caller's trace context; null where there is none, or none that is valid. */
  void within(String itsTraceparent, String itsTracestate) {
    traceparent = itsTraceparent;
    tracestate = itsTracestate;
  }

  String traceparent() {
    return traceparent;
  }

  /** Only ever with a traceparent. */
  String tracestate() {
    return tracestate;
  }

  /** What it counts as from now on, and its trace if it is sampled. */
  void observedBy(RequestMetrics routeMetrics, Trace sampled) {
    metrics = routeMetrics;
    trace = sampled;
  }

  @Override
  public Trace trace() {
    return trace;
  }

  /** Its answer goes out, or nobody is there any more to get it (status 0). Loop, once. */
  void ended(int status, long nowNanos) {
    String problem = answer == null ? null : answer.slug();
    metrics.ended(status, problem, nowNanos - startNanos, bodyBytes);
    if (trace != null) {
      trace.answered(status, problem);
    }
  }

  /** The event exists from here on. */
  void accepted(StreamRuntime itsStream, byte[] requestIdAscii, byte[] eventIdAscii) {
    stream = itsStream;
    requestId = requestIdAscii;
    eventId = eventIdAscii;
    if (trace != null) {
      trace.submitted();
    }
  }

  /** Its event goes to the lane now, or comes back from it at once. */
  void leavesTo(InFlightLimiter itsLane) {
    lane = itsLane;
    watchedSinceNanos = itsLane.leaves();
  }

  /** Its outcome is here: nothing is in flight any more. Loop, once. */
  void landed() {
    lane.ended(isKept());
  }

  /** In Kafka or in the spool: both are progress. */
  private boolean isKept() {
    return outcome == Outcome.ACKED || outcome == Outcome.SPOOLED;
  }

  /** Where its event goes; null before that exists. */
  StreamRuntime stream() {
    return stream;
  }

  /** What the request is called from now on: 32 hex digits as ASCII. */
  public void identifiedBy(byte[] itsRequestId) {
    requestId = itsRequestId;
  }

  /** 32 hex digits as ASCII. */
  byte[] requestId() {
    return requestId;
  }

  /** ASCII that needs no escaping in JSON; null before the event exists. */
  byte[] eventId() {
    return eventId;
  }

  /**
   * How long its answer waits for the outcome.
   *
   * @param always to be answered on acceptance, whatever the client prefers
   * @param mostMillis what it waits otherwise; a client that would wait longer is not heard
   */
  void answerAs(Preferences wanted, boolean always, int mostMillis) {
    preferences = wanted;
    async = always || (wanted.respondAsync() && wanted.waitSeconds() <= 0);
    boolean waits = !async && wanted.waitSeconds() > 0 && wanted.waitMillis() < mostMillis;
    waitSeconds = waits ? wanted.waitSeconds() : -1;
  }

  /** To be answered on acceptance. */
  boolean async() {
    return async;
  }

  /** When the outcome is not known in time, a 202 is wanted rather than an error. */
  boolean acceptedWhenLate() {
    return preferences.respondAsync();
  }

  /** From when on its answer waits no longer. */
  boolean isLate(int mostMillis, long nowNanos) {
    long millis = waitSeconds < 0 ? mostMillis : TimeUnit.SECONDS.toMillis(waitSeconds);
    return nowNanos - startNanos > TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Which preferences a 202 follows; null if none. */
  String asyncApplied() {
    String wait = waitApplied();
    return !preferences.respondAsync()
        ? wait
        : wait == null ? "respond-async" : "respond-async, " + wait;
  }

  /** Which preferences any other answer follows; null if none. */
  String waitApplied() {
    return waitSeconds < 0 ? null : "wait=" + waitSeconds;
  }

  /** The answer goes to a browser, perhaps to this page; null if it does not say. */
  void readableBy(Cors rules, String page) {
    cors = rules;
    origin = page;
  }

  @Override
  public void acked(int partition, long offset) {
    this.partition = partition;
    this.offset = offset;
    complete(partition < 0 ? Outcome.SPOOLED : Outcome.ACKED, null);
  }

  @Override
  public void notWritten(Throwable reason) {
    complete(Outcome.NOT_WRITTEN, reason);
  }

  @Override
  public void unknown(Throwable reason) {
    complete(Outcome.UNKNOWN, reason);
  }

  private void complete(Outcome outcome, Throwable reason) {
    this.outcome = outcome;
    this.failure = reason;
    end(LatencyBreakdown.Stage.KAFKA);
    ledger.completed(outcome);
    if (watchedSinceNanos != 0 && isKept()) {
      lane.watchedFor(System.nanoTime() - watchedSinceNanos);
    }
    if (trace != null) {
      trace.published(partition, offset, reason);
    }
    if (!async) {
      connection.completed(this);
    } else if (lane != null) {
      lane.endedUnseen(isKept());
    }
  }

  /** Header lines of its answer that pages ask for; null if none. Not to be changed. */
  byte[] headersForPages() {
    return cors == null ? null : cors.allowReading(origin);
  }

  /** What answers it has the head that it would have else, and no body. */
  boolean headOnly() {
    return headOnly;
  }

  /** Its answer is decided. The loop's, once. */
  void answer(Response itsAnswer) {
    answer = itsAnswer;
  }

  /** Null before it is decided. */
  Response answer() {
    return answer;
  }

  boolean isAnswered() {
    return answer != null;
  }

  /**
   * ACKED, SPOOLED, NOT_WRITTEN or UNKNOWN; to be read after the mailbox handed the exchange over.
   */
  Outcome outcome() {
    return outcome;
  }

  int partition() {
    return partition;
  }

  long offset() {
    return offset;
  }

  /** Why it was not acked; null if it was. */
  Throwable failure() {
    return failure;
  }

  /** Kafka will never take this event. */
  boolean isRefused() {
    return failure instanceof RefusedEventException;
  }

  /** Why it was not acked, in one short word: the exception's name, which holds no secret. */
  String failureName() {
    return failure == null ? "" : failure.getClass().getSimpleName();
  }
}
