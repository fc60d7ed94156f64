package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.stream.EventSender;
import com.reactive.platform.gateway.telemetry.Trace;

/**
 * One HTTP request whose body goes to a {@link Receiver} as it comes, and its response, which is
 * written piece by piece. HTTP/2 or HTTP/1.1; a protocol of RPC is a translation between this and
 * {@link RpcCall}.
 *
 * <p>All on the event loop of the connection; never blocks. Whatever is written is flushed by the
 * connection, soon.
 */
public interface HttpCall {
  /** Takes the body of the request. */
  interface Receiver {
    /**
     * Bytes of the body, valid within the call only.
     *
     * @param last nothing follows
     */
    void onData(byte[] bytes, int offset, int length, boolean last);

    /** The client is gone, or has reset the stream, or the connection ends. Nothing follows. */
    void onReset();

    /** {@link HttpCall#isReady} was false and is true now. */
    void onReady();

    /** Comes a few times a second. */
    void checkDeadlines(long nowNanos);

    /**
     * The gateway stops: events that are under way still get their response, and no more are taken.
     */
    void onDrain();

    /** The gateway has stopped: the last chance to end the response. */
    void onFinish();
  }

  /** POST, mostly. */
  String httpMethod();

  /** Without the query. */
  String path();

  /** What follows the question mark, as sent; null for none. */
  String query();

  RpcHeaders headers();

  /** True over HTTP/2: both sides may stream at once, and the response may have trailers. */
  boolean isHttp2();

  /** The method with this path; null if there is none. */
  RpcMethod method();

  /** Why the call must be refused, as found by its head; null if it may come. */
  Problem problem();

  /** As {@link RpcCall#isCurrent}. */
  boolean isCurrent();

  /** As {@link RpcCall#admitNext}. */
  Problem admitNext();

  /** As {@link RpcCall#caller}. */
  String caller();

  /** As {@link RpcCall#sender}. */
  EventSender sender();

  /** As {@link RpcCall#senderHash}. */
  int senderHash();

  /** When its head came, as {@link System#nanoTime}. */
  long startNanos();

  RpcLoop loop();

  /** As {@link RpcCall#trace}. */
  Trace trace();

  /** As {@link RpcCall#messageEnded}. */
  void messageEnded(int status, Problem problem, long durationNanos);

  /** Says how the call ends, for telemetry; comes before the end of the response. */
  void ending(RpcStatus status);

  /** The client may send as many bytes more, which were given to the receiver before. */
  void consumed(int bytes);

  /**
   * Begins the response.
   *
   * @param headers over HTTP/1.1, the body is chunked unless they have a content-length
   */
  void respond(int status, RpcMetadata headers);

  /**
   * The whole response.
   *
   * @param headers without a content-length, which is added
   * @param body must not be changed afterwards
   */
  void respond(int status, RpcMetadata headers, byte[] body);

  /** Adds to the body of the response; the bytes may be used again when this returns. */
  void write(byte[] bytes, int offset, int length);

  /** Ends the response; what still comes of the request is dropped, or the stream is reset. */
  void end();

  /** Ends the response with trailers; over HTTP/2 only. */
  void end(RpcMetadata trailers);

  /** Ends both directions at once, without more of a response. */
  void reset();

  /** True if what was written has left, or is little. */
  boolean isReady();
}
