package com.reactive.platform.gateway.telemetry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A histogram with fixed buckets: what the SDK's own would hold, but recorded without a lock, a
 * look-up by attributes or an allocation, because it is done for each request.
 *
 * <p>Thread-safe. A snapshot that is taken meanwhile may lack what is just being recorded.
 */
final class BucketCounts {
  /** The counts of the buckets; one more than there are bounds, the last for all beyond. */
  record Snapshot(List<Long> counts, long sum) {
    long count() {
      return counts.stream().mapToLong(Long::longValue).sum();
    }
  }

  private final long[] bounds;
  private final LongAdder[] counts;
  private final LongAdder sum = new LongAdder();

  /**
   * An empty histogram.
   *
   * @param bounds the highest value of each bucket, ascending; not copied
   */
  BucketCounts(long[] bounds) {
    this.bounds = bounds;
    counts = new LongAdder[bounds.length + 1];
    Arrays.setAll(counts, i -> new LongAdder());
  }

  void record(long value) {
    int found = Arrays.binarySearch(bounds, value);
    counts[found >= 0 ? found : -found - 1].increment();
    sum.add(value);
  }

  Snapshot snapshot() {
    List<Long> now = new ArrayList<>(counts.length);
    for (LongAdder count : counts) {
      now.add(count.sum());
    }
    return new Snapshot(now, sum.sum());
  }
}
