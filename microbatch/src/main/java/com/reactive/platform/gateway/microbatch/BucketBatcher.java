package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.internal.Doorbell;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Base of {@link SimpleBatcher} and {@link ExponentialBatcher}: messages gather in a {@link
 * Bucket}, one lock guards all of it, and one thread flushes. The two differ in how large the next
 * bucket is.
 *
 * <p>A bucket goes when it is full, when its oldest message has waited for T, or when the sink has
 * nothing in flight. The thread parks at a {@link Doorbell}, which keeps wake-ups from being lost;
 * {@link BucketStore} holds the state and its lock.
 */
abstract class BucketBatcher implements Batcher {
  private final BatchSender sender;
  private final int maxMessageBytes;
  private final FlushLimits limits;
  private final BucketStore store;
  private final Doorbell doorbell = new Doorbell();
  private final FlushCounters counters = new FlushCounters();
  private final Thread thread;

  /**
   * @param limits N is the size of the largest bucket, and so of the largest message
   * @param maxBytes the most bytes of all buckets together
   */
  BucketBatcher(
      BucketSizes sizes, FlushLimits limits, int maxBytes, BatchSender sender, String threadName) {
    this.sender = Objects.requireNonNull(sender, "sender");
    this.limits = limits;
    this.maxMessageBytes = limits.flushBytes();
    if (maxBytes / 2 < maxMessageBytes) {
      throw new IllegalArgumentException(
          "maxBytes must be at least twice " + maxMessageBytes + ", but is " + maxBytes);
    }
    this.store = new BucketStore(sizes, maxBytes, limits.flushIntervalNanos(), doorbell);
    this.thread = new Thread(this::run, threadName);
  }

  final void start() {
    thread.start();
  }

  @Override
  public final SubmitResult submit(byte[] buffer, int offset, int length, Completion completion) {
    BatcherSupport.checkSubmit(buffer, offset, length, completion, maxMessageBytes);
    return store.append(buffer, offset, length, completion);
  }

  @Override
  public final int maxMessageBytes() {
    return maxMessageBytes;
  }

  @Override
  public final BatcherStats stats() {
    return store.stats(counters, limits);
  }

  /**
   * {@inheritDoc}
   *
   * <p>At the timeout a sender that blocks is interrupted. From a completion it cannot succeed.
   */
  @Override
  public final boolean close(Duration timeout) throws InterruptedException {
    long start = System.nanoTime();
    long timeoutNanos = Math.max(0, TimeUnit.NANOSECONDS.convert(timeout));
    store.close();
    doorbell.press(true);
    if (!store.awaitEmpty(timeoutNanos)) {
      store.abort();
      doorbell.leave();
      thread.interrupt();
      failPending();
      return false;
    }
    doorbell.leave();
    if (Thread.currentThread() != thread) {
      TimeUnit.NANOSECONDS.timedJoin(thread, timeoutNanos - (System.nanoTime() - start));
      thread.interrupt(); // parked, or in a sender that blocks though it has completed everything
    }
    return true;
  }

  private void run() {
    try {
      while (!doorbell.hasLeft()) {
        Batch batch = store.takeDue();
        if (batch == null) {
          doorbell.announceDoze();
          doorbell.sleep(store.nanosUntilDue());
        } else {
          send(batch);
        }
      }
    } finally {
      store.close(); // whatever ended the loop, nothing may be accepted without a flush thread
      failPending();
    }
  }

  final Thread thread() {
    return thread;
  }

  private void send(Batch batch) {
    counters.count(batch);
    try {
      sender.send(batch);
    } catch (Throwable thrown) {
      batch.unknown(thrown);
    }
    Thread.interrupted(); // an interrupt ends the send that it found and must not spoil the next
  }

  private void failPending() {
    Batch batch;
    while ((batch = store.takeAny()) != null) {
      batch.notWritten(BatcherSupport.closedBeforeSent());
    }
  }
}
