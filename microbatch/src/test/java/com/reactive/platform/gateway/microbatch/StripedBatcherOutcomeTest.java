package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What submit answers, and what completions are told. */
class StripedBatcherOutcomeTest extends BatcherHarness {
  private final ManualSink sink = new ManualSink();

  @Test
  void fullIsAnAnswerAndRoomComesBack() throws InterruptedException {
    StripedBatcher batcher = start(new BatcherConfig(1, 64, 64, NO_SIZE, HOUR_NANOS), sink);
    RecordedCompletion refused = new RecordedCompletion();
    assertThat(submit(batcher, "x".repeat(32))).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(submit(batcher, "x".repeat(32))).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(submit(batcher, "no room", refused)).isEqualTo(SubmitResult.FULL);
    assertThat(batcher.stats().refusedFull()).isEqualTo(1);

    ManualSink.ackAll(sink.next());
    assertThat(submit(batcher, "room")).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(refused.told()).isEmpty();
  }

  @Test
  void aMessageBeyondTheLimitIsRefusedWithBothSizes() {
    StripedBatcher batcher = start(new BatcherConfig(1, 64, 8, NO_SIZE, HOUR_NANOS), sink);

    assertThat(batcher.maxMessageBytes()).isEqualTo(32);
    assertThat(batcher.submit(new byte[32])).isEqualTo(SubmitResult.ACCEPTED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> batcher.submit(new byte[33]))
        .withMessageContaining("33 bytes")
        .withMessageContaining("32 bytes");
  }

  @Test
  void argumentsThatLieOutsideTheArrayAreRefused() {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);

    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> batcher.submit(new byte[4], 3, 2, new RecordedCompletion()));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> batcher.writer(1));
    assertThat(batcher.stats().acceptedMessages()).isZero();
  }

  @Test
  void emptyAndForgottenMessagesGoTheSameWay() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    batcher.submit(new byte[0]);

    Batch batch = sink.next();
    assertThat(batch.size()).isEqualTo(1);
    assertThat(batch.bytes()).isZero();
    assertThat(batch.length(0)).isZero();
    assertThat(batch.unknown(0, new Exception("nobody hears it"))).isTrue();
    assertThat(batcher.stats().pendingMessages()).isZero();
  }

  @Test
  void theSameMessageIsCompletedOnce() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    RecordedCompletion completion = new RecordedCompletion();
    submit(batcher, "once", completion);
    Batch batch = sink.next();

    assertThat(batch.notWritten(0, new Exception("first"))).isTrue();
    assertThat(batch.acked(0, 0, 0)).isFalse();
    assertThat(batch.unknown(0, new Exception("third"))).isFalse();
    assertThat(completion.told()).containsExactly("not written");
    assertThat(completion.reason()).hasMessage("first");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> batch.acked(1, 0, 0));
  }

  @Test
  void aLateSecondCompletionDoesNotHitTheMessageThatTookOverTheSlot() throws InterruptedException {
    StripedBatcher batcher = start(new BatcherConfig(1, 64, 1, NO_SIZE, HOUR_NANOS), sink);
    submit(batcher, "old");
    Batch old = sink.next();
    ManualSink.ackAll(old);
    RecordedCompletion completion = new RecordedCompletion();
    submit(batcher, "new", completion);
    Batch successor = sink.next();

    assertThat(old.unknown(0, new Exception("late"))).isFalse();
    assertThat(completion.told()).isEmpty();
    ManualSink.ackAll(successor);
    assertThat(completion.told()).containsExactly("acked 0/0");
  }

  @Test
  void ofCompetingCompletionsExactlyOneWins() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
      CyclicBarrier together = new CyclicBarrier(2);
      for (int round = 0; round < 300; round++) {
        RecordedCompletion completion = new RecordedCompletion();
        submit(batcher, "contended", completion);
        Batch batch = sink.next();
        Future<Boolean> other =
            executor.submit(
                () -> {
                  together.await();
                  return batch.unknown(0, new Exception("other"));
                });
        together.await();
        boolean mine = batch.acked(0, 0, 0);
        assertThat(other.get()).isNotEqualTo(mine);
        assertThat(completion.told()).containsExactly(mine ? "acked 0/0" : "unknown");
      }
      assertThat(batcher.stats().pendingMessages()).isZero();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void aCompletionThatThrowsHarmsNobodyElse() throws InterruptedException {
    StripedBatcher batcher = start(new BatcherConfig(1, 64, 2, NO_SIZE, HOUR_NANOS), sink);
    submit(batcher, "throws", new ThrowingCompletion());
    ManualSink.ackAll(sink.next());

    assertThat(batcher.stats().pendingMessages()).isZero();
    RecordedCompletion completion = new RecordedCompletion();
    submit(batcher, "next", completion);
    ManualSink.ackAll(sink.next());
    assertThat(completion.told()).containsExactly("acked 0/0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"runtime", "error", "interrupted", "interrupt flag"})
  void aSenderThatThrowsLeavesTheRestUnknownAndTheBatcherGoesOn(String kind)
      throws InterruptedException {
    BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
    RecordedCompletion[] told = new RecordedCompletion[4];
    BatchSender failing =
        batch -> {
          if (batch.size() == 3) {
            batch.acked(1, 0, 7);
            Throwable fault = fault(kind);
            faults.add(fault);
            throwIt(fault);
          }
          sink.send(batch);
        };
    StripedBatcher batcher = start(failing, NO_SIZE, HOUR_NANOS);
    submit(batcher, "keeps the sink busy");
    Batch first = sink.next();
    for (int i = 0; i < 3; i++) {
      told[i] = new RecordedCompletion();
      submit(batcher, "m" + i, told[i]);
    }
    ManualSink.ackAll(first);
    Throwable fault = faults.poll(Waits.LONG.toSeconds(), TimeUnit.SECONDS);

    for (int i : List.of(0, 2)) {
      Waits.until("message " + i + " is completed", () -> !told[i].told().isEmpty());
      assertThat(told[i].told()).containsExactly("unknown");
      assertThat(told[i].reason()).isSameAs(fault);
    }
    assertThat(told[1].told()).containsExactly("acked 0/7");
    submit(batcher, "goes on");
    assertThat(ManualSink.texts(sink.next())).containsExactly("goes on");
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING); // a flag left behind would not let it
  }

  @Test
  void anInterruptDoesNotReachTheNextSend() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    BlockingQueue<Boolean> interrupted = new LinkedBlockingQueue<>();
    BatchSender interrupting =
        batch -> {
          interrupted.add(Thread.currentThread().isInterrupted());
          gate.await();
          Thread.currentThread().interrupt();
          sink.send(batch);
        };
    StripedBatcher batcher = start(interrupting, 5, HOUR_NANOS);
    for (int i = 0; i < 4; i++) {
      submit(batcher, "fives"); // each a full batch, all but the first sent in one pass
    }
    gate.countDown();

    for (int i = 0; i < 4; i++) {
      assertThat(sink.next().size()).isEqualTo(1);
      assertThat(interrupted.remove()).isFalse();
    }
  }

  @Test
  void anInterruptFromOutsideDoesNotMakeTheDispatcherSpin() {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    Waits.untilParked(batcher, Thread.State.WAITING);
    long passes = batcher.dispatcher().passes();
    batcher.dispatcher().thread().interrupt();

    Waits.until("it woke up", () -> batcher.dispatcher().passes() > passes);
    Waits.untilParked(batcher, Thread.State.WAITING);
    long afterwards = batcher.dispatcher().passes();
    LockSupport.parkNanos(50_000_000);
    assertThat(batcher.dispatcher().passes()).isLessThanOrEqualTo(afterwards + 1);
    assertThat(submit(batcher, "goes on")).isEqualTo(SubmitResult.ACCEPTED);
  }

  private static Throwable fault(String kind) {
    return switch (kind) {
      case "runtime" -> new IllegalStateException("broken sink");
      case "error" -> new AssertionError("badly broken sink");
      default -> new InterruptedException(kind);
    };
  }

  private static void throwIt(Throwable fault) throws InterruptedException {
    if (fault instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (fault instanceof Error error) {
      throw error;
    }
    if ("interrupt flag".equals(fault.getMessage())) {
      Thread.currentThread().interrupt();
    }
    throw (InterruptedException) fault;
  }

  private static final class ThrowingCompletion implements Completion {
    @Override
    public void acked(int partition, long offset) {
      throw new IllegalStateException("thrown by the test's completion");
    }

    @Override
    public void notWritten(Throwable reason) {}

    @Override
    public void unknown(Throwable reason) {}
  }
}
