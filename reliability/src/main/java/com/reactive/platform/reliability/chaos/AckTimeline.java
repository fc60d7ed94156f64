package com.reactive.platform.reliability.chaos;

import com.reactive.platform.testbed.ResponseContract;
import com.reactive.platform.testbed.ResponseContract.Outcome;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Looks at the load's counts all the time and remembers when events were acknowledged. From any
 * thread.
 */
final class AckTimeline implements AutoCloseable {
  private static final long STEP_MILLIS = 50;

  private final Supplier<Map<Integer, Long>> counts;
  private final Thread thread;
  private long[] ackNanos = new long[1024];
  private int acks;
  private long acked;

  /**
   * @param counts answers so far, by status
   */
  AckTimeline(Supplier<Map<Integer, Long>> counts) {
    this.counts = counts;
    this.thread = new Thread(this::run, "chaos-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        look(counts.get().getOrDefault(ResponseContract.CREATED, 0L), System.nanoTime());
        TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private synchronized void look(long nowAcked, long nanos) {
    if (nowAcked > acked) {
      acked = nowAcked;
      if (acks == ackNanos.length) {
        ackNanos = Arrays.copyOf(ackNanos, 2 * acks);
      }
      ackNanos[acks++] = nanos;
      notifyAll();
    }
  }

  /** Answers so far, by status. */
  Map<Integer, Long> counts() {
    return counts.get();
  }

  synchronized long acked() {
    return acked;
  }

  /**
   * Waits until another event is acknowledged.
   *
   * @param sinceNanos of {@link System#nanoTime}
   * @return how long after {@code sinceNanos} that was, in ms; -1 if it was not within the timeout
   */
  synchronized long awaitAck(long sinceNanos, long timeoutMillis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (true) {
      int i = firstAfter(sinceNanos);
      if (i < acks) {
        return TimeUnit.NANOSECONDS.toMillis(ackNanos[i] - sinceNanos);
      }
      long leftNanos = deadline - System.nanoTime();
      if (leftNanos <= 0) {
        return -1;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
    }
  }

  /**
   * Waits for a period in which every response had a known outcome: no 502 or 504, no connection
   * lost, and events acknowledged.
   *
   * @return whether that came within the timeout
   */
  boolean awaitCalm(long calmMillis, long timeoutMillis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    do {
      Map<Integer, Long> before = counts();
      TimeUnit.MILLISECONDS.sleep(calmMillis);
      Map<Integer, Long> seen = between(before, counts());
      if (seen.containsKey(ResponseContract.CREATED)
          && seen.keySet().stream()
              .noneMatch(status -> ResponseContract.outcome(status) == Outcome.UNKNOWN)) {
        return true;
      }
    } while (System.nanoTime() < deadline);
    return false;
  }

  /** The longest time without an acknowledged event that touches a stretch of time, in ms. */
  synchronized long longestStallMillis(long fromNanos, long toNanos) {
    int next = firstAfter(fromNanos);
    long before = next == 0 ? fromNanos : ackNanos[next - 1];
    long longest = 0;
    while (next < acks && before < toNanos) {
      longest = Math.max(longest, ackNanos[next] - before);
      before = ackNanos[next++];
    }
    if (before < toNanos) {
      longest = Math.max(longest, toNanos - before);
    }
    return TimeUnit.NANOSECONDS.toMillis(longest);
  }

  private int firstAfter(long nanos) {
    int at = acks;
    while (at > 0 && ackNanos[at - 1] - nanos > 0) {
      at--;
    }
    return at;
  }

  /** Difference of two samples of the counts, without zeros. */
  static Map<Integer, Long> between(Map<Integer, Long> before, Map<Integer, Long> after) {
    Map<Integer, Long> difference = new TreeMap<>();
    after.forEach(
        (status, count) -> {
          long more = count - before.getOrDefault(status, 0L);
          if (more > 0) {
            difference.put(status, more);
          }
        });
    return difference;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
