package com.reactive.platform.kafka.benchmark.report;

/** One of the {@link KeyFigures}. */
enum KeyFigure {
  RATE("rate", true, " msg/s"),
  P99("p99", false, ""),
  CPU("CPU per message", false, " µs");

  /** A figure that is worse by more than this part of the former one is a regression. */
  static final double TOLERANCE = 0.10;

  private final String text;
  private final boolean moreIsBetter;
  private final String unit;

  KeyFigure(String text, boolean moreIsBetter, String unit) {
    this.text = text;
    this.moreIsBetter = moreIsBetter;
    this.unit = unit;
  }

  private Double value(KeyFigures of) {
    return switch (this) {
      case RATE -> (Double) of.perSecond();
      case P99 -> of.p99Micros();
      case CPU -> of.cpuMicrosPerMessage();
    };
  }

  /** Name in tables. */
  String text() {
    return text;
  }

  /** The figure for a table whose heading has the unit. */
  String number(KeyFigures of) {
    Double known = of == null ? null : value(of);
    if (known == null) {
      return Format.NONE;
    }
    return this == P99 ? Format.micros(known) : Format.digits(known);
  }

  /** The figure with its unit. */
  String withUnit(KeyFigures of) {
    return number(of) + unit;
  }

  /** The second's figure by the first's; null where one of them is missing. */
  Double ratio(KeyFigures first, KeyFigures second) {
    if (first == null || second == null) {
      return null;
    }
    Double divisor = value(first);
    Double dividend = value(second);
    return divisor == null || dividend == null || divisor == 0 ? null : dividend / divisor;
  }

  /** Returns whether this ratio of a figure to the former one is a regression. */
  boolean isWorse(double ratio) {
    return moreIsBetter ? ratio < 1 - TOLERANCE : ratio > 1 + TOLERANCE;
  }

  /** Returns whether this ratio is an improvement by as much. */
  boolean isBetter(double ratio) {
    return moreIsBetter ? ratio > 1 + TOLERANCE : ratio < 1 - TOLERANCE;
  }
}
