package com.reactive.platform.kafka.wire.produce;

import java.util.concurrent.TimeUnit;

/** Tells if a broker answers as it usually does. */
final class BrokerHealth {
  private static final int ANSWERS_AVERAGED = 8;
  private static final int SILENCE_ANSWERS = 4;
  private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Moving average of the time from a request to its answer. */
  private long answerNanos;

  private boolean silent;
  private boolean away;

  void connected() {
    silent = false;
    away = false;
  }

  /**
   * @param lasted the connection had served for a while, so that another one will probably come
   */
  void disconnected(boolean lasted) {
    away = !lasted;
  }

  /** Notes how long an answer took. */
  void answered(long nanos) {
    answerNanos += (nanos - answerNanos) / ANSWERS_AVERAGED;
    silent = false;
  }

  /**
   * True if the oldest request has waited for much longer than answers take: the broker, or the way
   * to it, may be gone. What is not sent meanwhile has a known outcome, and a broker serves the
   * requests of a connection one after the other, so nothing is lost by it.
   *
   * @param waitedNanos of the oldest request without an answer
   */
  boolean isSilent(long waitedNanos) {
    silent = waitedNanos > Math.max(SILENCE_NANOS, SILENCE_ANSWERS * answerNanos);
    return silent;
  }

  /** False if it did not answer when it was looked at last, or cannot be connected to. */
  boolean isReachable() {
    return !silent && !away;
  }
}
