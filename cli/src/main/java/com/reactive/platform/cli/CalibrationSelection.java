package com.reactive.platform.cli;

import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import picocli.CommandLine.Option;

/** The options that choose among the entries of a calibration file. */
final class CalibrationSelection {
  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Only this key, as `calibration.key` or as `show` prints it.")
  private String key;

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      description = "Only this pressure level, such as L4_MODERATE.")
  private PressureLevel level;

  boolean isAll() {
    return key == null && level == null;
  }

  boolean matches(LearnedEntry entry) {
    return (key == null || entry.environment().equals(key))
        && (level == null || entry.level() == level);
  }
}
