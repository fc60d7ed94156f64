package com.reactive.platform.gateway.http;

import java.util.concurrent.TimeUnit;

/**
 * Deadlines of an HTTP/2 connection: the preface, frames that come in pieces, a client that takes
 * no responses, and one that does nothing. Those of requests are their streams' own. Reads no
 * clock.
 */
final class Http2Deadlines {
  /** The end of a connection's patience. */
  enum Overdue {
    NOTHING,
    /** The client sends nothing, or no whole frame. */
    INPUT,
    /** The client takes nothing. */
    OUTPUT
  }

  private final HttpConfig config;
  private final long openedNanos;
  private long idleSinceNanos;
  private long stalledSinceNanos;

  /** Arrival of the first bytes of an incomplete frame or header block; 0 for none. */
  private long partialSinceNanos;

  Http2Deadlines(HttpConfig config, long nowNanos) {
    this.config = config;
    this.openedNanos = nowNanos;
    this.idleSinceNanos = nowNanos;
  }

  /** Bytes have come. */
  void onBytes(long nowNanos) {
    if (partialSinceNanos == 0) {
      partialSinceNanos = nowNanos;
    }
  }

  /**
   * Whole frames were among the bytes.
   *
   * @param rest so were the first bytes of another one
   */
  void onFrames(boolean rest, long nowNanos) {
    partialSinceNanos = rest ? nowNanos : 0;
  }

  void onStreamClosed(long nowNanos) {
    idleSinceNanos = nowNanos;
  }

  /**
   * To be called a few times a second.
   *
   * @param writable the client takes what is written
   * @param reading we take what comes
   * @param begun the preface has come
   * @param unused no stream is open
   */
  Overdue check(long nowNanos, boolean writable, boolean reading, boolean begun, boolean unused) {
    if (writable) {
      stalledSinceNanos = 0;
    } else if (stalledSinceNanos == 0) {
      stalledSinceNanos = nowNanos;
    }
    if (partialSinceNanos != 0 && !reading) {
      partialSinceNanos = nowNanos; // It is us who do not read.
    }
    if (isOver(stalledSinceNanos, nowNanos)) {
      return Overdue.OUTPUT;
    }
    boolean silent = !begun && isOver(openedNanos, nowNanos);
    boolean partial = isOver(partialSinceNanos, nowNanos);
    long idleMost = TimeUnit.MILLISECONDS.toNanos(config.idleTimeoutMillis());
    boolean idle = unused && nowNanos - idleSinceNanos > idleMost;
    return silent || partial || idle ? Overdue.INPUT : Overdue.NOTHING;
  }

  private boolean isOver(long sinceNanos, long nowNanos) {
    return sinceNanos != 0
        && nowNanos - sinceNanos > TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis());
  }
}
