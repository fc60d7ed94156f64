package com.reactive.platform.gateway.telemetry;

import java.util.ArrayDeque;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** The distribution of what was recorded in the last few samples. Any number of writers. */
final class RecentValues {
  static final int SAMPLES = 5;
  private static final int DIGITS = 2;

  private final long max;
  private final Recorder recorder;
  private final ArrayDeque<Histogram> recent = new ArrayDeque<>(SAMPLES);
  private final Histogram sum;
  private Histogram spare;

  RecentValues(long max) {
    this.max = max;
    recorder = new Recorder(max, DIGITS);
    sum = new Histogram(max, DIGITS);
  }

  /** Any thread; never blocks. */
  void record(long value) {
    recorder.recordValue(Math.max(0, Math.min(value, max)));
  }

  /** To be called by one thread, once a second. */
  DistributionSummary sample() {
    recent.add(recorder.getIntervalHistogram(spare));
    spare = recent.size() > SAMPLES ? recent.remove() : null;
    if (recent.stream().allMatch(histogram -> histogram.getTotalCount() == 0)) {
      return DistributionSummary.NONE; // without adding up thousands of zeros
    }
    sum.reset();
    recent.forEach(sum::add);
    return new DistributionSummary(
        sum.getTotalCount(),
        sum.getMean(),
        sum.getValueAtPercentile(50),
        sum.getValueAtPercentile(99),
        sum.getValueAtPercentile(99.9));
  }
}
