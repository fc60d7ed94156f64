package com.reactive.platform.gateway.microbatch.collector;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** More writers than rings, tiny rings, limits that change, a sink that stalls and throws. */
@Timeout(300)
class MicrobatchCollectorStressTest {
  private static final int WRITERS = 4;
  private static final int ITEMS = 8_000;

  private record Item(int writer, int sequence, long checksum) {
    static Item of(int writer, int sequence) {
      return new Item(writer, sequence, writer * 1_000_003L + sequence * 31L);
    }

    boolean isIntact() {
      return equals(of(writer, sequence));
    }
  }

  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
  private final int[] lastSeen = new int[WRITERS]; // the flush thread's
  private final AtomicLong thrown = new AtomicLong();
  private final AtomicLong seen = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong stagesDone = new AtomicLong();
  private final AtomicLong stagesAccepted = new AtomicLong();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private int batches; // the flush thread's
  private volatile boolean sinkMisbehaves;

  @AfterEach
  void stopWriters() {
    writers.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({"1, 4, false", "2, 64, true", "8, 1, true", "8, 1024, true"})
  void everyItemArrivesOnceAndInOrder(int rings, int ringItems, boolean misbehaves)
      throws Exception {
    sinkMisbehaves = misbehaves;
    MicrobatchCollector<Item> collector = start(rings, ringItems);
    List<Future<?>> running = startWriters(collector);
    for (int i = 1; i < 50; i++) {
      collector.limits(1 + i * 7 % 60, i * 1_000L);
      LockSupport.parkNanos(200_000);
    }
    awaitAll(running);
    assertThat(collector.close(Waits.LONG)).isTrue();
    assertThat(accepted.get()).isEqualTo((long) WRITERS * ITEMS);
    assertBooksBalance(collector.stats());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void aCloseInTheMiddleLosesNothing(int round) throws Exception {
    sinkMisbehaves = round % 2 == 0;
    MicrobatchCollector<Item> collector = start(2, 16);
    List<Future<?>> running = startWriters(collector);
    Waits.until("enough accepted", () -> accepted.get() >= round * 200L);
    assertThat(collector.close(Waits.LONG)).isTrue();
    awaitAll(running);
    assertBooksBalance(collector.stats());
  }

  @Test
  void aCloseThatGivesUpTellsEveryStage() throws Exception {
    sinkMisbehaves = true;
    MicrobatchCollector<Item> collector = start(2, 16);
    List<Future<?>> running = startWriters(collector);
    Waits.until("enough accepted", () -> accepted.get() >= 500);
    collector.close(Duration.ZERO);
    awaitAll(running);
    assertThat(collector.close(Waits.LONG)).isTrue();
    assertThat(faults).isEmpty();
    CollectorStats stats = collector.stats();
    assertThat(stats.accepted()).isEqualTo(accepted.get());
    assertThat(stats.delivered() + stats.failed()).isEqualTo(seen.get());
    assertThat(stats.discarded()).isEqualTo(accepted.get() - seen.get());
    assertThat(stagesDone).hasValue(stagesAccepted.get());
  }

  /** One item at a time, each waited for: hangs if a wake-up is lost. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void noWakeUpIsLostInClosedLoops(int rings) throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    try (MicrobatchCollector<Integer> collector =
        MicrobatchCollector.create(
            batch -> rounds.addAndGet(batch.size()),
            new CollectorConfig(rings, 4, 100, Duration.ofHours(1).toNanos()))) {
      List<Future<?>> loops = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        loops.add(writers.submit(() -> closedLoop(collector)));
      }
      awaitAll(loops);
    }
    assertThat(rounds).hasValue(WRITERS * 3_000);
  }

  private static Void closedLoop(MicrobatchCollector<Integer> collector) throws Exception {
    for (int i = 0; i < 3_000; i++) {
      collector.submit(i).toCompletableFuture().get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
    }
    return null;
  }

  private MicrobatchCollector<Item> start(int rings, int ringItems) {
    Arrays.fill(lastSeen, -1);
    return MicrobatchCollector.create(
        this::take, new CollectorConfig(rings, ringItems, 50, 100_000));
  }

  private void take(List<Item> batch) {
    for (Item item : batch) {
      if (!item.isIntact() || item.sequence() <= lastSeen[item.writer()]) {
        faults.add(item + " after " + lastSeen[item.writer()]);
      }
      lastSeen[item.writer()] = item.sequence();
    }
    seen.addAndGet(batch.size());
    batches++;
    if (sinkMisbehaves && batches % 40 == 0) {
      LockSupport.parkNanos(300_000);
    }
    if (sinkMisbehaves && batches % 13 == 0) {
      thrown.incrementAndGet();
      throw new IllegalStateException("thrown by the test's sink");
    }
  }

  private List<Future<?>> startWriters(MicrobatchCollector<Item> collector) {
    List<Future<?>> running = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int id = writer;
      running.add(writers.submit(() -> write(collector, id)));
    }
    return running;
  }

  private void write(MicrobatchCollector<Item> collector, int writer) {
    for (int sequence = 0; sequence < ITEMS; sequence++) {
      Item item = Item.of(writer, sequence);
      SubmitResult result = submit(collector, item);
      while (result == SubmitResult.FULL) {
        LockSupport.parkNanos(10_000);
        result = submit(collector, item);
      }
      if (result == SubmitResult.CLOSED) {
        return;
      }
      accepted.incrementAndGet();
    }
  }

  /** Every seventh item with a stage. */
  private SubmitResult submit(MicrobatchCollector<Item> collector, Item item) {
    if (item.sequence() % 7 != 0) {
      return collector.submitFireAndForget(item);
    }
    CompletableFuture<Void> stage = collector.submit(item).toCompletableFuture();
    if (stage.isCompletedExceptionally()) {
      try {
        stage.join();
      } catch (CompletionException failed) {
        if (failed.getCause() instanceof RejectedExecutionException rejected) {
          return rejected.getMessage().contains("full") ? SubmitResult.FULL : SubmitResult.CLOSED;
        }
      }
    }
    stagesAccepted.incrementAndGet();
    stage.whenComplete((nothing, failure) -> stagesDone.incrementAndGet());
    return SubmitResult.ACCEPTED;
  }

  private void assertBooksBalance(CollectorStats stats) {
    assertThat(faults).isEmpty();
    assertThat(stats.accepted()).isEqualTo(accepted.get());
    assertThat(seen).hasValue(accepted.get());
    assertThat(stats.delivered() + stats.failed()).isEqualTo(accepted.get());
    assertThat(stats.discarded()).isZero();
    assertThat(stats.pending()).isZero();
    assertThat(stagesDone).hasValue(stagesAccepted.get());
    assertThat(stats.failedBatches()).isEqualTo(thrown.get());
  }

  private static void awaitAll(List<Future<?>> running) throws Exception {
    for (Future<?> writer : running) {
      writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
