package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link StripedBatcherStressTest}, with limits that change all the time. */
class AdaptiveBatcherStressTest extends AdaptiveHarness {
  private static final int WRITERS = 4;
  private static final int MESSAGES_PER_WRITER = 15_000;
  private static final int CHANGES = 20;
  private static final BatcherConfig CONFIG = new BatcherConfig(2, 2048, 64, 512, 300_000);

  private final StressLedger ledger = new StressLedger(WRITERS, MESSAGES_PER_WRITER);
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

  @ParameterizedTest
  @ValueSource(longs = {41, 42})
  void nothingIsLostWhateverTheLimitsDo(long seed) throws Exception {
    ScriptedStore changing = changing(seed);
    try (ChaoticSink sink = new ChaoticSink(ledger, seed)) {
      AdaptiveBatcher batcher = startQuick(CONFIG, sink, calibration(changing));
      List<Future<?>> running = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int id = writer;
        running.add(writers.submit(() -> write(batcher, id, new Random(seed + id))));
      }
      for (Future<?> writer : running) {
        writer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }
      Waits.until("enough changes", () -> changing.saves.get() >= CHANGES);

      assertThat(batcher.close(Waits.LONG)).as("seed %d", seed).isTrue();
      assertThat(ledger.accepted()).isEqualTo(WRITERS * MESSAGES_PER_WRITER);
      ledger.assertAllDeliveredAndCompletedOnce();
      assertThat(batcher.stats().pendingMessages()).isZero();
    } finally {
      writers.shutdownNow();
    }
  }

  /** As another process would that learns something else with every window. */
  private static ScriptedStore changing(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new ScriptedStore(
        seen -> {
          FlushLimits limits =
              new FlushLimits(1 + random.nextInt(2_000), 500_000 + random.nextInt(500_000));
          return Map.of(seen.level(), new Learned(limits, null, 1, 0));
        });
  }

  private void write(AdaptiveBatcher batcher, int writer, Random random) {
    for (int sequence = 0; sequence < MESSAGES_PER_WRITER; sequence++) {
      byte[] message = StressLedger.message(writer, sequence, random.nextInt(80));
      Completion completion = ledger.completion(writer, sequence);
      SubmitResult result = batcher.submit(message, 0, message.length, completion);
      while (result == SubmitResult.FULL) {
        LockSupport.parkNanos(20_000);
        result = batcher.submit(message, 0, message.length, completion);
      }
      ledger.submitted(writer, sequence, result);
    }
  }
}
