package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.stream.EventSender;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Trace;

/**
 * A call, as the handler of its method sees it, whatever protocol carries it. All on the event loop
 * of its connection; never blocks.
 */
public interface RpcCall {
  /** What the client sent as headers, those of the protocol, too. */
  RpcHeaders metadata();

  RpcCodec codec();

  /** When the client gives up, as {@link System#nanoTime}; see {@link #hasDeadline}. */
  long deadlineNanos();

  boolean hasDeadline();

  RpcLoop loop();

  /** The trace of the call, and of its event if it has one only; null unless it is sampled. */
  Trace trace();

  /**
   * Counts an event's result, as {@link RequestMetrics#messageEnded}.
   *
   * @param problem null if there was none
   */
  void messageEnded(int status, Problem problem, long durationNanos);

  /** False if the method is no longer there, or was replaced by another that is not equal to it. */
  boolean isCurrent();

  /**
   * Takes one more message of a stream from the rate of its caller; the first is taken with the
   * call itself.
   *
   * @return null if it may come; else why not
   */
  Problem admitNext();

  /** The name of the client, by its credentials. */
  String caller();

  /** Who sends the events of the call, as {@code IngestRequest} has it. */
  EventSender sender();

  /** The same of {@code IngestRequest.senderHash}. */
  int senderHash();

  /**
   * Lets so many more messages of a client's stream come. None comes before the first request; if
   * nothing is requested, the client's flow control window stays closed. A method that takes one
   * message need not request it.
   */
  void request(int messages);

  /** Sends headers before the first message does. Once, and only to add metadata. */
  void sendHeaders(RpcMetadata headers);

  /** Sends a message in the codec of the call. The bytes must not be changed afterwards. */
  void send(byte[] message, int offset, int length);

  /**
   * True if what was sent has left, or is little. To be asked before sending more than answers that
   * are due; {@link RpcHandler#onReady} follows if it is false.
   */
  boolean isReady();

  /** Ends the call, once; ignored if it has ended. Nothing comes to the handler behind it. */
  void close(RpcStatus status, RpcMetadata trailers);

  /** True if it has ended: nothing sent from now on goes out. */
  boolean isClosed();
}
