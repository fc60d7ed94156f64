package com.reactive.platform.kafka.benchmark.brochure;

import java.util.Locale;

/** Numbers in checks and tables; always with the same number of digits for the same size. */
final class NumberFormat {
  private static final int MOST_DECIMALS = 9;

  private NumberFormat() {}

  static String number(double value) {
    return rounded(value, decimals(value));
  }

  /** With as many digits as it takes to tell it from the limit. */
  static String number(double value, double limit) {
    return apart(value, limit, decimals(value), NumberFormat::rounded);
  }

  static String ratio(double ratio) {
    return roundedRatio(ratio, 2);
  }

  /** With as many digits as it takes to tell it from the limit. */
  static String ratio(double ratio, double limit) {
    return apart(ratio, limit, 2, NumberFormat::roundedRatio);
  }

  private interface Rounding {
    String text(double value, int decimals);
  }

  private static String apart(double value, double limit, int decimals, Rounding rounding) {
    int enough = decimals;
    while (enough < MOST_DECIMALS
        && value != limit
        && rounding.text(value, enough).equals(rounding.text(limit, enough))) {
      enough++;
    }
    return rounding.text(value, enough);
  }

  private static int decimals(double value) {
    double size = Math.abs(value);
    return size >= 100 || value == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  }

  private static String rounded(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private static String roundedRatio(double ratio, int decimals) {
    return String.format(Locale.ROOT, "×%." + decimals + "f", ratio);
  }

  static String duration(double seconds) {
    return seconds < 100
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : String.format(Locale.ROOT, "%.0f min", Math.ceil(seconds / 60));
  }

  static String micros(double micros) {
    if (micros >= 1_000_000) {
      return number(micros / 1_000_000) + " s";
    }
    return micros >= 1_000 ? number(micros / 1_000) + " ms" : number(micros) + " µs";
  }

  static String bytes(double bytes) {
    if (bytes >= 1 << 20) {
      return number(bytes / (1 << 20)) + " MiB";
    }
    return bytes >= 1 << 10 ? number(bytes / (1 << 10)) + " KiB" : number(bytes) + " B";
  }

  static String percentChange(double ratio) {
    return String.format(Locale.ROOT, "%+.0f%%", (ratio - 1) * 100);
  }
}
