package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.ingest.Ingress;
import java.util.function.Consumer;

/** The parts that the calls of one event loop share. On its thread. */
public interface RpcLoop {
  /** A task that is due later. */
  interface Timer {
    /** Does nothing if it has run. */
    void cancel();
  }

  Ingress ingress();

  EventIds requestIds();

  /** Takes events whose outcome is known, and passes them to {@link RpcEvent#completed}. */
  Consumer<RpcEvent> completions();

  /** The longest that a response waits for the outcome of its event. */
  int answerTimeoutMillis();

  /** The longest that a message may take to arrive, and a client to take a response. */
  int requestTimeoutMillis();

  /** The longest that a stream may be open and carry nothing. */
  int idleTimeoutMillis();

  /** Runs a task on the loop after this delay. */
  Timer schedule(Runnable task, long delayNanos);

  /** Takes memory for bytes that wait; returns false if there is no room. */
  boolean reserve(int bytes);

  /** Gives back what was reserved. */
  void release(int bytes);

  /**
   * Decompresses a message.
   *
   * @param maxBytes what may come out
   * @return valid until the next; failed if the message is malformed or too large
   */
  Inflated gunzip(byte[] message, int offset, int length, int maxBytes);

  /**
   * A decompressed message.
   *
   * @param status OK, or why there is none
   */
  record Inflated(RpcStatus status, byte[] buffer, int length) {}
}
