package com.reactive.platform.kafka.benchmark.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pressure levels by their names, {@code L1_REALTIME} to {@code L10_MAX}. */
final class Levels {
  private static final double COUNT = 10;
  private static final Pattern NAME = Pattern.compile("L(\\d{1,2})(_.*)?");

  private Levels() {}

  /** From 1; 0 if it is none. */
  static int number(String level) {
    Matcher name = NAME.matcher(level == null ? "" : level);
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }

  static String shortName(String level) {
    int number = number(level);
    return number == 0 ? level : "L" + number;
  }

  /** From 0 to 1. */
  static double strength(String level) {
    return Math.min(1, number(level) / COUNT);
  }
}
