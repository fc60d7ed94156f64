package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.ArrayList;
import java.util.List;

/** Which level, and which T, was in force when. */
final class LevelTimeline {
  /** From this moment on. */
  record Entry(long nanos, PressureLevel level, long intervalNanos) {}

  private static final List<PressureLevel> LEVELS = List.of(PressureLevel.values());
  private static final int OSCILLATION_WINDOWS = 3;

  private final List<Entry> limits = new ArrayList<>();
  private final List<Entry> levels = new ArrayList<>();

  void applied(long nanos, PressureLevel level, long intervalNanos) {
    Entry entry = new Entry(nanos, level, intervalNanos);
    if (levels.isEmpty() || last().level() != level) {
      levels.add(entry);
    }
    limits.add(entry);
  }

  PressureLevel level() {
    return last().level();
  }

  int changes() {
    return levels.size() - 1;
  }

  /** The levels in the order in which they were entered. */
  List<PressureLevel> path() {
    return levels.stream().map(Entry::level).toList();
  }

  /** How many times it was entered from below, after this moment. */
  long rises(long afterNanos) {
    long rises = 0;
    for (int i = 1; i < levels.size(); i++) {
      boolean up = levels.get(i).level().compareTo(levels.get(i - 1).level()) > 0;
      rises += up && levels.get(i).nanos() > afterNanos ? 1 : 0;
    }
    return rises;
  }

  /** Changes back to a level that was left within the last three windows. */
  int oscillations() {
    int oscillations = 0;
    for (int i = 2; i < levels.size(); i++) {
      for (int left = 1; left < i; left++) {
        boolean again = levels.get(left - 1).level() == levels.get(i).level();
        long agoNanos = levels.get(i).nanos() - levels.get(left).nanos();
        if (again && agoNanos <= OSCILLATION_WINDOWS * Adaptation.WINDOW_NANOS) {
          oscillations++;
          break;
        }
      }
    }
    return oscillations;
  }

  /** The longest T in force at any moment since. */
  long longestIntervalNanos(long sinceNanos) {
    long longest = 0;
    for (int i = limits.size() - 1; i >= 0; i--) {
      longest = Math.max(longest, limits.get(i).intervalNanos());
      if (limits.get(i).nanos() <= sinceNanos) {
        break;
      }
    }
    return longest;
  }

  /** The number of each level in the second of its beginning; a dot for each further second. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    for (Entry entry : levels) {
      int second = (int) (entry.nanos() / 1_000_000_000);
      while (line.length() < second) {
        line.append('.');
      }
      line.append(LEVELS.indexOf(entry.level()) + 1);
    }
    return line.toString();
  }

  private Entry last() {
    return levels.get(levels.size() - 1);
  }
}
