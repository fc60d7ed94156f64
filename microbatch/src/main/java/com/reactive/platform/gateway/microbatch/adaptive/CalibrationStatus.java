package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.List;

/**
 * State of calibration, and of the store that keeps it.
 *
 * @param key what the learning holds for
 * @param levels one entry for each level, lowest first
 * @param store where it is kept, or why not
 */
public record CalibrationStatus(CalibrationKey key, List<LevelStatus> levels, StoreStatus store) {
  /** Copies the list: a snapshot does not change. */
  public CalibrationStatus {
    levels = List.copyOf(levels);
  }

  /** The entry of this level. */
  public LevelStatus level(PressureLevel level) {
    return levels.stream().filter(entry -> entry.level() == level).findFirst().orElseThrow();
  }
}
