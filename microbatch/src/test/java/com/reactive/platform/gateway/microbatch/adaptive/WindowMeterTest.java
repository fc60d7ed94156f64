package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WindowMeterTest {
  private static final long MILLI = 1_000_000;
  private static final Percentage TWO_DIGITS = Percentage.withPercentage(1);
  private static final FlushLimits LIMITS = new FlushLimits(7, 8);

  private final AtomicLong nanos = new AtomicLong(-5);
  private final AtomicLong cpuNanos = new AtomicLong(11);
  private final WindowMeter meter = new WindowMeter(nanos::get, cpuNanos::get);

  @Test
  void aWindowHasItsOwnFiguresAndNoOthers() {
    meter.start(Loads.of(0, 1_000, 3, 0));
    completed(5, 2 * MILLI);
    nanos.addAndGet(10_000);
    cpuNanos.addAndGet(400);

    assertThat(end(Loads.of(0, 1_700, 3, 0)))
        .isEqualTo(
            new Observation(
                Windows.LEVEL,
                LIMITS,
                5,
                700,
                10_000 + 2 * MILLI,
                400,
                p99(2 * MILLI),
                false,
                true));

    nanos.addAndGet(20_000);
    cpuNanos.addAndGet(50);
    completed(1, 9 * MILLI);
    assertThat(end(Loads.of(0, 1_701, 4, 0)))
        .isEqualTo(
            new Observation(
                Windows.LEVEL, LIMITS, 1, 1, 20_000 + 9 * MILLI, 50, p99(9 * MILLI), true, true));
  }

  @Test
  void whatTheSinkSentIsThatOfTheWindow() {
    meter.start(Loads.of(0, 0, 0, 0).withWireBytes(700));
    completed(5, MILLI);

    assertThat(end(Loads.of(0, 500, 0, 0).withWireBytes(900)).wireBytes()).isEqualTo(200);
    completed(5, MILLI);
    assertThat(end(Loads.of(0, 900, 0, 0)).wireBytes()).as("unknown").isEqualTo(-1);
  }

  @Test
  void aStartForgetsWhatCameBefore() {
    meter.start(Loads.of(0, 0, 0, 0));
    completed(5, MILLI);
    nanos.addAndGet(10_000);
    cpuNanos.addAndGet(10_000);
    meter.start(Loads.of(0, 500, 9, 0));
    nanos.addAndGet(1);

    assertThat(end(Loads.of(0, 500, 9, 0)))
        .isEqualTo(new Observation(Windows.LEVEL, LIMITS, 0, 0, 1, 0, -1, false, true));
  }

  @Test
  void theNinetyNinthPercentileCountsMessagesAndNotBatches() {
    meter.start(Loads.of(0, 0, 0, 0));
    completed(990, 3 * MILLI);
    for (int i = 0; i < 10; i++) {
      completed(1, 50 * MILLI);
    }
    assertThat(end(Loads.of(0, 0, 0, 0)).p99Nanos()).isCloseTo(3 * MILLI, TWO_DIGITS);

    completed(980, 3 * MILLI);
    completed(20, 50 * MILLI);
    assertThat(end(Loads.of(0, 0, 0, 0)).p99Nanos()).isCloseTo(50 * MILLI, TWO_DIGITS);
  }

  @Test
  void whatWasSubmittedBeforeTheWindowCountsButItsLatencyIsThatOfOtherLimits() {
    long before = nanos.getAndAdd(50 * MILLI);
    meter.start(Loads.of(0, 0, 0, 0));
    meter.completed(before, 3);
    assertThat(end(Loads.of(0, 0, 0, 0)))
        .extracting(Observation::events, Observation::p99Nanos)
        .containsExactly(3L, -1L);
  }

  @Test
  void aFailureMakesTheWindowUnsteady() {
    meter.start(Loads.of(0, 0, 0, 0));
    meter.failed(2);
    assertThat(end(Loads.of(0, 0, 0, 0)).steady()).isFalse();
    completed(1, MILLI);
    assertThat(end(Loads.of(0, 0, 0, 0)).steady()).as("the next window").isTrue();
  }

  @Test
  void latenciesBeyondAllMeasureAreCutAndNotThrownAbout() {
    meter.start(Loads.of(0, 0, 0, 0));
    completed(1, -4);
    assertThat(end(Loads.of(0, 0, 0, 0)).p99Nanos()).isZero();

    completed(1, TimeUnit.DAYS.toNanos(3));
    assertThat(end(Loads.of(0, 0, 0, 0)).p99Nanos())
        .isCloseTo(TimeUnit.HOURS.toNanos(1), TWO_DIGITS);
  }

  @Test
  void aBacklogThatGrowsOrShrinksMeansThatTheSinkSetTheRate() {
    meter.start(Loads.pending(0));
    completed(100, MILLI);
    assertThat(end(Loads.pending(10)).saturated()).isFalse();
    completed(100, MILLI);
    assertThat(end(Loads.pending(21)).saturated()).as("11 more wait, of 100").isTrue();
    completed(100, MILLI);
    assertThat(end(Loads.pending(10)).saturated()).as("11 fewer").isTrue();
    completed(100, MILLI);
    assertThat(end(Loads.pending(10)).saturated()).as("always as many").isFalse();
  }

  @Test
  void anUnknownCpuTimeAtEitherEndIsUnknown() {
    cpuNanos.set(-1);
    meter.start(Loads.of(0, 0, 0, 0));
    cpuNanos.set(100);
    assertThat(end(Loads.of(0, 0, 0, 0)).cpuNanos()).isEqualTo(-1);
    assertThat(end(Loads.of(0, 0, 0, 0)).cpuNanos()).isZero();
    cpuNanos.set(-1);
    assertThat(end(Loads.of(0, 0, 0, 0)).cpuNanos()).isEqualTo(-1);
  }

  @Test
  void steadyIsWhatItsOwnerSays() {
    meter.start(Loads.of(0, 0, 0, 0));
    assertThat(meter.end(Windows.LEVEL, LIMITS, Loads.of(0, 0, 0, 0), false).steady()).isFalse();
  }

  @Test
  void batchesOfSeveralThreadsAllCountOnceWhileWindowsEnd() throws Exception {
    int threads = 4;
    int batches = 5_000;
    meter.start(Loads.of(0, 0, 0, 0));
    ExecutorService completers = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(
            completers.submit(
                () -> {
                  for (int batch = 0; batch < batches; batch++) {
                    completed(3, MILLI);
                  }
                }));
      }
      long events = 0;
      for (Future<?> completer : running) {
        while (!completer.isDone()) {
          events += end(Loads.of(0, 0, 0, 0)).events();
        }
        completer.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
      }
      events += end(Loads.of(0, 0, 0, 0)).events();
      assertThat(events).isEqualTo(3L * threads * batches);
    } finally {
      completers.shutdownNow();
    }
  }

  private Observation end(LoadSample stats) {
    return meter.end(Windows.LEVEL, LIMITS, stats, true);
  }

  /** Submitted in this window, unless time is made to jump; completed so much later. */
  private void completed(int messages, long latencyNanos) {
    long oldestNanos = nanos.get();
    nanos.addAndGet(latencyNanos);
    meter.completed(oldestNanos, messages);
  }

  /** What two digits leave of it. */
  private static long p99(long latencyNanos) {
    return new Histogram(TimeUnit.HOURS.toNanos(1), 2).highestEquivalentValue(latencyNanos);
  }
}
