package com.reactive.platform.gateway.sink.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.sink.kafka.KafkaSinkRetryTest.Told;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Outcomes and settlements of records reach the events of a batch. */
class BatchOutcomesTest {
  private final CompletableFuture<Batch> sent = new CompletableFuture<>();
  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private final StripedBatcher batcher =
      StripedBatcher.onLoops(new BatcherConfig(1, 1 << 16, 256, 1 << 16, 1L << 60));
  private final StripedBatcher.Writer writer = batcher.writer(0, loop, sent::complete);

  @AfterEach
  void close() throws InterruptedException {
    batcher.close(Duration.ofSeconds(5));
    loop.shutdown();
  }

  @Test
  void theSettlementReachesTheEventThatWasToldUnknown() {
    List<Told> told = List.of(new Told(false), new Told(false), new Told(false), new Told(false));
    BatchOutcomes outcomes = new BatchOutcomes(send(told), stream -> "t", BatchMetrics.NONE);
    outcomes.acked(0, 2, 7);
    for (int index = 1; index < 4; index++) {
      outcomes.unknown(index, new IOException("lost"));
      assertThat(told.get(index).outcome()).isEqualTo("unknown: lost");
    }
    outcomes.unsettled(3, new IOException("late"));
    outcomes.settledNotWritten(2, new IOException("refused"));
    outcomes.settledWritten(1, 2, 8);
    assertThat(told.get(1).settled()).isEqualTo("written 2@8");
    assertThat(told.get(2).settled()).isEqualTo("not written: refused");
    assertThat(told.get(3).settled()).isEqualTo("unsettled: late");
    outcomes.settledWritten(0, 2, 8); // nobody asked
  }

  private Batch send(List<Told> told) {
    loop.execute(() -> told.forEach(this::submit));
    Batch batch = sent.orTimeout(2, TimeUnit.MINUTES).join();
    assertThat(batch.size()).isEqualTo(told.size());
    return batch;
  }

  private void submit(Told told) {
    EventBuffer frame = new EventBuffer();
    frame.begin();
    EventFrame.begin(
        frame,
        0,
        "0123456789abcdef0123456789abcdef".getBytes(US_ASCII),
        "event".getBytes(US_ASCII),
        null,
        null,
        List.of());
    EventFrame.end(frame, null, 0);
    writer.submit(frame.array(), frame.origin(), frame.length(), told);
  }
}
