package com.reactive.platform.gateway.config;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a whole number means, by the end of its key: {@code 60s} for a key that ends in {@code -ms}
 * is 60000. A plain number is in the unit of the key.
 *
 * @param unit of a plain number, for people
 * @param examples of numbers with a unit
 * @param factors what a unit is worth, by its name in lower case
 * @param perPlain what 1 of a plain number is worth
 */
record Quantity(String unit, String examples, Map<String, Long> factors, long perPlain) {
  private static final Pattern TEXT = Pattern.compile("([+-]?\\d{1,18})\\s*([A-Za-z]*)");
  private static final Map<String, Long> TIMES =
      Map.of(
          "ms", 1L, "s", 1_000L, "m", 60_000L, "min", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
  private static final Map<String, Long> SIZES =
      Map.of(
          "b",
          1L,
          "kb",
          1_000L,
          "mb",
          1_000_000L,
          "gb",
          1_000_000_000L,
          "kib",
          1L << 10,
          "mib",
          1L << 20,
          "gib",
          1L << 30,
          "tib",
          1L << 40);

  private static final Quantity COUNT = new Quantity("", "", Map.of(), 1);
  private static final Map<String, Quantity> BY_END =
      Map.of(
          "-ms", new Quantity("ms", "20ms, 60s", TIMES, 1),
          "-minutes", new Quantity("minutes", "90m, 24h", TIMES, 60_000),
          "-bytes", new Quantity("bytes", "256KiB, 1GiB", SIZES, 1),
          "-mebibytes", new Quantity("MiB", "512MiB, 10GiB", SIZES, 1 << 20));

  static Quantity of(String key) {
    if (key.endsWith(".window")) {
      return BY_END.get("-ms");
    }
    String name = key.substring(key.lastIndexOf('.') + 1);
    if (name.startsWith("bytes-per-") || name.startsWith("burst-bytes-per-")) {
      return BY_END.get("-bytes");
    }
    return BY_END.getOrDefault(key.substring(Math.max(0, key.lastIndexOf('-'))), COUNT);
  }

  /** Nothing if it is no number, has a unit that is none here, or is no whole number of plain. */
  OptionalLong parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    String named = matcher.group(2).toLowerCase(Locale.ROOT);
    Long factor = named.isEmpty() ? Long.valueOf(perPlain) : factors.get(named);
    if (factor == null) {
      return OptionalLong.empty();
    }
    try {
      long value = Math.multiplyExact(Long.parseLong(matcher.group(1)), factor);
      return value % perPlain == 0 ? OptionalLong.of(value / perPlain) : OptionalLong.empty();
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** Which values are allowed, for the reference. */
  String range(int min, int max) {
    return min
        + " to "
        + max
        + (unit.isEmpty() ? "" : " " + unit + ", or with a unit: " + examples);
  }

  /** The same for an error. */
  String rule(int min, int max) {
    return "must be a whole number from "
        + min
        + " to "
        + max
        + (unit.isEmpty() ? "" : " " + unit + ", plain or with a unit (" + examples + ")");
  }
}
