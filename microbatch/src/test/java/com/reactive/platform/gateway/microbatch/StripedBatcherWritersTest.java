package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handles and threads, and what they leave behind. */
class StripedBatcherWritersTest extends BatcherHarness {
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final BatchSender acking = batch -> batch.acked(0, 0);

  @AfterEach
  void endThread() {
    thread.shutdownNow();
  }

  @Test
  void aThreadKeepsItsStripeAndTheSecondGetsAnother() throws Exception {
    StripedBatcher batcher = start(new BatcherConfig(3, 64, 8, NO_SIZE, HOUR_NANOS), acking);
    for (int i = 0; i < 100; i++) {
      submitInThread(batcher);
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> batcher.writer(2))
        .withMessageContaining("stripe 2 belongs to thread");
    submit(batcher, "from this thread");
    assertThatIllegalStateException()
        .isThrownBy(() -> batcher.writer(1))
        .withMessageContaining("belongs to thread " + Thread.currentThread().getName());
    assertThat(batcher.writer(0)).isSameAs(batcher.writer(0));

    endThread();
    assertThat(thread.awaitTermination(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    Waits.until("the thread ended, a handle gets its stripe", () -> hasWriter(batcher, 2));
  }

  /** Whoever is told that it did wrong has no stripe, which others then could not have. */
  @Test
  void aSubmitThatIsRefusedForItsArgumentsClaimsNoStripe() {
    StripedBatcher batcher = start(new BatcherConfig(1, 64, 8, NO_SIZE, HOUR_NANOS), acking);
    byte[] tooLarge = new byte[batcher.maxMessageBytes() + 1];
    Completion completion = new RecordedCompletion();
    MessageBatch none = new MessageBatch();
    MessageBatch one = new MessageBatch().add(new byte[1]);
    List<ThrowingCallable> wrong =
        List.of(
            () -> batcher.submit(new byte[1], 0, 1, null),
            () -> batcher.submit(new byte[1], 0, 2, completion),
            () -> batcher.submit(null, 0, 0, completion),
            () -> batcher.submit(tooLarge, 0, tooLarge.length, completion),
            () -> batcher.submit(null),
            () -> batcher.submit(tooLarge),
            () -> batcher.submitBulk(none),
            () -> batcher.submitBulk(null),
            () -> batcher.submitBulk(one, null));
    for (ThrowingCallable call : wrong) {
      assertThatThrownBy(call)
          .isInstanceOfAny(
              NullPointerException.class,
              IllegalArgumentException.class,
              IndexOutOfBoundsException.class);
    }
    batcher.writer(0); // throws if this thread has it
  }

  @Test
  void theHandleOfAStripeTakesOverFromTheThreadThatEnded() throws Exception {
    StripedBatcher batcher = start(new BatcherConfig(1, 64, 8, NO_SIZE, HOUR_NANOS), acking);
    Thread first = new Thread(() -> submit(batcher, "first"));
    first.start();
    first.join(Waits.LONG.toMillis());

    RecordedCompletion completion = new RecordedCompletion();
    batcher.writer(0).submit(new byte[1], 0, 1, completion);
    submitInThread(batcher); // shares
    Waits.until("completed", () -> !completion.told().isEmpty());
    assertThat(completion.told()).containsExactly("acked 0/0");
    assertThat(batcher.close(Waits.LONG)).isTrue();
    assertThat(batcher.stats().acceptedMessages())
        .isEqualTo(3)
        .isEqualTo(batcher.stats().messages());
  }

  @Test
  void aThreadWorksWithManyBatchersAtOnce() throws InterruptedException {
    StripedBatcher[] batchers = new StripedBatcher[5];
    for (int i = 0; i < batchers.length; i++) {
      batchers[i] = start(new BatcherConfig(1, 64, 8, NO_SIZE, HOUR_NANOS), acking);
    }
    for (int round = 0; round < 4; round++) {
      for (StripedBatcher batcher : batchers) {
        assertThat(submit(batcher, "x")).isEqualTo(SubmitResult.ACCEPTED);
      }
    }
    for (StripedBatcher batcher : batchers) {
      assertThat(batcher.close(Waits.LONG)).isTrue();
      assertThat(batcher.stats().messages()).isEqualTo(4);
    }
  }

  @Test
  void aThreadThatFindsNoStripeLeftAfterCloseIsRefused() throws Exception {
    StripedBatcher batcher = start(new BatcherConfig(1, 64, 8, NO_SIZE, HOUR_NANOS), acking);
    batcher.writer(0);
    assertThat(batcher.close(Waits.LONG)).isTrue();

    assertThat(submitInThread(batcher)).isEqualTo(SubmitResult.CLOSED);
    assertThat(batcher.stats().pendingMessages()).isZero();
  }

  /** The thread lives on and never submits again, so nothing would ever clear what it holds. */
  @Test
  void aThreadThatOutlivesABatcherDoesNotKeepItsRing() throws Exception {
    WeakReference<byte[]> ring = ringOfAClosedBatcher();

    Waits.until(
        "the ring is gone",
        () -> {
          System.gc();
          return ring.get() == null;
        });
    assertThat(thread.isShutdown()).isFalse();
  }

  private WeakReference<byte[]> ringOfAClosedBatcher() throws Exception {
    AtomicReference<WeakReference<byte[]>> ring = new AtomicReference<>();
    StripedBatcher batcher =
        new StripedBatcher(
            new BatcherConfig(1, 1 << 20, 8, NO_SIZE, HOUR_NANOS),
            batch -> {
              ring.set(new WeakReference<>(batch.buffer()));
              batch.acked(0, 0);
            },
            "dispatcher-under-test");
    submitInThread(batcher);
    assertThat(batcher.close(Waits.LONG)).isTrue();
    return ring.get();
  }

  private SubmitResult submitInThread(StripedBatcher batcher) throws Exception {
    return thread
        .submit(
            () -> {
              SubmitResult result = batcher.submit(new byte[1]);
              while (result == SubmitResult.FULL && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
                result = batcher.submit(new byte[1]);
              }
              return result;
            })
        .get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private static boolean hasWriter(StripedBatcher batcher, int stripe) {
    try {
      batcher.writer(stripe);
      return true;
    } catch (IllegalStateException taken) {
      return false;
    }
  }
}
