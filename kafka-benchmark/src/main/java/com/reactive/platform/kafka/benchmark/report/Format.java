package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Numbers as people read them: three digits that count, and always a unit. */
final class Format {
  /** Stands where there is nothing to say. */
  static final String NONE = "–";

  private static final int DIGITS = 3;
  private static final double STEP = 1000;

  private Format() {}

  /** Messages per second, without the unit: in tables it stands in the heading. */
  static String perSecond(double rate) {
    return Math.abs(rate) >= 100 ? whole(rate) : digits(rate);
  }

  /** Messages per second. */
  static String rate(double rate) {
    return perSecond(rate) + " msg/s";
  }

  /** A time that is given in microseconds. */
  static String micros(double micros) {
    return scaled(micros, STEP, "µs", "ms", "s");
  }

  /** CPU time per message, microseconds, without the unit. */
  static String cpu(double micros) {
    return digits(micros);
  }

  /** A factor. */
  static String ratio(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "×%.2f", ratio) : NONE;
  }

  /** A change to a factor of the former, as per cent with its sign. */
  static String change(double ratio) {
    return Double.isFinite(ratio)
        ? String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100).replace('-', '−')
        : NONE;
  }

  /** A part of one, as per cent; a tenth is shown where there is one. */
  static String percent(double part) {
    if (!Double.isFinite(part)) {
      return NONE;
    }
    long tenths = Math.round(part * 1000);
    return tenths % 10 == 0
        ? String.format(Locale.ROOT, "%,d %%", tenths / 10)
        : String.format(Locale.ROOT, "%,.1f %%", tenths / 10.0);
  }

  static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String whole(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%,.0f", value) : NONE;
  }

  static String seconds(double seconds) {
    if (!Double.isFinite(seconds)) {
      return NONE;
    }
    long whole = Math.round(seconds);
    return whole < 120
        ? digits(seconds) + " s"
        : String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60);
  }

  /** A number with at least three digits that count. */
  static String digits(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double rounded = rounded(value);
    if (rounded == 0) {
      return "0";
    }
    double size = Math.abs(rounded);
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Size and payload of the messages. */
  static String message(RunResult run) {
    return whole(run.messageBytes()) + " B " + run.payload();
  }

  /** As the producer says; without it, as the kind of rate tells. */
  static String acks(RunResult run) {
    String implied = run.rates().transactional() == null ? NONE : "all";
    String acks = run.settings().getOrDefault("acks", implied);
    return acks.equals("-1") ? "all" : acks;
  }

  /** How many copies Kafka keeps, and how many must be there at acks=all where that is not all. */
  static String replicas(RunResult run) {
    String replicas = run.settings().get(RunResult.REPLICAS);
    if (replicas == null) {
      return NONE;
    }
    String least = run.settings().getOrDefault(RunResult.MIN_IN_SYNC, replicas);
    return least.equals(replicas) ? replicas : replicas + ", at least " + least;
  }

  /** ISO-8601 without what nobody reads: {@code 2026-11-21 16:40}. */
  static String when(String startedAt) {
    return startedAt.length() >= 16
        ? startedAt.substring(0, 16).replace('T', ' ') + " UTC"
        : startedAt;
  }

  static String verified(Verification verification) {
    return !verification.applicable() ? "no Kafka" : verification.verified() ? "YES" : "NO";
  }

  /** What there is of several parts, with a middle dot between. */
  static String joined(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" · "));
  }

  private static String scaled(double value, double step, String... units) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double scaled = rounded(value);
    int unit = 0;
    while (scaled >= step && unit < units.length - 1) {
      scaled = rounded(scaled / step);
      unit++;
    }
    return digits(scaled) + " " + units[unit];
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(new MathContext(DIGITS, RoundingMode.HALF_UP)).doubleValue();
  }
}
