package com.reactive.platform.gateway.idempotency;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The memory that the windows of all streams share. Where it is used up, the oldest keys go. */
final class WindowMemory {
  /** Room for what is added between two looks at the bound. */
  private static final int MARGIN_PARTS = 256;

  /** What holds keys, the oldest of which can be dropped. */
  interface Holder {
    /** The time of its oldest keys; {@link Long#MAX_VALUE} if it has none. Any thread. */
    long oldestMillis();

    /** Drops its oldest keys, if it has any. Any thread; must not hold a lock that this takes. */
    void evictOldest();
  }

  private final long maxBytes;
  private final AtomicLong usedBytes = new AtomicLong();
  private final List<Holder> holders = new CopyOnWriteArrayList<>();

  WindowMemory(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  long maxBytes() {
    return maxBytes;
  }

  long usedBytes() {
    return usedBytes.get();
  }

  void add(List<? extends Holder> more) {
    holders.addAll(more);
  }

  void remove(List<? extends Holder> gone) {
    holders.removeAll(gone);
  }

  void use(long bytes) {
    if (bytes != 0) {
      usedBytes.addAndGet(bytes);
    }
  }

  /** Drops the oldest keys of all until there is room for more. Without a lock held. */
  void makeRoom() {
    while (usedBytes.get() > maxBytes - maxBytes / MARGIN_PARTS) {
      Holder oldest = null;
      long oldestMillis = Long.MAX_VALUE;
      for (Holder holder : holders) {
        long millis = holder.oldestMillis();
        if (millis < oldestMillis) {
          oldest = holder;
          oldestMillis = millis;
        }
      }
      if (oldest == null) {
        return;
      }
      oldest.evictOldest();
    }
  }
}
