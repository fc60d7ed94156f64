package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.cloudevents.CloudEvent;
import com.reactive.platform.gateway.cloudevents.CloudEventHeaders;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.ingest.AdmissionControl;
import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.IngestRequest;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.ReturningCallback;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.limit.ByteMeter;
import com.reactive.platform.gateway.security.Caller;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.EventSender;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.StageTimestamps;
import com.reactive.platform.gateway.telemetry.Trace;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One request and its response. It is the ingest request and its callback, too, so an event costs
 * no other object.
 *
 * <p>Belongs to its connection's event loop, except for the outcome, which the sink sets on a
 * thread of its own. The loop's {@link com.reactive.platform.gateway.ingest.CompletionQueue} makes
 * the outcome visible to the loop.
 */
public final class Exchange extends ReturningCallback<Exchange>
    implements IngestRequest, AdmissionControl.CallerReceiver {
  /** Carries the response of an exchange. All on the event loop. */
  interface Transport {
    /** The other end; the same each time. */
    Peer peer();

    /** The version of HTTP. */
    ClientProtocol protocol();

    /** Decides the response by the outcome; returns true if a flush is wanted. */
    boolean respondWithOutcome(Exchange exchange);

    void flush();

    /** Closes the connection at once, because of a fault of the gateway. */
    void abort(Throwable fault);
  }

  private static final EventLookup.Answer NOT_FOUND_OUT =
      new EventLookup.Answer(EventLookup.State.UNKNOWN, -1);

  private Transport transport;
  private final Consumer<Exchange> completions;
  private final boolean keepAlive;
  private final boolean http10;
  private final boolean headOnly;
  final long startNanos;

  private RequestMetrics metrics;
  private Routes.Match match;
  private byte[] requestId;
  private byte[] idempotencyKey;
  private Caller caller = Caller.ANYONE;
  private EventSender sender = EventSender.UNKNOWN;
  private int senderHash;
  private boolean looksUp;
  private String traceparent;
  private String tracestate;
  private String schemaVersion;
  private CloudEvent cloudEvent;
  private BodyFormat format = BodyFormat.JSON;
  private boolean async;
  private boolean alwaysAsync;
  private Preferences preferences = Preferences.NONE;
  private int waitSeconds = -1;

  /** The rules for reading the response in a browser; null if there are none. */
  private Cors cors;

  /** The page that sent the request; null if it is none. */
  private String origin;

  /** Null until it is decided; a later outcome is for the ledger only. */
  private Response response;

  /** Null unless a protocol of RPC has taken the request over. */
  private CallHandler call;

  private long bodyBytes;

  /** Null if nobody pays for its bytes. */
  private ByteMeter meter;

  /**
   * @param completions receives this exchange when its outcome is known; any thread
   * @param measured stages are measured
   */
  public Exchange(
      Transport transport,
      Consumer<Exchange> completions,
      Ledger ledger,
      RequestMetrics metrics,
      HttpRequest head,
      boolean measured) {
    this(transport, completions, ledger, metrics, head, measured, System.nanoTime());
  }

  private Exchange(
      Transport transport,
      Consumer<Exchange> completions,
      Ledger ledger,
      RequestMetrics metrics,
      HttpRequest head,
      boolean measured,
      long startNanos) {
    super(ledger, measured ? new StageTimestamps(startNanos) : null);
    this.transport = transport;
    this.completions = completions;
    this.metrics = metrics;
    this.keepAlive = HttpUtil.isKeepAlive(head);
    this.http10 = head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    this.headOnly = head.method().equals(HttpMethod.HEAD);
    this.startNanos = startNanos;
  }

  @Override
  protected boolean onOutcome() {
    if (async) {
      return false;
    }
    completions.accept(this);
    return true;
  }

  /** Another transport carries the response from now on. On the event loop. */
  void moveTo(Transport other) {
    transport = other;
  }

  @Override
  protected boolean awaitsOutcome() {
    return !async;
  }

  @Override
  protected void waitsForQuarantine() {
    async = false;
  }

  /** What the client prefers it need not get. */
  @Override
  protected boolean waitsForAcceptance() {
    async = alwaysAsync;
    return !async;
  }

  /** Who sent the request; before that is known, anyone. */
  @Override
  public void caller(Caller known) {
    caller = known;
  }

  @Override
  public String caller() {
    return caller.name();
  }

  Caller knownCaller() {
    return caller;
  }

  /** Its bytes are charged to its sender; null for nobody. */
  void meter(ByteMeter meter) {
    this.meter = meter;
  }

  /** Bytes of its body so far, those of a refused request too. */
  long bodyBytes() {
    return bodyBytes;
  }

  /** More of the body is there. */
  void received(int bytes) {
    bodyBytes += bytes;
  }

  /** What was received is charged: of a stream, once the messages in it have been admitted. */
  void charge(int bytes) {
    if (meter != null) {
      meter.charge(bytes, System.nanoTime());
    }
  }

  /** Who sent the request, if its stream asks for that. */
  void sender(EventSender known) {
    sender = known;
  }

  @Override
  public EventSender sender() {
    return sender;
  }

  void senderHash(int hash) {
    senderHash = hash;
  }

  @Override
  public int senderHash() {
    return senderHash;
  }

  @Override
  public BodyFormat format() {
    return format;
  }

  void format(BodyFormat declared) {
    format = declared;
  }

  Transport transport() {
    return transport;
  }

  boolean keepAlive() {
    return keepAlive;
  }

  /** True if the response must say that the connection stays open: HTTP/1.0 closes by default. */
  boolean announcesKeepAlive() {
    return keepAlive && http10;
  }

  /** True if the client knows no chunks. */
  boolean isHttp10() {
    return http10;
  }

  /** The route that takes the request. */
  public void match(Routes.Match match) {
    this.match = match;
  }

  Routes.Match match() {
    return match;
  }

  @Override
  public StreamRuntime stream() {
    return match.stream();
  }

  /** The topic of an event that is in Kafka. */
  byte[] topicAscii() {
    return topicAscii(match.stream());
  }

  @Override
  public Map<String, String> pathFields() {
    return match.pathFields();
  }

  /** 32 hex digits as ASCII. */
  public void requestId(byte[] requestId) {
    this.requestId = requestId;
  }

  @Override
  public byte[] requestId() {
    return requestId;
  }

  void idempotencyKey(byte[] idempotencyKey) {
    this.idempotencyKey = idempotencyKey;
  }

  @Override
  public byte[] idempotencyKey() {
    return idempotencyKey;
  }

  void schemaVersion(String named) {
    schemaVersion = named;
  }

  @Override
  public String schemaVersion() {
    return schemaVersion;
  }

  /** The caller's trace context; null where there is none, or none that is valid. */
  void traceContext(String traceparent, String tracestate) {
    this.traceparent = traceparent;
    this.tracestate = tracestate;
  }

  @Override
  public String traceparent() {
    return traceparent;
  }

  @Override
  public String tracestate() {
    return tracestate;
  }

  void cloudEvent(CloudEvent cloudEvent) {
    this.cloudEvent = cloudEvent;
  }

  @Override
  public List<EventFrame.Attribute> attributes() {
    return cloudEvent == null ? List.of() : CloudEventHeaders.of(cloudEvent);
  }

  @Override
  public String dataPointer() {
    return cloudEvent == null ? "" : cloudEvent.dataPointer();
  }

  /** The metrics of its route, and its trace if it is sampled. */
  void observe(RequestMetrics metrics, Trace trace) {
    this.metrics = metrics;
    trace(trace);
  }

  private ClientProtocol protocol() {
    return call == null ? transport.protocol() : call.protocol();
  }

  /**
   * The call ends; {@link #end} follows.
   *
   * @param code as its protocol writes it
   * @param failed the code is a fault of the server
   */
  void callEnded(String code, boolean failed, long nowNanos) {
    metrics.callEnded(protocol(), code, failed, nowNanos - startNanos);
    Trace trace = trace();
    if (trace != null) {
      trace.callEnded(code, failed);
    }
  }

  /**
   * An event of the call got its result.
   *
   * @param problem null if there was none
   */
  void messageEnded(int status, Problem problem, long durationNanos) {
    note(problem);
    String slug = problem == null ? null : problem.type().slug();
    metrics.messageEnded(protocol(), status, slug, durationNanos);
  }

  private void note(Problem problem) {
    if (problem != null) {
      metrics.problem(problem.type().slug(), problem.detail(), problem.pointer());
    }
  }

  /** The response goes out, or the client is gone (status 0). Once. */
  void end(int status, long nowNanos) {
    abandon();
    if (response != null && status > 0) {
      note(response.problem());
    }
    String problem = response == null ? null : response.slug();
    Trace trace = trace();
    metrics.ended(protocol(), status, problem, nowNanos - startNanos, bodyBytes, trace);
    if (trace != null) {
      trace.answered(status, problem);
    }
  }

  /**
   * Determines how long the response waits for the outcome.
   *
   * @param always respond on acceptance, whatever the client prefers
   * @param mostMillis the longest wait; a client that would wait longer is ignored
   */
  void prefer(Preferences preferences, boolean always, int mostMillis) {
    this.preferences = preferences;
    alwaysAsync = always;
    async = always || (preferences.respondAsync() && preferences.waitSeconds() <= 0);
    boolean waits =
        !async && preferences.waitSeconds() > 0 && preferences.waitMillis() < mostMillis;
    waitSeconds = waits ? preferences.waitSeconds() : -1;
  }

  /** True if the response is due on acceptance. */
  boolean async() {
    return async;
  }

  /** True if the response waits no longer for the outcome. */
  boolean isLate(int mostMillis, long nowNanos) {
    long millis = waitSeconds < 0 ? mostMillis : TimeUnit.SECONDS.toMillis(waitSeconds);
    return nowNanos - startNanos > TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** The preferences that a 202 follows; null if none. */
  String asyncApplied() {
    String wait = waitApplied();
    return !preferences.respondAsync()
        ? wait
        : wait == null ? "respond-async" : "respond-async, " + wait;
  }

  /** The preferences that any other response follows; null if none, as before acceptance. */
  String waitApplied() {
    return waitSeconds < 0 || eventId() == null ? null : "wait=" + waitSeconds;
  }

  /** The response goes to a browser, perhaps to this page; null if there is none. */
  void cors(Cors cors, String origin) {
    this.cors = cors;
    this.origin = origin;
  }

  /** Header lines for browsers; null if none. */
  HeaderLines corsHeaders() {
    return cors == null ? null : cors.allowReading(origin);
  }

  /** True if the response has no body, as to HEAD. */
  boolean headOnly() {
    return headOnly;
  }

  /** The response that the outcome decides. */
  Response responseToOutcome() {
    return switch (outcome()) {
      case ACKED -> Response.CREATED;
      case SPOOLED -> isReplayed() ? Response.ACCEPTED : Response.SPOOLED;
      default -> Response.of(problem());
    };
  }

  /** The response when the outcome is not known in time. */
  Response responseWhenLate() {
    boolean accepted = preferences.respondAsync() && !isHeld() && refusal() == null;
    return accepted && !looksUp ? Response.ACCEPTED : responseWhenUnknown();
  }

  /** The response when the outcome will not be known. */
  Response responseWhenUnknown() {
    return looksUp ? Response.of(NOT_FOUND_OUT) : Response.of(problemWhenLate());
  }

  /** The request looks for the event of this id instead of bringing one. */
  void looksUp(byte[] eventId) {
    idempotencyKey = eventId;
    looksUp = true;
  }

  /** A protocol of RPC makes the response. */
  void call(CallHandler taken) {
    call = taken;
  }

  /** Null unless a protocol of RPC makes the response. */
  CallHandler call() {
    return call;
  }

  /** Decides the response, once. */
  void response(Response response) {
    this.response = response;
  }

  /** Null before it is decided. */
  Response response() {
    return response;
  }

  boolean hasResponse() {
    return response != null;
  }
}
