package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import com.reactive.platform.gateway.microbatch.adaptive.MemoryStore;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.SinkModel;
import com.reactive.platform.gateway.microbatch.adaptive.Windows;
import com.reactive.platform.gateway.microbatch.adaptive.store.LogCapture;
import com.reactive.platform.gateway.microbatch.adaptive.store.StoreHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BatchCalibrationTest {
  private static final PressureLevel LEVEL = Windows.LEVEL;
  private static final CalibrationConfig CONFIG =
      CalibrationConfig.of(StoreHarness.KEY, 60e6).withSeed(11);

  @TempDir Path directory;

  @Test
  void theSnippetOfTheManualWorks() {
    try (BatchCalibration calibration =
        BatchCalibration.create(directory.resolve("x").resolve("calibration.db"), 5000.0)) {
      assertThat(calibration.getBestConfigForPressure(PressureLevel.L9_EXTREME))
          .isEqualTo(new FlushLimits(64 << 20, 2_500_000));
      assertThat(calibration.getBestConfigForPressure(PressureLevel.L1_REALTIME))
          .isEqualTo(PressureLevel.L1_REALTIME.bootstrap());
      assertThat(calibration.status().store().persistent()).isTrue();
      assertThat(calibration.status().key().cores())
          .isEqualTo(Runtime.getRuntime().availableProcessors());
    }
    assertThat(directory.resolve("x").resolve("calibration.db")).exists();
  }

  @Test
  void aTargetThatIsNoneIsRefused() {
    Path path = directory.resolve("calibration.db");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchCalibration.create(path, Double.NaN))
        .withMessage("targetLatencyMicros must be more than 0, but is NaN");
  }

  @Test
  void afterARestartItGoesOnFromWhatItLearned() {
    Path path = directory.resolve("calibration.db");
    FlushLimits learned;
    LevelStatus before;
    try (BatchCalibration calibration = BatchCalibration.create(path, CONFIG)) {
      learn(calibration, 60);
      learned = calibration.getBestConfigForPressure(LEVEL);
      before = calibration.status().level(LEVEL);
      assertThat(learned).isNotEqualTo(LEVEL.bootstrap());
      assertThat(before.observations()).isEqualTo(60);
    }
    try (BatchCalibration restarted = BatchCalibration.create(path, CONFIG)) {
      LevelStatus after = restarted.status().level(LEVEL);
      assertThat(restarted.getBestConfigForPressure(LEVEL)).isEqualTo(learned);
      assertThat(after.expectedScore()).isEqualTo(before.expectedScore());
      assertThat(after.observations()).isEqualTo(60);
    }
    CalibrationKey elsewhere = new CalibrationKey("elsewhere", 4, "broker", "", "acks=all");
    try (BatchCalibration other =
        BatchCalibration.create(path, CalibrationConfig.of(elsewhere, 60e6))) {
      assertThat(other.getBestConfigForPressure(LEVEL)).isEqualTo(LEVEL.bootstrap());
    }
  }

  @Test
  void servesTrialsOnlyAsTheAnswerToAWindow() {
    BatchCalibration calibration = BatchCalibration.inMemory(CONFIG);
    FlushLimits bootstrap = calibration.getBestConfigForPressure(LEVEL);
    FlushLimits next = calibration.observe(Windows.scored(bootstrap, 100));

    assertThat(next).isNotEqualTo(bootstrap);
    assertThat(calibration.status().level(LEVEL).trial()).isEqualTo(next);
    assertThat(calibration.getBestConfigForPressure(LEVEL)).isEqualTo(bootstrap);
  }

  @Test
  void switchedOffItServesTheBestOnly() {
    BatchCalibration calibration = BatchCalibration.inMemory(CONFIG.withExploring(false));
    for (int i = 0; i < 50; i++) {
      assertThat(calibration.observe(Windows.scored(LEVEL.bootstrap(), 100)))
          .isEqualTo(LEVEL.bootstrap());
    }
    assertThat(calibration.status().level(LEVEL).observations()).isEqualTo(50);
  }

  @Test
  void resetForgetsOneLevelOrAllAlsoOnDisk() {
    Path path = directory.resolve("calibration.db");
    try (BatchCalibration calibration = BatchCalibration.create(path, CONFIG)) {
      learn(calibration, 60);
      calibration.reset(PressureLevel.L2_FAST);
      assertThat(calibration.status().level(LEVEL).observations()).isEqualTo(60);

      calibration.reset(LEVEL);
      assertThat(calibration.getBestConfigForPressure(LEVEL)).isEqualTo(LEVEL.bootstrap());
      learn(calibration, 60);
      calibration.reset();
      assertThat(calibration.getBestConfigForPressure(LEVEL)).isEqualTo(LEVEL.bootstrap());
    }
    try (BatchCalibration restarted = BatchCalibration.create(path, CONFIG)) {
      assertThat(restarted.status().level(LEVEL).observations()).isZero();
    }
  }

  @Test
  void seedsAreTakenWhereNothingIsLearnedYet() {
    Path path = directory.resolve("calibration.db");
    FlushLimits seeded = new FlushLimits(4096, 3_000_000);
    Learned seed = StoreHarness.learned(4096, 500);
    CalibrationConfig config =
        CONFIG
            .withExploring(false)
            .withSeeds(
                Map.of(
                    LEVEL,
                    new Learned(seeded, seed.expected(), 500, 2),
                    PressureLevel.L2_FAST,
                    new Learned(new FlushLimits(1, 1 << 30), null, 9, 2)));
    try (BatchCalibration calibration = BatchCalibration.create(path, config)) {
      assertThat(calibration.getBestConfigForPressure(LEVEL)).isEqualTo(seeded);
      assertThat(calibration.status().level(LEVEL).observations()).isZero();
      assertThat(calibration.getBestConfigForPressure(PressureLevel.L2_FAST))
          .as("cut to what the level may have")
          .isEqualTo(new FlushLimits(1024, PressureLevel.L2_FAST.budgetNanos()));
      assertThat(calibration.getBestConfigForPressure(PressureLevel.L3_LOW))
          .isEqualTo(PressureLevel.L3_LOW.bootstrap());
      calibration.reset(LEVEL);
      learn(calibration, 3);
    }
    try (BatchCalibration calibration = BatchCalibration.create(path, config)) {
      assertThat(calibration.getBestConfigForPressure(LEVEL))
          .as("what was learned here stays")
          .isEqualTo(LEVEL.bootstrap());
      assertThat(calibration.getBestConfigForPressure(PressureLevel.L2_FAST).flushBytes())
          .isEqualTo(1024);
    }
  }

  @Test
  void exportsALineForEachLevel() throws IOException {
    CalibrationKey key = new CalibrationKey("h", 2, "b, \"c\"", "", "all");
    BatchCalibration calibration =
        BatchCalibration.inMemory(CalibrationConfig.of(key, 60e6).withSeed(1));
    FlushLimits trial = calibration.observe(Windows.scored(LEVEL.bootstrap(), 100));
    StringBuilder out = new StringBuilder();
    calibration.export(out);

    assertThat(out.toString().split("\r\n"))
        .hasSize(11)
        .contains(
            "\"host=h cores=2 broker=b, \"\"c\"\" note=\",all,L5_BALANCED,6553600,50000000,100.0,1,"
                + trial.flushBytes()
                + ","
                + trial.flushIntervalNanos()
                + ",false",
            "\"host=h cores=2 broker=b, \"\"c\"\""
                + " note=\",all,L1_REALTIME,65536,500000,0.0,0,,,false");
  }

  @Test
  void aCorruptFileIsLoggedAndDoesNotStopIt() throws IOException {
    Path path = Files.writeString(directory.resolve("calibration.db"), "garbage".repeat(999));
    LogCapture log = new LogCapture();
    try (BatchCalibration calibration = BatchCalibration.create(path, CONFIG)) {
      learn(calibration, 5);
      assertThat(calibration.status().level(LEVEL).observations()).isEqualTo(5);
      assertThat(calibration.status().store().text()).contains("set aside as");
    } finally {
      log.close();
    }
    assertThat(log.records())
        .anySatisfy(
            record -> {
              assertThat(record.getLevel()).isEqualTo(Level.WARNING);
              assertThat(record.getMessage()).contains("corrupt file is set aside");
            });
  }

  @Test
  @Timeout(300)
  void theBestIsServedAndTheStatusToldWhileTheDiskHangs() throws InterruptedException {
    HangingStore store = new HangingStore();
    BatchCalibration calibration = new BatchCalibration(CONFIG, store);
    Thread observer = new Thread(() -> calibration.observe(Windows.scored(LEVEL.bootstrap(), 100)));
    observer.start();
    try {
      assertThat(store.entered.await(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(calibration.getBestConfigForPressure(LEVEL)).isEqualTo(LEVEL.bootstrap());
      assertThat(calibration.status().level(LEVEL).observations()).isEqualTo(1);
    } finally {
      store.release.countDown();
      observer.join();
    }
    assertThat(store.released).as("nothing waited for the disk").isTrue();
  }

  @Test
  void whatTheStoreTurnsOutToHoldIsTakenOver() {
    Learned found = StoreHarness.learned(4096, 500);
    BatchCalibration calibration =
        new BatchCalibration(
            CONFIG,
            new MemoryStore() {
              @Override
              public Map<PressureLevel, Learned> save(Observation seen, Learned learned) {
                return Map.of(LEVEL, found);
              }
            });

    assertThat(calibration.observe(Windows.scored(LEVEL.bootstrap(), 100))).isEqualTo(found.best());
    assertThat(calibration.getBestConfigForPressure(LEVEL)).isEqualTo(found.best());
  }

  @Test
  void closedItStillServesAndLearnsInMemory() {
    BatchCalibration calibration =
        BatchCalibration.create(directory.resolve("calibration.db"), CONFIG);
    calibration.close();
    assertThatCode(
            () -> {
              learn(calibration, 60);
              calibration.reset();
              calibration.close();
            })
        .doesNotThrowAnyException();
  }

  /** So many windows at a model of which the bootstrap is far from the best. */
  private static void learn(BatchCalibration calibration, int windows) {
    SinkModel model = new SinkModel(LEVEL, 8_000, 200, 0.02, 120, 1, 100, 16 << 10, 300, 0.5);
    SplittableRandom noise = new SplittableRandom(5);
    FlushLimits served = calibration.getBestConfigForPressure(LEVEL);
    for (int i = 0; i < windows; i++) {
      served = calibration.observe(model.observe(served, 0.02, noise));
    }
  }

  private static final class HangingStore extends MemoryStore {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch release = new CountDownLatch(1);
    volatile boolean released;

    @Override
    public Map<PressureLevel, Learned> save(Observation seen, Learned learned) {
      entered.countDown();
      try {
        released = release.await(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      return Map.of();
    }
  }
}
