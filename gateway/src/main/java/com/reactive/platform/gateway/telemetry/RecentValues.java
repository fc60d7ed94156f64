package com.reactive.platform.gateway.telemetry;

import java.util.ArrayDeque;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** The distribution of what was recorded in the last few samples. Any number of writers. */
final class RecentValues {
  static final int SAMPLES = 5;
  private static final int DIGITS = 2;

  private final long max;
  private final int samples;
  private final Recorder recorder;
  private final ArrayDeque<Histogram> recent;
  private final Histogram sum;
  private Histogram spare;
  private boolean empty = true;

  /** Of the last {@value #SAMPLES} samples. */
  RecentValues(long max) {
    this(max, SAMPLES);
  }

  RecentValues(long max, int samples) {
    this.max = max;
    this.samples = samples;
    recorder = new Recorder(max, DIGITS);
    recent = new ArrayDeque<>(samples + 1);
    sum = histogram(max);
  }

  /** An empty one, for the sum of several. */
  static Histogram histogram(long max) {
    return new Histogram(max, DIGITS);
  }

  /** Any thread; never blocks. */
  void record(long value) {
    recorder.recordValue(Math.max(0, Math.min(value, max)));
  }

  /** To be called by one thread, once a second. */
  DistributionSummary sample() {
    recent.add(recorder.getIntervalHistogram(spare));
    spare = recent.size() > samples ? recent.remove() : null;
    empty = recent.stream().allMatch(histogram -> histogram.getTotalCount() == 0);
    if (empty) {
      return DistributionSummary.NONE; // without adding up thousands of zeros
    }
    sum.reset();
    recent.forEach(sum::add);
    return summary(sum);
  }

  /**
   * The last samples of several with the same maximum, as if all had been recorded in one.
   *
   * @param sum to add them up in
   */
  static DistributionSummary together(List<RecentValues> all, Histogram sum) {
    List<RecentValues> some = all.stream().filter(each -> !each.empty).toList();
    if (some.isEmpty()) {
      return DistributionSummary.NONE;
    }
    if (some.size() == 1) {
      return summary(some.get(0).sum);
    }
    sum.reset();
    some.forEach(each -> sum.add(each.sum));
    return summary(sum);
  }

  private static DistributionSummary summary(Histogram sum) {
    return new DistributionSummary(
        sum.getTotalCount(),
        sum.getMean(),
        sum.getValueAtPercentile(50),
        sum.getValueAtPercentile(99),
        sum.getValueAtPercentile(99.9));
  }
}
