package com.reactive.platform.gateway.hotkey;

import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The keys of a stream that so many events have that these are spread over all partitions, or go to
 * a topic of their own. At most as many as {@link HotKeys} shows, and none that is longer than what
 * is kept of a key: others that begin like it would be spread, too. Safe for any number of threads.
 */
public final class SpreadKeys {
  /** So that a key at the limit does not lose its order in every other interval. */
  private static final double STAYS_ABOVE = 0.8;

  private final HotKeys hotKeys;
  private final int perSecond;
  private final LongAdder events;
  private volatile Set<String> keys = Set.of();

  /**
   * None yet.
   *
   * @param perSecond events of a key above which it is spread
   */
  public SpreadKeys(HotKeys hotKeys, int perSecond) {
    this(hotKeys, perSecond, new LongAdder());
  }

  /**
   * The same.
   *
   * @param events goes on counting those that are spread
   */
  public SpreadKeys(HotKeys hotKeys, int perSecond, LongAdder events) {
    this.events = events;
    this.hotKeys = hotKeys;
    this.perSecond = perSecond;
  }

  /** Looks at what was counted lately. */
  public synchronized void update(long nowNanos) {
    HotKeys.Top top = hotKeys.top(nowNanos);
    Set<String> before = keys;
    keys =
        top.keys().stream()
            .filter(
                key ->
                    (double) key.events() / top.seconds()
                        > (before.contains(key.key()) ? perSecond * STAYS_ABOVE : perSecond))
            .map(HotKey::key)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** True if an event with this key, the first bytes of the array, is to be spread; counts it. */
  public boolean takes(byte[] key, int length) {
    Set<String> now = keys;
    boolean spread =
        !now.isEmpty()
            && length > 0
            && length <= KeyCounter.KEPT_BYTES
            && now.contains(KeyCounter.text(key, length));
    if (spread) {
      events.increment();
    }
    return spread;
  }

  /** Events that were to be spread so far, those included that were refused after that. */
  public long events() {
    return events.sum();
  }

  /** The keys that are spread now, as {@link HotKey} has them. */
  public Set<String> keys() {
    return keys;
  }
}
