package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StripedBatcherCloseTest extends BatcherHarness {
  private static final Duration SHORT = Duration.ofMillis(20);

  private final ManualSink sink = new ManualSink();

  @Test
  void drainsWhatWaitsAndThenRefuses() throws Exception {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    submit(batcher, "in flight");
    Batch first = sink.next();
    RecordedCompletion waiting = new RecordedCompletion();
    submit(batcher, "waiting", waiting);
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      Future<Boolean> closed = executor.submit(() -> batcher.close(Waits.LONG));
      Future<Boolean> closedToo = executor.submit(() -> batcher.close(Waits.LONG));
      Batch second = sink.next();
      assertThat(second.reason()).isEqualTo(FlushReason.CLOSE);
      assertThat(submit(batcher, "late")).isEqualTo(SubmitResult.CLOSED);
      ManualSink.ackAll(second);
      assertThat(closed.isDone()).as("the first is still open").isFalse();
      ManualSink.ackAll(first);

      assertThat(closed.get()).isTrue();
      assertThat(closedToo.get()).isTrue();
    } finally {
      executor.shutdownNow();
    }
    assertThat(waiting.told()).containsExactly("acked 0/0");
    assertThat(batcher.close(Duration.ZERO)).as("again").isTrue();
    assertThat(batcher.dispatcher().thread().isAlive()).isFalse();
  }

  @Test
  void anIdleBatcherClosesAtOnceAndItsThreadEnds() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    Waits.untilParked(batcher, Thread.State.WAITING);
    batcher.close();

    assertThat(batcher.dispatcher().thread().isAlive()).isFalse();
    assertThat(submit(batcher, "late")).isEqualTo(SubmitResult.CLOSED);
  }

  @Test
  void aSenderThatBlocksIsInterruptedAndTheRestIsNotWritten() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    StripedBatcher batcher =
        start(
            batch -> {
              blocked.countDown();
              never.await();
            },
            NO_SIZE,
            HOUR_NANOS);
    RecordedCompletion held = new RecordedCompletion();
    submit(batcher, "held", held);
    blocked.await();
    List<RecordedCompletion> unsent = submitUnsent(batcher, 300);

    assertThat(batcher.close(SHORT)).isFalse();
    for (RecordedCompletion completion : unsent) {
      // The interrupted dispatcher may be at it together with the closer.
      Waits.until("completed", () -> !completion.told().isEmpty());
      assertThat(completion.told()).containsExactly("not written");
    }
    Waits.until("the interrupt arrives", () -> !held.told().isEmpty());
    assertThat(held.told()).containsExactly("unknown");
    assertThat(batcher.close(Waits.LONG)).as("all is completed now").isTrue();
  }

  @Test
  void aSenderDeafToInterruptsDoesNotKeepTheOthersWaiting() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    StripedBatcher batcher =
        start(
            batch -> {
              blocked.countDown();
              awaitDeafly(gate);
              sink.send(batch);
            },
            NO_SIZE,
            HOUR_NANOS);
    RecordedCompletion held = new RecordedCompletion();
    submit(batcher, "held", held);
    blocked.await();
    List<RecordedCompletion> unsent = submitUnsent(batcher, 5);

    assertThat(batcher.close(SHORT)).isFalse();
    assertThat(unsent).allSatisfy(c -> assertThat(c.told()).containsExactly("not written"));
    assertThat(held.told()).as("its sender's to complete").isEmpty();
    assertThat(batcher.close(SHORT)).isFalse();

    gate.countDown();
    ManualSink.ackAll(sink.next());
    assertThat(held.told()).containsExactly("acked 0/0");
    assertThat(batcher.close(Waits.LONG)).isTrue();
    assertThat(sink.hasNone()).isTrue();
  }

  @Test
  void aSinkThatKeepsABatchTimesOutAndMayCompleteItLater() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    RecordedCompletion kept = new RecordedCompletion();
    submit(batcher, "kept", kept);
    Batch batch = sink.next();

    assertThat(batcher.close(SHORT)).isFalse();
    assertThat(kept.told()).isEmpty();
    ManualSink.ackAll(batch);
    assertThat(batcher.close(Waits.LONG)).isTrue();
  }

  @Test
  void aSenderThatBlocksAfterItCompletedAllIsInterrupted() throws InterruptedException {
    StripedBatcher batcher =
        start(
            batch -> {
              ManualSink.ackAll(batch);
              new CountDownLatch(1).await();
            },
            NO_SIZE,
            HOUR_NANOS);
    submit(batcher, "completed");
    Waits.until("completed", () -> batcher.stats().pendingMessages() == 0);

    assertThat(batcher.close(SHORT)).isTrue();
    batcher.dispatcher().thread().join(Waits.LONG.toMillis());
    assertThat(batcher.dispatcher().thread().isAlive()).isFalse();
  }

  @Test
  void closingFromACompletionIsBounded() throws InterruptedException {
    AtomicReference<StripedBatcher> batcher = new AtomicReference<>();
    CountDownLatch gate = new CountDownLatch(1);
    BatchSender inline =
        batch -> {
          gate.await();
          ManualSink.ackAll(batch);
        };
    batcher.set(start(inline, NO_SIZE, HOUR_NANOS));
    CountDownLatch returned = new CountDownLatch(1);
    submit(batcher.get(), "closes", new ClosingCompletion(batcher, returned));
    gate.countDown();

    returned.await();
    assertThat(batcher.get().close(Waits.LONG)).isTrue();
  }

  @Test
  void aDispatcherThatDiesLeavesNothingBehind() throws InterruptedException {
    AtomicBoolean broken = new AtomicBoolean();
    AtomicReference<Throwable> death = new AtomicReference<>();
    AtomicReference<Thread> dispatcher = new AtomicReference<>();
    StripedBatcher batcher =
        new StripedBatcher(
            new BatcherConfig(1, 4096, 64, NO_SIZE, HOUR_NANOS),
            sink,
            BatchObserver.NONE,
            task -> {
              Thread thread = new Thread(task, "dies");
              thread.setUncaughtExceptionHandler((t, thrown) -> death.set(thrown));
              dispatcher.set(thread);
              return thread;
            },
            () -> {
              if (broken.get() && Thread.currentThread() == dispatcher.get()) {
                throw new AssertionError("broken clock");
              }
              return System.nanoTime();
            });
    submit(batcher, "in flight");
    Batch first = sink.next();
    broken.set(true);
    RecordedCompletion pending = new RecordedCompletion();
    submit(batcher, "pending", pending);
    ManualSink.ackAll(first);

    dispatcher.get().join(Waits.LONG.toMillis());
    assertThat(death.get()).hasMessage("broken clock");
    assertThat(pending.told()).containsExactly("not written");
    assertThat(submit(batcher, "late")).isEqualTo(SubmitResult.CLOSED);
    assertThat(batcher.close(Waits.LONG)).isTrue();
  }

  private static List<RecordedCompletion> submitUnsent(Batcher batcher, int count) {
    List<RecordedCompletion> unsent = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RecordedCompletion completion = new RecordedCompletion();
      if (submit(batcher, "unsent", completion) == SubmitResult.ACCEPTED) {
        unsent.add(completion);
      }
    }
    assertThat(unsent).isNotEmpty();
    return unsent;
  }

  private static void awaitDeafly(CountDownLatch gate) {
    boolean open = false;
    while (!open) {
      try {
        gate.await();
        open = true;
      } catch (InterruptedException ignored) {
        // That is what this sender is for.
      }
    }
  }

  private record ClosingCompletion(AtomicReference<StripedBatcher> batcher, CountDownLatch returned)
      implements Completion {
    @Override
    public void acked(int partition, long offset) {
      try {
        assertThat(batcher.get().close(SHORT)).isFalse();
        returned.countDown();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void notWritten(Throwable reason) {}

    @Override
    public void unknown(Throwable reason) {}
  }
}
