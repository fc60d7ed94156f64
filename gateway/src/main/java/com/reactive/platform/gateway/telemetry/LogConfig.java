package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.config.Settings;

/**
 * How the log looks.
 *
 * @param repeatsPer10s how often the same warning is shown within 10 s
 */
public record LogConfig(Format format, Level level, int repeatsPer10s) {
  /** How lines look. */
  public enum Format {
    /** For people. */
    TEXT,
    /** One JSON object per line. */
    JSON
  }

  /** From which importance on lines are shown. */
  public enum Level {
    DEBUG,
    INFO,
    WARN,
    ERROR
  }

  static LogConfig from(Settings settings) {
    return new LogConfig(
        settings.choice("log.format", Format.TEXT, "format of log lines"),
        settings.choice("log.level", Level.INFO, "minimum log level"),
        settings.integer(
            "log.repeats-per-10s",
            5,
            1,
            1_000_000,
            "limit of repetitions of one warning within 10 s; the rest are counted"));
  }
}
