package com.reactive.platform.kafka.wire.produce;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/** A clock that jumps from one planned action to the next. */
final class VirtualTime {
  static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int MAX_AT_ONCE = 100_000;

  private record Task(long at, long order, Runnable action) implements Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long order;
  private int atOnce;
  private long end;
  private long now = -5_000 * MILLI;

  long now() {
    return now;
  }

  void at(long nanos, Runnable action) {
    tasks.add(new Task(Math.max(nanos, now), order++, action));
  }

  void in(long millis, Runnable action) {
    at(now + millis * MILLI, action);
  }

  /** Runs all that happens in this time. */
  void run(long millis, Runnable afterEach) {
    end = now + millis * MILLI;
    while (!tasks.isEmpty() && tasks.peek().at - end <= 0) {
      Task task = tasks.poll();
      atOnce = task.at == now ? atOnce + 1 : 0;
      if (atOnce > MAX_AT_ONCE) {
        throw new AssertionError("time stands still: somebody has himself called again at once");
      }
      now = task.at;
      task.action.run();
      afterEach.run();
    }
    now = end;
  }

  /** Lets time pass in which nothing happens: all that is planned comes later. */
  void skip(long millis) {
    long nanos = millis * MILLI;
    List<Task> all = new ArrayList<>(tasks);
    tasks.clear();
    all.forEach(task -> tasks.add(new Task(task.at + nanos, task.order, task.action)));
    now += nanos;
    end += nanos;
  }
}
