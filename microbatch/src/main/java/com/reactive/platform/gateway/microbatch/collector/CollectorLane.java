package com.reactive.platform.gateway.microbatch.collector;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;

/**
 * A ring of a {@link MicrobatchCollector} and what its producer counts. One thread submits to it,
 * or, if it is shared, any number one after another under the lane's monitor.
 */
final class CollectorLane {
  /** An item in the ring that somebody waits for; all others lie there as they are. */
  record Waiting(Object item, CompletableFuture<Void> stage) {}

  private static final VarHandle REFUSED_FULL = handle("refusedFull");
  private static final VarHandle WAITING = handle("waiting");

  private final FastRingBuffer<Object> ring;
  private final boolean shared;

  @SuppressWarnings("unused") // through REFUSED_FULL
  private long refusedFull;

  @SuppressWarnings("unused") // through WAITING
  private long waiting;

  /** Number of {@link Waiting} that were taken. The consumer's. */
  long waitingTaken;

  CollectorLane(int ringItems, boolean shared) {
    this.ring = new FastRingBuffer<>(ringItems);
    this.shared = shared;
  }

  FastRingBuffer<Object> ring() {
    return ring;
  }

  boolean isShared() {
    return shared;
  }

  /** Puts an item in, or a {@link Waiting}; false if the ring is full. */
  boolean offer(Object entry) {
    boolean waits = entry instanceof Waiting;
    if (waits) {
      add(WAITING, 1); // before the entry, so that who takes the entry knows of it
    }
    boolean taken = ring.offer(entry);
    if (!taken) {
      add(REFUSED_FULL, 1);
      if (waits) {
        add(WAITING, -1);
      }
    }
    return taken;
  }

  /** True if the ring is half full; asked after each offer, finds out once in a quarter. */
  boolean isFillingUp() {
    int quarter = Math.max(1, ring.capacity() / 4);
    return (ring.produced() & (quarter - 1)) == 0 && ring.size() >= ring.capacity() / 2;
  }

  /** At least the number of {@link Waiting} among all entries that the caller has taken so far. */
  long waiting() {
    return (long) WAITING.getOpaque(this);
  }

  long refusedFull() {
    return (long) REFUSED_FULL.getOpaque(this);
  }

  private void add(VarHandle counter, long amount) {
    counter.setOpaque(this, (long) counter.get(this) + amount); // one producer at a time
  }

  private static VarHandle handle(String field) {
    try {
      return MethodHandles.lookup().findVarHandle(CollectorLane.class, field, long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }
}
