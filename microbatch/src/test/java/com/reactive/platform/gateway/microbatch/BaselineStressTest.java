package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The baselines under several writers and a sink that does everything that a sink may do. */
@Timeout(300)
class BaselineStressTest {
  private static final int WRITERS = 3;
  private static final int MESSAGES_PER_WRITER = 4_000;

  enum Kind {
    SIMPLE {
      @Override
      Batcher start(BatchSender sink) {
        return new SimpleBatcher(300, 300_000, 1500, sink, "simple-under-stress");
      }
    },
    EXPONENTIAL {
      @Override
      Batcher start(BatchSender sink) {
        return new ExponentialBatcher(100, 600, 300_000, 2000, sink, "exponential-under-stress");
      }
    },
    NAIVE {
      @Override
      Batcher start(BatchSender sink) {
        return new NaiveBatcher(sink, 100, 30);
      }
    };

    abstract Batcher start(BatchSender sink);
  }

  private final StressLedger ledger = new StressLedger(WRITERS, MESSAGES_PER_WRITER);
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

  @AfterEach
  void stopWriters() {
    writers.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource
  void everyMessageArrivesOnceAndIsCompletedOnce(Kind kind) throws Exception {
    try (ChaoticSink sink = new ChaoticSink(ledger, 1)) {
      Batcher batcher = kind.start(sink);
      awaitAll(startWriters(batcher, 1));
      assertThat(batcher.close(Waits.LONG)).isTrue();
      assertThat(ledger.accepted()).isEqualTo(WRITERS * MESSAGES_PER_WRITER);
      ledger.assertAllDeliveredAndCompletedOnce();
      assertStatsReconcile(batcher.stats());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCloseInTheMiddleLosesNothing(Kind kind) throws Exception {
    try (ChaoticSink sink = new ChaoticSink(ledger, 11)) {
      Batcher batcher = kind.start(sink);
      List<Future<?>> running = startWriters(batcher, 2);
      Waits.until("enough accepted", () -> ledger.accepted() >= 2_000);
      assertThat(batcher.close(Waits.LONG)).isTrue();
      awaitAll(running);
      ledger.assertAllDeliveredAndCompletedOnce();
      assertStatsReconcile(batcher.stats());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCloseThatGivesUpLosesNothingEither(Kind kind) throws Exception {
    try (ChaoticSink sink = new ChaoticSink(ledger, 21)) {
      Batcher batcher = kind.start(sink);
      List<Future<?>> running = startWriters(batcher, 3);
      Waits.until("enough accepted", () -> ledger.accepted() >= 2_000);
      batcher.close(Duration.ZERO); // what it answers depends on what is in flight
      awaitAll(running);
      assertThat(batcher.close(Waits.LONG)).isTrue();
      ledger.assertAllCompletedOnceAndDeliveredUnlessNotWritten();
      assertThat(batcher.stats().pendingMessages()).isZero();
      assertThat(batcher.stats().acceptedMessages()).isEqualTo(ledger.accepted());
    }
  }

  private void assertStatsReconcile(BatcherStats stats) {
    assertThat(stats.acceptedMessages()).isEqualTo(ledger.accepted()).isEqualTo(stats.messages());
    assertThat(stats.acceptedBytes()).isEqualTo(stats.bytes());
    assertThat(stats.pendingMessages()).isZero();
    assertThat(stats.pendingBytes()).isZero();
    assertThat(stats.inFlightBatches()).isZero();
  }

  private List<Future<?>> startWriters(Batcher batcher, long seed) {
    List<Future<?>> running = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int id = writer;
      running.add(writers.submit(() -> write(batcher, id, new Random(seed + id))));
    }
    return running;
  }

  private void write(Batcher batcher, int writer, Random random) {
    for (int sequence = 0; sequence < MESSAGES_PER_WRITER; sequence++) {
      byte[] message = StressLedger.message(writer, sequence, random.nextInt(80));
      Completion completion = ledger.completion(writer, sequence);
      SubmitResult result = batcher.submit(message, 0, message.length, completion);
      while (result == SubmitResult.FULL) {
        LockSupport.parkNanos(20_000);
        result = batcher.submit(message, 0, message.length, completion);
      }
      ledger.submitted(writer, sequence, result);
      if (result == SubmitResult.CLOSED) {
        return;
      }
    }
  }

  private static void awaitAll(List<Future<?>> running) throws Exception {
    for (Future<?> writer : running) {
      writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
