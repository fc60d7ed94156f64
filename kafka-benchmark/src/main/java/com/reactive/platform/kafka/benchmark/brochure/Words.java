package com.reactive.platform.kafka.benchmark.brochure;

import java.util.Locale;

/** Numbers in checks and tables; always with the same number of digits for the same size. */
final class Words {
  private Words() {}

  static String number(double value) {
    double size = Math.abs(value);
    int decimals = size >= 100 || value == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  static String ratio(double ratio) {
    return String.format(Locale.ROOT, "×%.2f", ratio);
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
