package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.MemoryStore;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdaptiveBatcherTest extends AdaptiveHarness {
  private static final BatcherConfig ROOMY =
      new BatcherConfig(2, 1 << 20, 1 << 10, Integer.MAX_VALUE, Long.MAX_VALUE);
  private static final BatchSender ACKING = batch -> batch.acked(0, 0);

  @TempDir Path directory;

  @Test
  void beginsWithWhatTheLowestLevelLearned() {
    FlushLimits learned = new FlushLimits(5_000, 700_000);
    AdaptiveBatcher batcher = start(ROOMY, ACKING, calibration(RecordingStore.startingAt(learned)));

    assertThat(batcher.level()).isEqualTo(PressureLevel.L1_REALTIME);
    assertThat(inForce(batcher)).isEqualTo(learned);
  }

  @Test
  void usuallyBeginsInTheMiddle() throws InterruptedException {
    try (BatchCalibration calibration = calibration(new MemoryStore())) {
      AdaptiveBatcher batcher = new AdaptiveBatcher(ACKING, calibration);
      try {
        assertThat(batcher.level()).isEqualTo(PressureLevel.L5_BALANCED);
        assertThat(inForce(batcher))
            .isEqualTo(calibration.getBestConfigForPressure(PressureLevel.L5_BALANCED));
      } finally {
        batcher.close(Waits.LONG);
      }
    }
  }

  @Test
  void neverExceedsTheLimitsOfItsConfig() {
    FlushLimits learned = new FlushLimits(5_000, 700_000);
    BatcherConfig lowBytes = new BatcherConfig(1, 1 << 20, 1 << 10, 4_999, Long.MAX_VALUE);
    BatchCalibration narrowed = calibration(RecordingStore.startingAt(learned));
    assertThat(inForce(start(lowBytes, ACKING, narrowed)))
        .isEqualTo(new FlushLimits(4_999, 700_000))
        .as("what is in force is what calibration shows")
        .isEqualTo(narrowed.getBestConfigForPressure(PressureLevel.L1_REALTIME));
    BatcherConfig lowInterval = new BatcherConfig(1, 1 << 20, 1 << 10, 6_000, 699_999);
    assertThat(inForce(start(lowInterval, ACKING, calibration(RecordingStore.startingAt(learned)))))
        .isEqualTo(new FlushLimits(5_000, 699_999));
  }

  @Test
  void aQuarterOfAStripeIsTheMostThatCalibrationServes() {
    BatchCalibration calibration = calibration(new MemoryStore());
    start(new BatcherConfig(1, 1 << 16, 1 << 10, 1 << 20, Long.MAX_VALUE), ACKING, calibration);

    for (PressureLevel level : PressureLevel.values()) {
      assertThat(calibration.getBestConfigForPressure(level).flushBytes()).isEqualTo(1 << 14);
      assertThat(calibration.status().level(level).best().flushBytes()).isEqualTo(1 << 14);
    }
  }

  @Test
  void withoutCalibrationNothingIsStarted() {
    assertThatNullPointerException()
        .isThrownBy(() -> new AdaptiveBatcher(ROOMY, ACKING, null, "never-started"))
        .withMessage("calibration");
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("never-started"));
  }

  @Test
  void keepsWhatItsWindowsTaughtInTheFile() throws Exception {
    Path path = directory.resolve("calibration.db");
    try (BatchCalibration calibration = BatchCalibration.create(path, config())) {
      AdaptiveBatcher batcher = startQuick(ROOMY, ACKING, calibration);
      Waits.until(
          "a window is learned from",
          () -> {
            batcher.submit(new byte[10]);
            return calibration.status().level(PressureLevel.L1_REALTIME).observations()
                    + calibration.status().level(PressureLevel.L2_FAST).observations()
                > 0;
          });
      assertThat(batcher.close(Waits.LONG)).isTrue();
      Waits.until("it ends", () -> adaptationThread() == null);
      assertThat(batcher.calibration()).isSameAs(calibration);
    }
    try (BatchCalibration reopened = BatchCalibration.create(path, config())) {
      assertThat(reopened.status().levels()).anyMatch(level -> level.observations() > 0);
    }
  }

  @Test
  void aStripeThatFillsRaisesTheLevelWithoutAWindow() {
    ManualSink stuck = new ManualSink();
    AdaptiveBatcher batcher = start(ROOMY, stuck, calibration(new MemoryStore()));
    Waits.until(
        "the level rises",
        () -> {
          batcher.submit(new byte[100]);
          return batcher.level() != PressureLevel.L1_REALTIME;
        });

    Waits.until(
        "its limits are in force",
        () ->
            batcher.stats().flushIntervalNanos()
                == batcher.level().bootstrap().flushIntervalNanos());
  }

  @Test
  void aCalibrationThatThrowsDoesNotEndAdapting() {
    Logger logger = Logger.getLogger(AdaptiveBatcher.class.getName());
    logger.setLevel(Level.OFF);
    try {
      ScriptedStore throwing =
          new ScriptedStore(
              seen -> {
                throw new IllegalStateException("thrown by the test's store");
              });
      AdaptiveBatcher batcher = startQuick(ROOMY, ACKING, calibration(throwing));

      Waits.until("it goes on", () -> throwing.saves.get() >= 3);
      assertThat(batcher.submit(new byte[1])).isEqualTo(SubmitResult.ACCEPTED);
    } finally {
      logger.setLevel(null);
    }
  }

  @Test
  void afterCloseNothingTicks() throws Exception {
    ScriptedStore store = new ScriptedStore(seen -> Map.of());
    AdaptiveBatcher batcher = startQuick(ROOMY, ACKING, calibration(store));
    Waits.until("it ticks", () -> store.saves.get() > 0);
    assertThat(adaptationThread().isDaemon()).isTrue();

    assertThat(batcher.close(Waits.LONG)).isTrue();
    Waits.until("it ends", () -> adaptationThread() == null);
    assertThat(batcher.submit(new byte[1])).isEqualTo(SubmitResult.CLOSED);
  }

  @Test
  void allWaysToSubmitReachTheSink() throws Exception {
    List<String> sent = new ArrayList<>();
    RecordedCompletion single = new RecordedCompletion();
    RecordedCompletion bulk = new RecordedCompletion();
    BatchSender sink =
        batch -> {
          sent.addAll(ManualSink.texts(batch));
          ManualSink.ackAll(batch);
        };
    AdaptiveBatcher batcher = start(ROOMY, sink, calibration(new MemoryStore()));
    assertThat(batcher.maxMessageBytes()).isEqualTo(ROOMY.maxMessageBytes());
    assertThat(batcher.submit(bytes("a"))).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(batcher.submit(bytes("xbx"), 1, 1, single)).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(batcher.submitBulk(new MessageBatch().add(bytes("c")).add(bytes("d"))))
        .isEqualTo(SubmitResult.ACCEPTED);
    assertThat(batcher.submitBulk(new MessageBatch().add(bytes("e")).add(bytes("f")), bulk))
        .isEqualTo(SubmitResult.ACCEPTED);
    assertThat(batcher.writer(0).submit(bytes("g"))).isEqualTo(SubmitResult.ACCEPTED);

    assertThat(batcher.close(Waits.LONG)).isTrue();
    assertThat(sent).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f", "g");
    assertThat(single.told()).hasSize(1);
    assertThat(bulk.told()).hasSize(2);
    assertThat(batcher.stats().acceptedMessages()).isEqualTo(7);
  }

  @Test
  void anIdleOneDoesNextToNothing() throws Exception {
    AdaptiveBatcher batcher = start(ROOMY, ACKING, calibration(new MemoryStore()));
    Waits.untilParked(batcher.striped(), Thread.State.WAITING);
    long passes = batcher.striped().dispatcher().passes();
    TimeUnit.MILLISECONDS.sleep(1_100); // two ticks

    long cpuNanos =
        ManagementFactory.getThreadMXBean().getThreadCpuTime(adaptationThread().getId());
    assertThat(cpuNanos).isLessThan(TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(batcher.striped().dispatcher().passes())
        .as("an unpark that came late may cost one more")
        .isBetween(passes, passes + 1);
  }

  private static FlushLimits inForce(AdaptiveBatcher batcher) {
    BatcherStats stats = batcher.stats();
    return new FlushLimits(stats.flushBytes(), stats.flushIntervalNanos());
  }

  private static CalibrationConfig config() {
    return SimulationHarness.config(30e6, 1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
