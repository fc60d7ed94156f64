package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * The dispatcher lets messages gather when they come fast. What ends that pause early can only be
 * told from how short it was: so these tests go on until it was once shorter than it would be, and
 * a slow machine makes them longer, not red.
 */
class GatheringTest extends BatcherHarness {
  private static final int FULL_BATCH = 1024;
  private static final long NOT_YET = Long.MIN_VALUE;
  private static final BatcherConfig CONFIG =
      new BatcherConfig(1, 4096, 4 * FULL_BATCH, NO_SIZE, HOUR_NANOS);

  private final MessageBatch fullBatch = new MessageBatch();
  private final AtomicLong sendEndedNanos = new AtomicLong();
  private final AtomicLong pauseNanos = new AtomicLong(Long.MAX_VALUE);
  private volatile boolean noting;

  GatheringTest() {
    for (int i = 0; i < FULL_BATCH; i++) {
      fullBatch.add(new byte[0]);
    }
  }

  @Test
  void allThatAFastWriterSubmitsIsDelivered() throws InterruptedException {
    int messages = 1_000_000;
    long[] next = {0}; // the dispatcher's, until it has ended
    BatchSender checking =
        batch -> {
          for (int i = 0; i < batch.size(); i++) {
            long number = ByteBuffer.wrap(batch.buffer()).getLong(batch.offset(i));
            next[0] = number == next[0] ? number + 1 : Long.MIN_VALUE;
          }
          batch.acked(0, 0);
        };
    StripedBatcher batcher = start(new BatcherConfig(1, 65_536, 4096, 8192, HOUR_NANOS), checking);
    StripedBatcher.Writer writer = batcher.writer(0);
    ByteBuffer message = ByteBuffer.allocate(Long.BYTES);
    long start = System.nanoTime();
    for (int i = 0; i < messages; ) {
      if (writer.submit(message.putLong(0, i).array()) == SubmitResult.ACCEPTED) {
        i++;
      } else {
        Thread.onSpinWait();
        assertThat(System.nanoTime() - start).isLessThan(Waits.LONG.toNanos());
      }
    }

    assertThat(batcher.close(Waits.LONG)).isTrue();
    assertThat(next[0]).isEqualTo(messages);
    assertThat(batcher.stats().messages()).isEqualTo(messages);
  }

  /**
   * The sender itself submits the next full batch, so it is there when the pause would begin. After
   * a slow pass there would be none anyway, hence many in a row.
   */
  @Test
  void aFullBatchThatIsThereAlreadyLetsNoPauseBegin() {
    StripedBatcher[] self = new StripedBatcher[1];
    AtomicInteger shortInARow = new AtomicInteger();
    AtomicInteger longestRow = new AtomicInteger();
    BatchSender refilling =
        batch -> {
          long pause = System.nanoTime() - sendEndedNanos.get();
          shortInARow.set(pause < DispatchPacing.GATHERING_NANOS ? shortInARow.get() + 1 : 0);
          longestRow.accumulateAndGet(shortInARow.get(), Math::max);
          batch.acked(0, 0);
          self[0].writer(0).submitBulk(fullBatch);
          sendEndedNanos.set(System.nanoTime());
        };
    self[0] = start(CONFIG, refilling);
    self[0].writer(0).submitBulk(fullBatch);

    Waits.until("pauses that did not begin", () -> longestRow.get() >= 20);
  }

  @Test
  void aFullBatchThatComesEndsThePause() {
    StripedBatcher batcher = start(CONFIG, this::noteAndAck);
    StripedBatcher.Writer writer = batcher.writer(0);

    Waits.until(
        "a pause that was ended",
        () -> {
          isInAPauseAfterAFullBatch(batcher);
          writer.submitBulk(fullBatch);
          Waits.until("all sent", () -> batcher.stats().pendingMessages() == 0);
          return wasShort();
        });
  }

  /** With the sink idle, only a pause has a timeout. Where it is missed, nothing is noted. */
  private void isInAPauseAfterAFullBatch(StripedBatcher batcher) {
    noting = false;
    sendEndedNanos.set(NOT_YET);
    batcher.writer(0).submitBulk(fullBatch);
    Thread dispatcher = batcher.dispatcher().thread();
    long start = System.nanoTime();
    while (sendEndedNanos.get() == NOT_YET || dispatcher.getState() == Thread.State.RUNNABLE) {
      assertThat(System.nanoTime() - start).isLessThan(Waits.LONG.toNanos());
    }
    noting = dispatcher.getState() == Thread.State.TIMED_WAITING;
  }

  private void noteAndAck(Batch batch) {
    notePause();
    batch.acked(0, 0);
    sendEndedNanos.set(System.nanoTime());
  }

  private void notePause() {
    if (noting) {
      pauseNanos.accumulateAndGet(System.nanoTime() - sendEndedNanos.get(), Math::min);
    }
  }

  private boolean wasShort() {
    return pauseNanos.get() < DispatchPacing.GATHERING_NANOS;
  }
}
