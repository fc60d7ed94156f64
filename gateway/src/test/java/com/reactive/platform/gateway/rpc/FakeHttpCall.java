package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.ingest.IngestRequest;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.stream.EventSender;
import com.reactive.platform.gateway.telemetry.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/** A request without a connection, which keeps the response; and a loop whose time is told. */
public final class FakeHttpCall implements HttpCall, RpcLoop {
  private final String httpMethod;
  private final RpcMethod method;
  private final RpcMetadata headers = new RpcMetadata();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final EventIds ids = new EventIds();
  private final List<Runnable> timers = new ArrayList<>();
  private final List<String> results = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private RpcStatus end;
  private String query;
  private Problem problem;
  private int reserved;
  private int status;
  private RpcMetadata head;
  private RpcMetadata trailers;
  private boolean ended;
  private int consumed;

  public FakeHttpCall(String httpMethod, RpcMethod method) {
    this.httpMethod = httpMethod;
    this.method = method;
  }

  public FakeHttpCall header(String name, String value) {
    headers.add(name, value);
    return this;
  }

  @Override
  public String caller() {
    return "anyone";
  }

  public FakeHttpCall query(String text) {
    query = text;
    return this;
  }

  public FakeHttpCall refused(Problem why) {
    problem = why;
    return this;
  }

  /** All deadlines are over. */
  public void expire() {
    List<Runnable> due = List.copyOf(timers);
    timers.clear();
    due.forEach(Runnable::run);
  }

  public int status() {
    return status;
  }

  public RpcMetadata head() {
    return head;
  }

  public byte[] body() {
    return body.toByteArray();
  }

  public boolean hasEnded() {
    return ended;
  }

  public int reserved() {
    return reserved;
  }

  public int consumed() {
    return consumed;
  }

  @Override
  public EventSender sender() {
    return EventSender.UNKNOWN;
  }

  @Override
  public int senderHash() {
    return IngestRequest.NO_SENDER;
  }

  @Override
  public String httpMethod() {
    return httpMethod;
  }

  @Override
  public String path() {
    return method.path();
  }

  @Override
  public String query() {
    return query;
  }

  @Override
  public RpcHeaders headers() {
    return headers;
  }

  @Override
  public boolean isHttp2() {
    return true;
  }

  @Override
  public RpcMethod method() {
    return method;
  }

  @Override
  public Problem problem() {
    return problem;
  }

  @Override
  public boolean isCurrent() {
    return true;
  }

  @Override
  public Problem admitNext() {
    return null;
  }

  /** The code with which the call ended; null while it has not. */
  public RpcCode code() {
    return end == null ? null : end.code();
  }

  /** True if telemetry is told that the server is at fault. */
  public boolean isServerFault() {
    return end.isServerFault();
  }

  @Override
  public Trace trace() {
    return null;
  }

  @Override
  public void messageEnded(int resultStatus, Problem why, long durationNanos) {
    results.add(resultStatus + (why == null ? "" : " " + why.type().slug()));
  }

  /** The results of events, as {@code 201} or {@code 422 schema-mismatch}. */
  public List<String> results() {
    return results;
  }

  @Override
  public void ending(RpcStatus with) {
    end = with;
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public RpcLoop loop() {
    return this;
  }

  @Override
  public void consumed(int bytes) {
    consumed += bytes;
  }

  @Override
  public void respond(int responseStatus, RpcMetadata responseHeaders) {
    if (head != null) {
      throw new IllegalStateException("two heads");
    }
    status = responseStatus;
    head = responseHeaders;
  }

  @Override
  public void respond(int responseStatus, RpcMetadata responseHeaders, byte[] whole) {
    String length = Integer.toString(whole.length);
    respond(
        responseStatus, new RpcMetadata().addAll(responseHeaders).add("content-length", length));
    write(whole, 0, whole.length);
    end();
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (head == null || ended) {
      throw new IllegalStateException("a body without a head, or behind the end");
    }
    body.write(bytes, offset, length);
  }

  @Override
  public void end() {
    if (ended) {
      throw new IllegalStateException("two ends");
    }
    ended = true;
  }

  @Override
  public void end(RpcMetadata with) {
    trailers = with;
    end();
  }

  public RpcMetadata trailers() {
    return trailers;
  }

  @Override
  public void reset() {
    end();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public Ingress ingress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public EventIds requestIds() {
    return ids;
  }

  @Override
  public Consumer<RpcEvent> completions() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int answerTimeoutMillis() {
    return 25_000;
  }

  @Override
  public int idleTimeoutMillis() {
    return 60_000;
  }

  @Override
  public int requestTimeoutMillis() {
    return 10_000;
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    timers.add(task);
    return () -> timers.remove(task);
  }

  @Override
  public boolean reserve(int bytes) {
    reserved += bytes;
    return true;
  }

  @Override
  public void release(int bytes) {
    reserved -= bytes;
  }

  @Override
  public Inflated gunzip(byte[] message, int offset, int length, int maxBytes) {
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(message, offset, length))) {
      byte[] plain = in.readNBytes(maxBytes + 1);
      return plain.length > maxBytes
          ? new Inflated(EnvelopeReader.tooLarge(maxBytes), null, 0)
          : new Inflated(RpcStatus.OK, plain, plain.length);
    } catch (IOException e) {
      return new Inflated(RpcStatus.of(RpcCode.INVALID_ARGUMENT, "not gzip"), null, 0);
    }
  }
}
