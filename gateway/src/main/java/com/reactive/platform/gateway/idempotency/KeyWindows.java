package com.reactive.platform.gateway.idempotency;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The windows of all streams, which share one bound of memory. Thread-safe. */
public final class KeyWindows {
  private final WindowMemory memory;
  private final LongSupplier clockMillis;
  private final long key0;
  private final long key1;

  private record Window(String topic, KeyWindow keys) {}

  /** By stream; guarded by this. */
  private final Map<String, Window> windows = new HashMap<>();

  /**
   * @param maxBytes the most memory of all windows, but for keys without an outcome
   */
  public KeyWindows(long maxBytes) {
    this(maxBytes, System::currentTimeMillis);
  }

  KeyWindows(long maxBytes, LongSupplier clockMillis) {
    this.memory = new WindowMemory(maxBytes);
    this.clockMillis = clockMillis;
    SecureRandom random = new SecureRandom();
    key0 = random.nextLong();
    key1 = random.nextLong();
  }

  /** For one thread. */
  public KeyHasher newHasher() {
    return new KeyHasher(key0, key1);
  }

  /**
   * The window of a stream: the same as before if that went to this topic, with these bounds from
   * now on.
   */
  public synchronized KeyWindow of(String stream, String topic, long windowMillis, int maxKeys) {
    Window window = windows.get(stream);
    if (window != null && window.topic.equals(topic)) {
      window.keys.limit(windowMillis, maxKeys);
      return window.keys;
    }
    if (window != null) {
      window.keys.close();
    }
    KeyWindow keys = new KeyWindow(memory, this::newHasher, clockMillis, windowMillis, maxKeys);
    windows.put(stream, new Window(topic, keys));
    return keys;
  }

  /** Forgets the keys of all other streams. */
  public synchronized void retain(Set<String> streams) {
    Iterator<Map.Entry<String, Window>> all = windows.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<String, Window> entry = all.next();
      if (!streams.contains(entry.getKey())) {
        entry.getValue().keys.close();
        all.remove();
      }
    }
  }

  /**
   * Drops the keys whose time is over. Those of a stream that gets no events stay until somebody
   * calls this.
   */
  public synchronized void expire() {
    windows.values().forEach(window -> window.keys.expire());
  }

  /** By stream, in the order of their names. */
  public synchronized Map<String, KeyWindow.Stats> stats() {
    Map<String, KeyWindow.Stats> stats = new TreeMap<>();
    windows.forEach((stream, window) -> stats.put(stream, window.keys.stats()));
    return stats;
  }

  /** Bytes of remembered keys. */
  public long usedBytes() {
    return memory.usedBytes();
  }

  public long maxBytes() {
    return memory.maxBytes();
  }
}
