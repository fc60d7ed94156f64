package com.reactive.platform.gateway.microbatch;

/**
 * Sends batches to the sink.
 *
 * <p>Called by the batcher's one dispatcher thread, one batch at a time; it may block that thread,
 * and nobody else waits. The sender must bring every message of the batch to exactly one of acked,
 * not-written and unknown, during the call or later from any thread. It owns the batch's bytes
 * until the last message is completed; after that it must not touch the batch again.
 */
@FunctionalInterface
public interface BatchSender {
  /**
   * Takes the batch over. What it throws completes the messages that it left open as unknown,
   * because nobody can tell what it did with them.
   *
   * @throws InterruptedException if the dispatcher is told to stop while the sender blocks
   */
  void send(Batch batch) throws InterruptedException;
}
