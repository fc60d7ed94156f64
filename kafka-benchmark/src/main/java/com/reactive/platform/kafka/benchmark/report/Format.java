package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Numbers as people read them: three significant digits, and always a unit. */
public final class Format {
  /** Stands where there is nothing to say. */
  static final String NONE = "–";

  private static final int DIGITS = 3;
  private static final int MOST_DECIMALS = 9;

  private Format() {}

  /** A time that is given in microseconds. */
  public static String micros(double micros) {
    return scaled(micros, 1000, "µs", "ms", "s");
  }

  /** A factor. */
  public static String ratio(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "×%.2f", ratio) : NONE;
  }

  /** A factor, with as many digits as it takes to distinguish it from the limit. */
  public static String ratio(double ratio, double limit) {
    return distinct(ratio, limit, 2, (value, decimals) -> "×" + fixed(value, decimals));
  }

  /** A change to a factor of the former, as per cent with its sign. */
  public static String change(double ratio) {
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

  static String seconds(double seconds) {
    long whole = Math.round(seconds);
    return whole < 120
        ? digits(seconds) + " s"
        : String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60);
  }

  /** A number with at least three significant digits. */
  public static String digits(double value) {
    return Double.isFinite(value) ? fixed(value, decimals(value)) : NONE;
  }

  /** The same, with as many digits as it takes to distinguish it from the limit. */
  public static String digits(double value, double limit) {
    return distinct(value, limit, decimals(value), Format::fixed);
  }

  private static String distinct(
      double value, double limit, int decimals, BiFunction<Double, Integer, String> text) {
    int enough = decimals;
    while (enough < MOST_DECIMALS
        && value != limit
        && text.apply(value, enough).equals(text.apply(limit, enough))) {
      enough++;
    }
    return text.apply(value, enough);
  }

  private static int decimals(double value) {
    double size = Math.abs(rounded(value));
    return size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  }

  private static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** About how long, seconds. */
  public static String duration(double seconds) {
    return seconds < 100
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : String.format(Locale.ROOT, "%.0f min", Math.ceil(seconds / 60));
  }

  public static String bytes(double bytes) {
    return scaled(bytes, 1024, "B", "KiB", "MiB");
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

  /** The number of replicas, and how many must be in sync at acks=all where that is not all. */
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

  /** The parts that are not empty, with a middle dot between. */
  static String joined(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" · "));
  }

  private static String scaled(double value, double step, String... units) {
    double scaled = value;
    int unit = 0;
    while (Math.max(scaled, rounded(scaled)) >= step && unit < units.length - 1) {
      scaled /= step;
      unit++;
    }
    return Double.isFinite(value) ? digits(scaled) + " " + units[unit] : NONE;
  }

  private static double rounded(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(new MathContext(DIGITS, RoundingMode.HALF_UP)).doubleValue()
        : value;
  }
}
