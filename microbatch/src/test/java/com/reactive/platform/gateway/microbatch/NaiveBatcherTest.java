package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class NaiveBatcherTest {
  private final ManualSink sink = new ManualSink();

  @Test
  void sendsEachMessageAtOnceAndByTheCaller() throws InterruptedException {
    AtomicReference<Thread> thread = new AtomicReference<>();
    NaiveBatcher batcher =
        new NaiveBatcher(
            batch -> {
              thread.set(Thread.currentThread());
              sink.send(batch);
            },
            8,
            2);
    byte[] message = {1, 2, 3};
    RecordedCompletion completion = new RecordedCompletion();
    assertThat(batcher.submit(message, 1, 2, completion)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(thread.get()).isSameAs(Thread.currentThread());
    message[1] = 9;
    Batch batch = sink.next();
    assertThat(batch.size()).isEqualTo(1);
    assertThat(ManualSink.bytes(batch, 0)).as("a copy").containsExactly(2, 3);
    ManualSink.ackAll(batch);
    assertThat(completion.told()).containsExactly("acked 0/0");
    assertThat(batcher.stats().messages()).isEqualTo(1);
    assertThat(batcher.stats().pendingBytes()).isZero();
  }

  @Test
  void whatIsInFlightIsBounded() throws InterruptedException {
    NaiveBatcher batcher = new NaiveBatcher(sink, 8, 2);
    batcher.submit(new byte[8], 0, 8, Completion.NONE);
    batcher.submit(new byte[8], 0, 8, Completion.NONE);
    assertThat(batcher.submit(new byte[8], 0, 8, Completion.NONE)).isEqualTo(SubmitResult.FULL);
    assertThat(batcher.stats().refusedFull()).isEqualTo(1);
    assertThat(batcher.stats().pendingMessages()).isEqualTo(2);
    ManualSink.ackAll(sink.next());
    assertThat(batcher.submit(new byte[8], 0, 8, Completion.NONE)).isEqualTo(SubmitResult.ACCEPTED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> batcher.submit(new byte[9], 0, 9, Completion.NONE))
        .withMessageContaining("9 bytes");
  }

  @Test
  void aCompletionIsRequired() {
    NaiveBatcher batcher = new NaiveBatcher(sink, 8, 2);
    assertThatNullPointerException()
        .isThrownBy(() -> batcher.submit(new byte[1], 0, 1, null))
        .withMessage("completion");
    assertThat(batcher.stats().acceptedMessages()).isZero();
  }

  @Test
  void whatTheSenderThrowsIsUnknownAndNotTheCallers() {
    RuntimeException broken = new IllegalStateException("broken sink");
    NaiveBatcher batcher =
        new NaiveBatcher(
            batch -> {
              throw broken;
            },
            8,
            2);
    RecordedCompletion completion = new RecordedCompletion();
    assertThat(batcher.submit(new byte[1], 0, 1, completion)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(completion.told()).containsExactly("unknown");
    assertThat(completion.reason()).isSameAs(broken);
    assertThat(batcher.stats().pendingMessages()).isZero();
  }

  @Test
  void aCompletionMaySubmitAgain() throws Exception {
    AtomicReference<NaiveBatcher> batcher = new AtomicReference<>();
    batcher.set(
        new NaiveBatcher(
            batch -> {
              if (batch.length(0) > 1) {
                batcher.get().submit(new byte[1], 0, 1, Completion.NONE);
              }
              ManualSink.ackAll(batch);
            },
            8,
            2));
    batcher.get().submit(new byte[2], 0, 2, Completion.NONE);
    assertThat(batcher.get().stats().messages()).isEqualTo(2);
    assertThat(batcher.get().close(Duration.ZERO)).isTrue();
  }

  @Test
  void closingWaitsForWhatIsInFlightAndGivesUpWhoWaitsForATurn() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    NaiveBatcher batcher =
        new NaiveBatcher(
            batch -> {
              inside.countDown();
              gate.await();
              ManualSink.ackAll(batch);
            },
            8,
            5);
    RecordedCompletion held = new RecordedCompletion();
    RecordedCompletion unsent = new RecordedCompletion();
    CompletableFuture<SubmitResult> first = submitElsewhere(batcher, held);
    inside.await();
    CompletableFuture<SubmitResult> second = submitElsewhere(batcher, unsent);
    Waits.until("both accepted", () -> batcher.stats().acceptedMessages() == 2);

    assertThat(batcher.close(Duration.ofMillis(20))).isFalse();
    assertThat(second.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(SubmitResult.ACCEPTED);
    assertThat(unsent.told()).containsExactly("not written");
    assertThat(batcher.submit(new byte[1], 0, 1, Completion.NONE)).isEqualTo(SubmitResult.CLOSED);
    gate.countDown();
    assertThat(batcher.close(Waits.LONG)).isTrue();
    assertThat(held.told()).containsExactly("acked 0/0");
    assertThat(first.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(SubmitResult.ACCEPTED);
  }

  private static CompletableFuture<SubmitResult> submitElsewhere(
      NaiveBatcher batcher, Completion completion) {
    return CompletableFuture.supplyAsync(
        () -> batcher.submit(new byte[1], 0, 1, completion), task -> new Thread(task).start());
  }
}
