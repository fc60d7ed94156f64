package com.reactive.platform.gateway.http;

import java.util.concurrent.TimeUnit;

/**
 * Limits the frames of an HTTP/2 connection that carry no event: pings, settings, priorities,
 * window updates, resets. Few cost little; a flood of them costs as much as events and brings
 * nothing. Time and responses fill the budget, so whoever sends events may send such frames with
 * them. A reset of a request costs more than the others (CVE-2023-44487). Not thread-safe.
 */
final class FrameBudget {
  /** The price of a frame. */
  static final int FRAME = 1;

  /** The price of a request that its client resets, after it has cost us a request. */
  static final int RESET = 10;

  private static final int MAX = 2_000;
  private static final int PER_RESPONSE = 5;
  private static final int PER_SECOND = 100;

  private int left = MAX;
  private long filledNanos;

  FrameBudget(long nowNanos) {
    filledNanos = nowNanos;
  }

  /**
   * Takes the price of one frame.
   *
   * @return false if there is not enough left: the connection must end
   */
  boolean spend(int price) {
    left -= price;
    return left >= 0;
  }

  /** A request got its response. */
  void responded() {
    left = Math.min(MAX, left + PER_RESPONSE);
  }

  /** Time goes by; to be called a few times a second. */
  void fill(long nowNanos) {
    long more = (nowNanos - filledNanos) * PER_SECOND / TimeUnit.SECONDS.toNanos(1);
    if (more > 0) {
      left = (int) Math.min(MAX, left + more);
      filledNanos = nowNanos;
    }
  }
}
