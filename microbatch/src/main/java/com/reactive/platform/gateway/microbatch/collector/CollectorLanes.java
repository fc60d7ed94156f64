package com.reactive.platform.gateway.microbatch.collector;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Assigns lanes to the threads that submit.
 *
 * <p>A thread keeps its lane for life, so that its items keep their order. A lane whose thread has
 * ended goes to the next thread that comes: that it is found dead orders everything that it did
 * before what the new one does. Threads that find every lane taken share one.
 */
final class CollectorLanes {
  private final int maxExclusive;
  private final int ringItems;

  // Weak, and the lanes are held here: threads outlive collectors and must not keep the rings.
  private final ThreadLocal<WeakReference<CollectorLane>> ofThread =
      ThreadLocal.withInitial(() -> new WeakReference<>(claim()));

  private final List<Thread> owners = new ArrayList<>(); // of the exclusive lanes; by index
  private final List<CollectorLane> exclusive = new ArrayList<>();
  private CollectorLane shared;
  private volatile CollectorLane[] all = {};

  CollectorLanes(CollectorConfig config) {
    this.maxExclusive = config.rings();
    this.ringItems = config.ringItems();
  }

  /** The calling thread's lane. */
  CollectorLane ofThisThread() {
    return ofThread.get().get();
  }

  /** Every lane there is; read by the flush thread. Lanes come, and never go. */
  CollectorLane[] all() {
    return all;
  }

  private synchronized CollectorLane claim() {
    for (int i = 0; i < owners.size(); i++) {
      if (!owners.get(i).isAlive()) {
        owners.set(i, Thread.currentThread());
        exclusive.get(i).ring().handOverProducer();
        return exclusive.get(i);
      }
    }
    if (exclusive.size() < maxExclusive) {
      owners.add(Thread.currentThread());
      exclusive.add(add(new CollectorLane(ringItems, false)));
      return exclusive.get(exclusive.size() - 1);
    }
    if (shared == null) {
      shared = add(new CollectorLane(ringItems, true));
    }
    return shared;
  }

  private CollectorLane add(CollectorLane lane) {
    CollectorLane[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = lane;
    all = more;
    return lane;
  }
}
