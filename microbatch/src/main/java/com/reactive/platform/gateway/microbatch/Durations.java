package com.reactive.platform.gateway.microbatch;

import java.time.Duration;

/** What Duration lacks. */
final class Durations {
  private Durations() {}

  /** As nanoseconds; what is too long for a long becomes the longest, what is negative 0. */
  static long saturatedNanos(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    try {
      return duration.toNanos();
    } catch (ArithmeticException tooLong) {
      return Long.MAX_VALUE;
    }
  }
}
