package com.reactive.platform.gateway.microbatch;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.CompletableFuture;

/** The list that the sink gets, and the stages that wait for it. Used again for every batch. */
final class CollectorBatch<T> extends AbstractList<T> implements RandomAccess {
  private Object[] items = new Object[64];
  private int size;
  private final List<CompletableFuture<Void>> stages = new ArrayList<>();

  @Override
  @SuppressWarnings("unchecked") // the lanes hold what submit took
  public T get(int index) {
    return (T) items[Objects.checkIndex(index, size)];
  }

  @Override
  public int size() {
    return size;
  }

  /** Adds what a lane has, up to so many items in all. */
  void drain(CollectorLane lane, int maxItems) {
    int wanted = Math.min(lane.ring().size(), maxItems - size);
    ensureRoomFor(wanted);
    int end = size + lane.ring().drainTo(items, size, wanted);
    if (lane.waiting() == lane.waitingTaken) {
      size = end; // none of them waits: no need to look at every one
      return;
    }
    while (size < end) {
      lane.waitingTaken += append(items[size]);
    }
  }

  /** Adds an entry of a lane; how many wait for it. */
  int append(Object entry) {
    ensureRoomFor(1);
    if (entry instanceof CollectorLane.Waiting waiting) {
      items[size++] = waiting.item();
      stages.add(waiting.stage());
      return 1;
    }
    items[size++] = entry;
    return 0;
  }

  void succeed() {
    for (CompletableFuture<Void> stage : stages) {
      stage.complete(null);
    }
  }

  void fail(Throwable reason) {
    for (CompletableFuture<Void> stage : stages) {
      stage.completeExceptionally(reason);
    }
  }

  void reset() {
    Arrays.fill(items, 0, size, null); // or an idle collector would keep the items alive
    size = 0;
    stages.clear();
  }

  private void ensureRoomFor(int more) {
    if (size + more > items.length) {
      items = Arrays.copyOf(items, Math.max(size + more, 2 * items.length));
    }
  }
}
