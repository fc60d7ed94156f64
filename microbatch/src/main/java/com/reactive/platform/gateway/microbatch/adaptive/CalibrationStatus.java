package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.ArrayList;
import java.util.List;

/**
 * State of calibration, and of the store that keeps it.
 *
 * @param key what the learning holds for
 * @param levels one entry for each level, lowest first
 * @param store where it is kept, or why not
 * @param kept the limits in force if those of the levels are only shown; null if they are applied
 */
public record CalibrationStatus(
    CalibrationKey key, List<LevelStatus> levels, StoreStatus store, FlushLimits kept) {
  /** Copies the list: a snapshot does not change. */
  public CalibrationStatus {
    levels = List.copyOf(levels);
  }

  /** The entry of this level. */
  public LevelStatus level(PressureLevel level) {
    return levels.stream().filter(entry -> entry.level() == level).findFirst().orElseThrow();
  }

  /**
   * The levels, lowest first, those together that cannot differ: neighbours with the same budget
   * and limits of which nothing was learned.
   */
  public List<List<LevelStatus>> groups() {
    List<List<LevelStatus>> groups = new ArrayList<>();
    for (LevelStatus level : levels) {
      List<LevelStatus> last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
      if (last != null && last.get(0).isAlike(level)) {
        last.add(level);
      } else {
        groups.add(new ArrayList<>(List.of(level)));
      }
    }
    return groups;
  }
}
