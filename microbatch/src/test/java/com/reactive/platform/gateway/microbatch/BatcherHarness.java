package com.reactive.platform.gateway.microbatch;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Starts batchers for a test and ends their threads after it, whatever state they are in. */
@Timeout(300)
abstract class BatcherHarness {
  /** Never by time: longer than any test. */
  static final long HOUR_NANOS = Duration.ofHours(1).toNanos();

  /** Never by size, unless a quarter of the stripe is pending. */
  static final int NO_SIZE = Integer.MAX_VALUE;

  private final List<StripedBatcher> started = new ArrayList<>();

  @AfterEach
  void closeAll() throws InterruptedException {
    for (StripedBatcher batcher : started) {
      batcher.close(Duration.ZERO);
      batcher.dispatcher().thread().join(Waits.LONG.toMillis());
    }
  }

  StripedBatcher start(BatcherConfig config, BatchSender sink) {
    StripedBatcher batcher = new StripedBatcher(config, sink, "dispatcher-under-test");
    started.add(batcher);
    return batcher;
  }

  /** One roomy stripe. */
  StripedBatcher start(BatchSender sink, int flushBytes, long flushIntervalNanos) {
    return start(new BatcherConfig(1, 4096, 256, flushBytes, flushIntervalNanos), sink);
  }

  static SubmitResult submit(Batcher batcher, String text, Completion completion) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return batcher.submit(bytes, 0, bytes.length, completion);
  }

  static SubmitResult submit(Batcher batcher, String text) {
    return submit(batcher, text, new RecordedCompletion());
  }
}
