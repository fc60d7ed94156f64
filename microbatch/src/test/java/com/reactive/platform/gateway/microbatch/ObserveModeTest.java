package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import com.reactive.platform.gateway.microbatch.adaptive.LoadSample;
import com.reactive.platform.gateway.microbatch.adaptive.MemoryStore;
import com.reactive.platform.gateway.microbatch.adaptive.OutsideCost;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** 5,000 events a second in 3,500 requests: calibration would pause, and is only watched. */
class ObserveModeTest {
  private static final PressureLevel LEVEL = PressureLevel.L5_BALANCED;
  private static final int EVENTS = 5_000;
  private static final int REQUESTS = 3_500;
  private static final long SECOND = 1_000_000_000;
  private static final CalibrationConfig CONFIG =
      CalibrationConfig.of(new CalibrationKey("", 2, "", "observed", ""), 20_000)
          .withMaxFlushBytes(1 << 20)
          .withPausing(true)
          .withOutsideCost(new OutsideCost(75_000, 3_500_000))
          .withObserving(true);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong cpuNanos = new AtomicLong();
  private final Set<FlushLimits> applied = new HashSet<>();
  private final RecordingStore store = new RecordingStore();
  private LoadSample load = new LoadSample(0, 0, 0, 0, 0, 0);

  @Test
  void theLimitsInForceDoNotMoveAndTheStatusSaysWhatItWouldChoose() {
    BatchCalibration calibration = new BatchCalibration(CONFIG, store);
    run(calibration);

    FlushLimits start = new FlushLimits(1 << 20, 10_000_000, 0);
    assertThat(applied).containsExactly(start);
    assertThat(calibration.status().kept()).isEqualTo(start);
    LevelStatus level = calibration.status().level(LEVEL);
    assertThat(level.best().idlePauseNanos()).isEqualTo(16_000_000);
    assertThat(level.trial()).isNull();
    assertThat(level.costs().unpaused().requestsPerThousand()).isEqualTo(700);
    assertThat(store.seen).as("an estimate is not kept as if it were learned").isEmpty();
  }

  @Test
  void withoutObservingTheSameLoadMovesThem() {
    BatchCalibration calibration =
        new BatchCalibration(CONFIG.withObserving(false), new MemoryStore());
    run(calibration);

    assertThat(applied).hasSizeGreaterThan(1);
    assertThat(calibration.status().kept()).isNull();
  }

  private void run(BatchCalibration calibration) {
    WindowMeter meter = new WindowMeter(nanos::get, cpuNanos::get);
    Adaptation adaptation =
        new Adaptation(
            () -> load,
            (level, limits) -> applied.add(limits),
            calibration,
            meter,
            nanos::get,
            LEVEL);
    for (int second = 0; second < 60; second++) {
      nanos.addAndGet(SECOND);
      cpuNanos.addAndGet(SECOND / 2);
      meter.completed(nanos.get() - 1_000_000, EVENTS);
      load =
          new LoadSample(
              load.acceptedMessages() + EVENTS,
              load.sentBytes() + EVENTS * 200L,
              0,
              0,
              load.requests() + REQUESTS,
              0);
      adaptation.tick();
    }
  }
}
