package com.reactive.platform.gateway.microbatch;

import java.time.Duration;

/**
 * Gathers single messages into batches for a {@link BatchSender}. Safe for any number of threads.
 */
public interface Batcher extends AutoCloseable {
  /**
   * Copies the message in, once, and returns at once: it never blocks on the sink and never throws
   * for load.
   *
   * @param completion told the outcome, exactly once, if and only if the result is ACCEPTED
   * @throws IllegalArgumentException if the message is larger than {@link #maxMessageBytes()}
   */
  SubmitResult submit(byte[] buffer, int offset, int length, Completion completion);

  /**
   * Submits the whole array and forgets it: nobody is told what becomes of it.
   *
   * @throws IllegalArgumentException if the message is larger than {@link #maxMessageBytes()}
   */
  default SubmitResult submit(byte[] message) {
    return submit(message, 0, message.length, Completion.NONE);
  }

  /** The largest message that this batcher takes, in bytes. */
  int maxMessageBytes();

  /** A snapshot of what the batcher did so far; cheap enough to call every second. */
  BatcherStats stats();

  /**
   * Stops accepting, hands what was accepted to the sender and waits until all of it is completed.
   *
   * <p>At the timeout, messages that the sender never saw are completed as not-written; those that
   * it holds are still its to complete.
   *
   * @return whether everything was completed in time
   */
  boolean close(Duration timeout) throws InterruptedException;

  /**
   * Closes with a timeout of 30 s, for try-with-resources. An interrupt ends the waiting, not the
   * closing, and is kept in the thread's flag.
   */
  @Override
  default void close() {
    try {
      close(Duration.ofSeconds(30));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
