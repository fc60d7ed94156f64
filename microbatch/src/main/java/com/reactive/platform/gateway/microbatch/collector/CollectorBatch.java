package com.reactive.platform.gateway.microbatch.collector;

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
  private int drained; // behind size lies, up to here, what was drained and not looked at
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
    drained = size + lane.ring().drainTo(items, size, wanted);
    if (lane.waiting() == lane.waitingTaken) {
      size = drained; // none of them waits: no need to look at every one
      return;
    }
    while (size < drained) {
      lane.waitingTaken += append(items[size]);
    }
  }

  /** Adds an entry of a lane; how many wait for it. */
  int append(Object entry) {
    ensureRoomFor(1);
    if (entry instanceof CollectorLane.Waiting waiting) {
      stages.add(waiting.stage()); // first, as it may find no memory
      items[size++] = waiting.item();
      return 1;
    }
    items[size++] = entry;
    return 0;
  }

  void succeed() {
    for (CompletableFuture<Void> stage : stages) {
      stage.complete(null);
    }
    stages.clear();
  }

  void fail(Throwable reason) {
    for (CompletableFuture<Void> stage : stages) {
      fail(stage, reason);
    }
    stages.clear();
  }

  /** Fails all, also what a drain that was cut short left; how many items there were. */
  int abandon(Throwable reason) {
    fail(reason);
    for (int i = size; i < drained; i++) {
      fail(items[i], reason);
    }
    return forgetItems();
  }

  /** Fails an entry of a lane, if anybody waits for it. */
  static void fail(Object entry, Throwable reason) {
    if (entry instanceof CollectorLane.Waiting waiting) {
      fail(waiting.stage(), reason);
    }
  }

  /** Forgets the items, but not the stages that wait for them; how many items there were. */
  int forgetItems() {
    int count = Math.max(size, drained);
    Arrays.fill(items, 0, count, null); // or an idle collector would keep the items alive
    size = 0;
    drained = 0;
    return count;
  }

  private static void fail(CompletableFuture<Void> stage, Throwable reason) {
    try {
      stage.completeExceptionally(reason);
    } catch (Throwable itsOwn) {
      // Whatever is wrong with this one, whoever waits for another is told.
    }
  }

  private void ensureRoomFor(int more) {
    if (size + more > items.length) {
      items = Arrays.copyOf(items, Math.max(size + more, 2 * items.length));
    }
  }
}
