package com.reactive.platform.kafka.benchmark.result;

import java.math.BigDecimal;
import java.math.MathContext;

/** Digits that count. */
final class Digits {
  static final int OF_POINTS = 4;

  private Digits() {}

  /** NaN and infinities stay as they are. */
  static double rounded(double value, int digits) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(digits)).doubleValue()
        : value;
  }
}
