package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.stream.EventSender;
import com.reactive.platform.gateway.telemetry.Trace;
import org.slf4j.LoggerFactory;

/**
 * A call on one HTTP exchange, as all protocols have it: its handler, its deadline, its one end.
 *
 * <pre>
 *   open --> handler opened --> close, by the handler           status and trailers
 *     |             +---------> fail, by the protocol         the same, perhaps after some answers
 *     |             +---------> deadline, end of the gateway  the same, and the handler's onCancel
 *     |             +---------> onReset                         nothing, and the handler's onCancel
 *     +--> refused by its head                                  status
 * </pre>
 */
public abstract class ServerCall implements RpcCall, HttpCall.Receiver {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(ServerCall.class));

  private static final RpcStatus TOO_LATE =
      RpcStatus.of(RpcCode.DEADLINE_EXCEEDED, "the deadline is over; nothing was written");

  protected final HttpCall http;
  private final RpcCodec codec;
  private RpcHandler handler;
  private boolean closed;

  /** What comes is of no use any more. */
  private boolean faulty;

  private boolean headSent;
  private RpcMetadata headers = RpcMetadata.NONE;
  private boolean hasDeadline;
  private long deadlineNanos;
  private RpcLoop.Timer timer;

  protected ServerCall(HttpCall http, RpcCodec codec) {
    this.http = http;
    this.codec = codec;
  }

  /** Begins the response: status 200, content type, and these headers. */
  protected abstract void writeHead(RpcMetadata added);

  /** Writes a message of the response. */
  protected abstract void writeMessage(byte[] message, int offset, int length);

  /**
   * Ends the response.
   *
   * @param headers those that are still to be sent; null if the head was written
   */
  protected abstract void writeEnd(RpcStatus status, RpcMetadata headers, RpcMetadata trailers);

  /** The handler has asked for more messages. */
  @Override
  public abstract void request(int messages);

  /**
   * Opens the handler, or refuses the call.
   *
   * @param timeoutNanos what the client allows; negative: no limit
   */
  protected final void start(long timeoutNanos) {
    Problem problem = http.problem();
    if (problem != null) {
      close(RpcProblems.status(problem), RpcMetadata.NONE);
    } else if (method() == null) {
      close(RpcStatus.of(RpcCode.UNIMPLEMENTED, "no such method"), RpcMetadata.NONE);
    } else if (!method().takes(codec)) {
      close(
          RpcStatus.of(RpcCode.UNIMPLEMENTED, "this method does not take this encoding"),
          RpcMetadata.NONE);
    } else if (timeoutNanos == 0) {
      close(TOO_LATE, RpcMetadata.NONE);
    } else {
      if (timeoutNanos >= 0) {
        hasDeadline = true;
        deadlineNanos = System.nanoTime() + timeoutNanos;
        timer = loop().schedule(this::cutOff, timeoutNanos);
      }
      handler = method().open(this);
    }
  }

  /** Nothing more can be read: the protocol is violated, for example. */
  public final void fail(RpcStatus status) {
    if (!isReading()) {
      return;
    }
    faulty = true;
    releaseInput();
    if (handler == null || !handler.onFault(status)) {
      end(status);
    }
  }

  private void cutOff() {
    if (!closed && handler != null) {
      end(handler.onLate());
    }
  }

  private void end(RpcStatus status) {
    close(status, RpcMetadata.NONE);
    cancelHandler();
  }

  /** False if what comes is to be dropped. */
  protected final boolean isReading() {
    return !closed && !faulty;
  }

  private void cancelHandler() {
    if (handler != null) {
      handler.onCancel();
    }
  }

  /** Passes a message on, unless it comes too late: nobody would wait for its outcome. */
  protected final void deliver(byte[] message, int offset, int length) {
    if (hasDeadline && System.nanoTime() - deadlineNanos >= 0) {
      cutOff();
      return;
    }
    try {
      handler.onMessage(message, offset, length);
    } catch (RuntimeException e) {
      // Other calls may share the connection.
      FAULTS.error("A call of " + method().path() + " failed", e);
      fail(RpcStatus.of(RpcCode.INTERNAL, "an error of the gateway"));
    }
  }

  /** Nothing follows. */
  protected final void deliverHalfClose() {
    handler.onHalfClose();
  }

  /** Null if it is unknown. */
  protected final RpcMethod method() {
    return http.method();
  }

  @Override
  public final RpcHeaders metadata() {
    return http.headers();
  }

  @Override
  public final RpcCodec codec() {
    return codec;
  }

  @Override
  public final boolean hasDeadline() {
    return hasDeadline;
  }

  @Override
  public final long deadlineNanos() {
    return deadlineNanos;
  }

  @Override
  public final RpcLoop loop() {
    return http.loop();
  }

  @Override
  public final Trace trace() {
    return http.trace();
  }

  @Override
  public final void messageEnded(int status, Problem problem, long durationNanos) {
    http.messageEnded(status, problem, durationNanos);
  }

  @Override
  public final boolean isCurrent() {
    return http.isCurrent();
  }

  @Override
  public final Problem admitNext() {
    return http.admitNext();
  }

  @Override
  public final String caller() {
    return http.caller();
  }

  @Override
  public final EventSender sender() {
    return http.sender();
  }

  @Override
  public final int senderHash() {
    return http.senderHash();
  }

  @Override
  public final boolean isReady() {
    return http.isReady();
  }

  @Override
  public final void sendHeaders(RpcMetadata added) {
    headers = added;
  }

  @Override
  public final void send(byte[] message, int offset, int length) {
    if (closed) {
      return;
    }
    if (!headSent) {
      headSent = true;
      writeHead(headers);
    }
    writeMessage(message, offset, length);
  }

  @Override
  public final void close(RpcStatus status, RpcMetadata trailers) {
    if (closed) {
      return;
    }
    onEnd();
    http.ending(status);
    writeEnd(status, headSent ? null : headers, trailers);
  }

  private void onEnd() {
    closed = true;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
    releaseInput();
  }

  /** Drops what has come and was not passed on. */
  protected abstract void releaseInput();

  @Override
  public final boolean isClosed() {
    return closed;
  }

  @Override
  public final void onReset() {
    if (!closed) {
      onEnd();
      cancelHandler();
    }
  }

  @Override
  public final void onReady() {
    if (!closed && handler != null) {
      handler.onReady();
    }
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    if (!closed && handler != null) {
      handler.checkDeadlines(nowNanos);
    }
  }

  @Override
  public final void onDrain() {
    if (!closed && handler != null) {
      handler.onDrain();
    }
  }

  @Override
  public final void onFinish() {
    cutOff();
  }
}
