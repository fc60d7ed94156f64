package com.reactive.platform.gateway.microbatch.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.Waits;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MicrobatchCollectorCalibrationTest {
  private static final CalibrationKey HERE = new CalibrationKey("host", 2, "", "", "");

  private final BatchCalibration calibration =
      BatchCalibration.inMemory(CalibrationConfig.of(HERE, 60_000_000));

  @Test
  void theLimitsAreThoseOfTheLevelAndRiseWhileARingFills() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    List<Integer> delivered = Collections.synchronizedList(new ArrayList<>());
    try (MicrobatchCollector<Integer> collector =
        MicrobatchCollector.create(batch -> deliver(batch, gate, delivered), calibration)) {
      FlushLimits lowest = calibration.getBestConfigForPressure(PressureLevel.L1_REALTIME);
      assertThat(collector.stats().maxBatchItems()).isEqualTo(lowest.flushBytes() / 64);
      assertThat(collector.stats().flushIntervalNanos()).isEqualTo(lowest.flushIntervalNanos());

      int accepted = 0;
      while (collector.stats().fill() < 0.9) {
        assertThat(collector.submitFireAndForget(accepted++)).isEqualTo(SubmitResult.ACCEPTED);
      }
      // So many within half a second are a level far above the lowest; a quieter one if it took
      // longer, but never the lowest.
      Waits.until(
          "the level rose",
          () -> collector.stats().flushIntervalNanos() > lowest.flushIntervalNanos());

      gate.countDown();
      Waits.until("all delivered", () -> collector.stats().pending() == 0);
      assertThat(delivered).hasSize(accepted);
      assertThat(collector.stats().load(64).sentBytes()).isEqualTo(64L * accepted);
    }
  }

  @Test
  void nothingStartsWithoutACalibrationOrASink() {
    // A thread of a collector that another test closed may still be on its way out.
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    assertThatNullPointerException()
        .isThrownBy(
            () -> MicrobatchCollector.create((List<Integer> batch) -> {}, (BatchCalibration) null))
        .withMessage("calibration");
    assertThatNullPointerException()
        .isThrownBy(() -> MicrobatchCollector.create(null, calibration))
        .withMessage("sink");
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .extracting(Thread::getName)
        .doesNotContain("microbatch-collector");
  }

  private static void deliver(List<Integer> batch, CountDownLatch gate, List<Integer> delivered) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    delivered.addAll(batch);
  }
}
