package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.List;

/**
 * The part of a calibration file that is about one environment.
 *
 * @param environment host, cores, broker and note in one line, as {@link
 *     CalibrationKey#environment}
 * @param deliveryMode as {@link CalibrationKey#deliveryMode}
 * @param levels those that were observed, from the lowest to the highest
 */
public record LearnedEnvironment(
    String environment, String deliveryMode, List<LevelStatus> levels) {
  /** Copies the list. */
  public LearnedEnvironment {
    levels = List.copyOf(levels);
  }
}
