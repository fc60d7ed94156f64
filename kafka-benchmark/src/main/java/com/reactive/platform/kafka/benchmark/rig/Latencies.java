package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult.Latency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Percentile;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Histograms of nanoseconds, and what they say in microseconds. */
final class Latencies {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double[] PERCENTS = {
    0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 97.5, 98.75, 99, 99.5, 99.75, 99.9,
    99.95, 99.975, 99.99, 99.995, 99.999, 99.9999, 100
  };

  private Latencies() {}

  static Histogram newHistogram() {
    return new Histogram(1, OutcomeRecorder.MAX_LATENCY_NANOS, 3);
  }

  static Latency of(Histogram nanos) {
    List<Percentile> percentiles =
        nanos.getTotalCount() == 0
            ? List.of()
            : Arrays.stream(PERCENTS)
                .mapToObj(percent -> new Percentile(percent, micros(nanos, percent)))
                .toList();
    return new Latency(
        nanos.getTotalCount(),
        nanos.getTotalCount() == 0 ? 0 : nanos.getMean() / NANOS_PER_MICRO,
        micros(nanos, 50),
        micros(nanos, 90),
        micros(nanos, 99),
        micros(nanos, 99.9),
        micros(nanos, 100),
        percentiles);
  }

  private static double micros(Histogram nanos, double percent) {
    return nanos.getTotalCount() == 0 ? 0 : nanos.getValueAtPercentile(percent) / NANOS_PER_MICRO;
  }
}
