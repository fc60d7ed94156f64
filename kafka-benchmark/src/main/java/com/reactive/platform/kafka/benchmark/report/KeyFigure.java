package com.reactive.platform.kafka.benchmark.report;

import java.util.function.DoubleFunction;
import java.util.function.Function;

/** One of the {@link KeyFigures}. */
enum KeyFigure {
  RATE("rate", true, KeyFigures::perSecond, Format::digits, " msg/s"),
  P99("p99", false, KeyFigures::p99Micros, Format::micros, ""),
  CPU("CPU per message", false, KeyFigures::cpuMicrosPerMessage, Format::digits, " µs");

  /** A figure that is worse by more than this part of the former one is a regression. */
  static final double TOLERANCE = 0.10;

  private final String text;
  private final boolean moreIsBetter;
  private final Function<KeyFigures, Double> value;
  private final DoubleFunction<String> number;
  private final String unit;

  KeyFigure(
      String text,
      boolean moreIsBetter,
      Function<KeyFigures, Double> value,
      DoubleFunction<String> number,
      String unit) {
    this.text = text;
    this.moreIsBetter = moreIsBetter;
    this.value = value;
    this.number = number;
    this.unit = unit;
  }

  /** Name in tables. */
  String text() {
    return text;
  }

  /** The figure for a table whose heading has the unit. */
  String number(KeyFigures of) {
    Double known = of == null ? null : value.apply(of);
    return known == null ? Format.NONE : number.apply(known);
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
    Double divisor = value.apply(first);
    Double dividend = value.apply(second);
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
