package com.reactive.platform.gateway.sink.kafka;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** When Kafka was last heard of. Told by the probe's thread, asked by any. */
final class BrokerLiveness {
  private final Semaphore nudges = new Semaphore(0);

  /** When the last pass began in which Kafka answered; as {@link System#nanoTime}. */
  private volatile long answeredNanos = System.nanoTime();

  private volatile boolean heard = true;
  private volatile boolean quiet;

  /** The probe's own. */
  private double bytesHeard;

  /**
   * A pass of the probe is over.
   *
   * @param answered whether Kafka answered, whatever it said
   * @param bytes what producers got from Kafka, ever: a broker that is slow to describe topics, and
   *     takes records all the while, is not away
   */
  void passed(long startNanos, boolean answered, double bytes) {
    boolean spoke = answered || bytes != bytesHeard;
    // Where the processor is busy an answer may be late once, or we who wait for it.
    heard = spoke || !quiet;
    quiet = !spoke;
    bytesHeard = bytes;
    if (answered) {
      answeredNanos = startNanos;
    }
  }

  /** Whether Kafka is there, as far as the probe knows: not after two passes without a sign. */
  boolean heard() {
    return heard;
  }

  /** Whether the last pass brought no sign of Kafka: another one should follow soon. */
  boolean quiet() {
    return quiet;
  }

  /** Whether a pass that began after this was answered; as {@link System#nanoTime}. */
  boolean answeredSince(long nanos) {
    return answeredNanos - nanos > 0;
  }

  /** Somebody wants to know anew. */
  void nudge() {
    nudges.release();
  }

  /** Waits for a nudge, for this long at most; returns whether there was one. */
  boolean awaitNudge(long timeoutMillis) throws InterruptedException {
    boolean nudged = nudges.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS);
    nudges.drainPermits();
    return nudged;
  }
}
