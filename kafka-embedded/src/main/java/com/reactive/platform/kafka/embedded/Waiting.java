package com.reactive.platform.kafka.embedded;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for several nodes together; polls, so that what happens to any of them is seen at once. */
final class Waiting {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private Waiting() {}

  /** Returns when all are ready; otherwise kills them and throws. */
  static void untilReady(List<BrokerNode> starting, Duration timeout) {
    long startNanos = System.nanoTime();
    try {
      while (!starting.stream().allMatch(node -> node.process().isReady())) {
        for (BrokerNode node : starting) {
          if (!node.isAlive()) {
            throw node.failure();
          }
          if (System.nanoTime() - startNanos > timeout.toNanos() && !node.process().isReady()) {
            throw node.timedOut(timeout);
          }
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new EmbeddedKafkaException("interrupted while Kafka was starting");
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    } catch (EmbeddedKafkaException e) {
      starting.forEach(BrokerNode::kill);
      throw e;
    }
  }

  /**
   * Returns when no process is left that anything is to be expected from, or the bound is reached.
   */
  static void untilStopped(List<BrokerNode> stopping) {
    long startNanos = System.nanoTime();
    while (System.nanoTime() - startNanos < BrokerProcess.STOP_NANOS
        && !Thread.currentThread().isInterrupted()) {
      List<BrokerNode> alive = stopping.stream().filter(BrokerNode::isAlive).toList();
      // The last of several has only its controller left, which would seek a successor among the
      // dead for 5 s.
      boolean lastOne = stopping.size() > 1 && alive.size() == 1 && alive.get(0).hasFlushed();
      if (alive.isEmpty() || lastOne) {
        return;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
