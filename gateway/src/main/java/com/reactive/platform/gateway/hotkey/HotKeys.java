package com.reactive.platform.gateway.hotkey;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The most frequent record keys of a stream. Safe for any number of threads. */
public final class HotKeys {
  /** So many are shown. */
  static final int SHOWN = 20;

  private final long intervalNanos;
  private final List<KeyCounter> counters = new CopyOnWriteArrayList<>();

  /**
   * None yet.
   *
   * @param intervalSeconds the length of what is counted
   */
  public HotKeys(int intervalSeconds) {
    this.intervalNanos = TimeUnit.SECONDS.toNanos(intervalSeconds);
  }

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
    KeyCounter counter = new KeyCounter(nowNanos, intervalNanos);
    counters.add(counter);
    return counter;
  }

  /** The sum of what all threads counted in their latest intervals. */
  public Top top(long nowNanos) {
    long events = 0;
    Map<String, Long> byKey = new HashMap<>();
    for (KeyCounter counter : counters) {
      KeyCounter.Counts counts = counter.latest();
      // Not those of a thread that is gone, or silent.
      if (nowNanos - counts.endNanos() < 2 * intervalNanos) {
        double share = (double) intervalNanos / counts.nanos();
        events += Math.round(share * counts.events());
        counts
            .keys()
            .forEach(key -> byKey.merge(key.key(), Math.round(share * key.events()), Long::sum));
      }
    }
    List<HotKey> keys = new ArrayList<>();
    byKey.forEach((key, count) -> keys.add(new HotKey(key, count)));
    keys.sort(Comparator.comparingLong(HotKey::events).reversed().thenComparing(HotKey::key));
    return new Top(
        TimeUnit.NANOSECONDS.toSeconds(intervalNanos),
        events,
        List.copyOf(keys.subList(0, Math.min(SHOWN, keys.size()))));
  }
}
