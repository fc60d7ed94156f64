package com.reactive.platform.gateway.admin.view;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** How much counts that never fall have grown in the last minute. One thread, once a second. */
final class LastMinute {
  private static final int SECONDS = 60;

  private final Deque<Map<String, Long>> before = new ArrayDeque<>(SECONDS + 1);

  /** The growth of each since a minute ago, or since it was first seen here. */
  Map<String, Long> growth(Map<String, Long> now) {
    before.add(now);
    Map<String, Long> grown = new HashMap<>();
    for (Map.Entry<String, Long> each : now.entrySet()) {
      grown.put(each.getKey(), each.getValue() - earliest(each.getKey()));
    }
    if (before.size() > SECONDS) {
      before.remove();
    }
    return grown;
  }

  private long earliest(String name) {
    for (Map<String, Long> counts : before) {
      Long count = counts.get(name);
      if (count != null) {
        return count;
      }
    }
    throw new IllegalArgumentException(name);
  }
}
