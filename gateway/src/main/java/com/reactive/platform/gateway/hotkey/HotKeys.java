package com.reactive.platform.gateway.hotkey;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The most frequent record keys of a stream. Safe for any number of threads. */
public final class HotKeys {
  /** So many are shown. */
  static final int SHOWN = 20;

  /** Counts that nobody has renewed for so long are of a thread that is gone, or silent. */
  private static final long VALID_NANOS = 2 * KeyCounter.INTERVAL_NANOS;

  private final List<KeyCounter> counters = new CopyOnWriteArrayList<>();

  /**
   * What was counted lately.
   *
   * @param seconds length of the interval
   * @param events with a key, in the interval
   * @param keys the most frequent ones, at most 20
   */
  public record Top(long seconds, long events, List<HotKey> keys) {
    /** Those that so large a share of the events had. */
    public List<HotKey> atLeast(double share) {
      return keys.stream().filter(key -> key.events() >= share * events).toList();
    }

    /** Events per second of the most frequent key; 0 if none came twice. */
    public double hottestPerSecond() {
      return keys.isEmpty() ? 0 : (double) keys.get(0).events() / seconds;
    }
  }

  /** A counter for one more thread. */
  public KeyCounter newCounter(long nowNanos) {
    KeyCounter counter = new KeyCounter(nowNanos);
    counters.add(counter);
    return counter;
  }

  /** The sum of what all threads counted in their latest intervals. */
  public Top top(long nowNanos) {
    long events = 0;
    Map<String, Long> byKey = new HashMap<>();
    for (KeyCounter counter : counters) {
      KeyCounter.Counts counts = counter.latest();
      if (nowNanos - counts.endNanos() < VALID_NANOS) {
        events += counts.events();
        counts.keys().forEach(key -> byKey.merge(key.key(), key.events(), Long::sum));
      }
    }
    List<HotKey> keys = new ArrayList<>();
    byKey.forEach((key, count) -> keys.add(new HotKey(key, count)));
    keys.sort(Comparator.comparingLong(HotKey::events).reversed().thenComparing(HotKey::key));
    return new Top(
        KeyCounter.INTERVAL_NANOS / 1_000_000_000L,
        events,
        List.copyOf(keys.subList(0, Math.min(SHOWN, keys.size()))));
  }
}
