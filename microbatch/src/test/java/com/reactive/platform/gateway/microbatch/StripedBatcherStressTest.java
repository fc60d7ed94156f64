package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * More writers than stripes, small rings, a sink that does everything that a sink may do; then the
 * books have to balance. The counts are fixed, the interleaving is what is random.
 */
class StripedBatcherStressTest extends BatcherHarness {
  private static final int WRITERS = 4;
  private static final int STRIPES = 2;
  private static final int MESSAGES_PER_WRITER = 15_000;
  private static final int ROUNDS = 10_000;
  private static final BatcherConfig CONFIG = new BatcherConfig(STRIPES, 2048, 64, 300, 300_000);

  private final StressLedger ledger = new StressLedger(WRITERS, MESSAGES_PER_WRITER);
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, false"})
  void everyMessageArrivesOnceAndIsCompletedOnce(long seed, boolean writerHandles)
      throws Exception {
    try (ChaoticSink sink = new ChaoticSink(ledger, seed)) {
      StripedBatcher batcher = start(CONFIG, sink);
      for (Future<?> writer : startWriters(batcher, writerHandles, seed)) {
        writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }

      assertThat(batcher.close(Waits.LONG)).as("seed %d", seed).isTrue();
      assertThat(ledger.accepted()).isEqualTo(WRITERS * MESSAGES_PER_WRITER);
      ledger.assertAllDeliveredAndCompletedOnce();
      assertStatsReconcile(batcher);
    } finally {
      writers.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16})
  void aCloseInTheMiddleLosesNothing(long seed) throws Exception {
    Random random = new Random(seed);
    int closeAfter = random.nextInt(WRITERS * MESSAGES_PER_WRITER / 4);
    try (ChaoticSink sink = new ChaoticSink(ledger, seed)) {
      StripedBatcher batcher = start(CONFIG, sink);
      List<Future<?>> running = startWriters(batcher, random.nextBoolean(), seed);
      Waits.until("enough accepted", () -> ledger.accepted() >= closeAfter);

      assertThat(batcher.close(Waits.LONG)).as("seed %d", seed).isTrue();
      for (Future<?> writer : running) {
        writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(ledger.accepted()).isLessThanOrEqualTo(WRITERS * MESSAGES_PER_WRITER);
      ledger.assertAllDeliveredAndCompletedOnce();
      assertStatsReconcile(batcher);
    } finally {
      writers.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void aCloseThatGivesUpLosesNothingEither(long seed) throws Exception {
    int closeAfter = new Random(seed).nextInt(WRITERS * MESSAGES_PER_WRITER / 4);
    try (ChaoticSink sink = new ChaoticSink(ledger, seed)) {
      StripedBatcher batcher = start(CONFIG, sink);
      List<Future<?>> running = startWriters(batcher, true, seed);
      Waits.until("enough accepted", () -> ledger.accepted() >= closeAfter);
      batcher.close(Duration.ZERO); // what it answers depends on what is in flight
      for (Future<?> writer : running) {
        writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }

      assertThat(batcher.close(Waits.LONG)).as("seed %d", seed).isTrue();
      ledger.assertAllCompletedOnceAndDeliveredUnlessNotWritten();
      assertThat(batcher.stats().pendingMessages()).isZero();
    } finally {
      writers.shutdownNow();
    }
  }

  /** Request and answer, one at a time, by T never: each round hangs if its wake-up is lost. */
  @Test
  void noWakeUpIsLostInClosedLoops() throws Exception {
    try (ChaoticSink sink = new ChaoticSink(ledger, 31).completingAsynchronously()) {
      StripedBatcher batcher =
          start(new BatcherConfig(STRIPES, 4096, 64, NO_SIZE, HOUR_NANOS), sink);
      List<Future<?>> loops = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int id = writer;
        StressLedger.Submit submit = submitOf(batcher, writer, true);
        loops.add(writers.submit(() -> closedLoop(submit, id)));
      }
      for (Future<?> loop : loops) {
        loop.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(batcher.close(Waits.LONG)).isTrue();
      ledger.assertAllDeliveredAndCompletedOnce();
    } finally {
      writers.shutdownNow();
    }
  }

  private Void closedLoop(StressLedger.Submit submit, int writer) throws InterruptedException {
    Semaphore answers = new Semaphore(0);
    for (int sequence = 0; sequence < ROUNDS; sequence++) {
      byte[] message = StressLedger.message(writer, sequence, 8);
      Completion completion = new Answer(ledger.completion(writer, sequence), answers);
      ledger.submitted(writer, sequence, submit.submit(message, 0, message.length, completion));
      assertThat(answers.tryAcquire(Waits.LONG.toSeconds(), TimeUnit.SECONDS))
          .as("answer to message %d of writer %d", sequence, writer)
          .isTrue();
    }
    return null;
  }

  /** Answers the writer at once, so that its next message meets the dispatcher going to park. */
  private record Answer(Completion ledger, Semaphore answers) implements Completion {
    @Override
    public void acked(int partition, long offset) {
      ledger.acked(partition, offset);
      answers.release();
    }

    @Override
    public void notWritten(Throwable reason) {
      ledger.notWritten(reason);
      answers.release();
    }

    @Override
    public void unknown(Throwable reason) {
      ledger.unknown(reason);
      answers.release();
    }
  }

  private List<Future<?>> startWriters(StripedBatcher batcher, boolean handles, long seed) {
    List<Future<?>> running = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int id = writer;
      StressLedger.Submit submit = submitOf(batcher, writer, handles);
      running.add(writers.submit(() -> write(submit, id, new Random(seed + id))));
    }
    return running;
  }

  /** A handle for each stripe, and for everyone else the stripe that threads share. */
  private static StressLedger.Submit submitOf(StripedBatcher batcher, int writer, boolean handles) {
    return handles && writer < STRIPES ? batcher.writer(writer)::submit : batcher::submit;
  }

  private void write(StressLedger.Submit submit, int writer, Random random) {
    for (int sequence = 0; sequence < MESSAGES_PER_WRITER; sequence++) {
      byte[] message = StressLedger.message(writer, sequence, random.nextInt(80));
      Completion completion = ledger.completion(writer, sequence);
      SubmitResult result = submit.submit(message, 0, message.length, completion);
      while (result == SubmitResult.FULL) {
        LockSupport.parkNanos(20_000);
        result = submit.submit(message, 0, message.length, completion);
      }
      ledger.submitted(writer, sequence, result);
      if (result == SubmitResult.CLOSED) {
        return;
      }
    }
  }

  private void assertStatsReconcile(StripedBatcher batcher) {
    BatcherStats stats = batcher.stats();
    assertThat(stats.acceptedMessages()).isEqualTo(ledger.accepted()).isEqualTo(stats.messages());
    assertThat(stats.acceptedBytes()).isEqualTo(stats.bytes());
    assertThat(stats.pendingMessages()).isZero();
    assertThat(stats.pendingBytes()).isZero();
    assertThat(stats.inFlightBatches()).isZero();
  }
}
