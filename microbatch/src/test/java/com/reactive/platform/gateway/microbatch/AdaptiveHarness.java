package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.AdaptationTicker;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.LearningStore;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Starts adaptive batchers for a test and ends their threads after it. */
@Timeout(300)
abstract class AdaptiveHarness {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final int WINDOWS_A_SECOND = 200;
  private static final long QUICK_TICK_MILLIS = 1;

  private final String name = "adaptive-under-test-" + NUMBER.incrementAndGet();
  private final List<AdaptiveBatcher> started = new ArrayList<>();

  @AfterEach
  void closeAll() throws InterruptedException {
    for (AdaptiveBatcher batcher : started) {
      batcher.close(Duration.ZERO);
      batcher.striped().dispatcher().thread().join(Waits.LONG.toMillis());
    }
  }

  AdaptiveBatcher start(BatcherConfig config, BatchSender sink, BatchCalibration calibration) {
    return started(
        new AdaptiveBatcher(
            config,
            sink,
            calibration,
            name,
            PressureLevel.L1_REALTIME,
            System::nanoTime,
            AdaptationTicker.USUAL_TICK_MILLIS));
  }

  /** Its windows go by in milliseconds. */
  AdaptiveBatcher startQuick(BatcherConfig config, BatchSender sink, BatchCalibration calibration) {
    long clockSpeed = Adaptation.WINDOW_NANOS * WINDOWS_A_SECOND / BrokerModel.SECOND;
    long start = System.nanoTime();
    return started(
        new AdaptiveBatcher(
            config,
            sink,
            calibration,
            name,
            PressureLevel.L1_REALTIME,
            () -> (System.nanoTime() - start) * clockSpeed,
            QUICK_TICK_MILLIS));
  }

  private AdaptiveBatcher started(AdaptiveBatcher batcher) {
    started.add(batcher);
    return batcher;
  }

  static BatchCalibration calibration(LearningStore store) {
    CalibrationConfig config = SimulationHarness.config(30e6, 1).withExploring(false);
    return new BatchCalibration(config, store);
  }

  /** The thread that adapts; null once it has ended. */
  Thread adaptationThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name + "-adaptation"))
        .findFirst()
        .orElse(null);
  }
}
