package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.trace.SpanContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
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

  /**
   * A value that was traced.
   *
   * @param epochMillis when it was recorded
   */
  record Exemplar(long value, long epochMillis, SpanContext span) {}

  private final long[] bounds;
  private final LongAdder[] counts;
  private final LongAdder sum = new LongAdder();

  /** The latest of each bucket; null where nothing was traced. */
  private final AtomicReferenceArray<Exemplar> exemplars;

  /**
   * An empty histogram.
   *
   * @param bounds the highest value of each bucket, ascending; not copied
   */
  BucketCounts(long[] bounds) {
    this.bounds = bounds;
    counts = new LongAdder[bounds.length + 1];
    Arrays.setAll(counts, i -> new LongAdder());
    exemplars = new AtomicReferenceArray<>(counts.length);
  }

  void record(long value) {
    record(value, null);
  }

  /**
   * Records a value of something that may be traced.
   *
   * @param span null if it is not
   */
  void record(long value, SpanContext span) {
    int found = Arrays.binarySearch(bounds, value);
    int bucket = found >= 0 ? found : -found - 1;
    counts[bucket].increment();
    sum.add(value);
    if (span != null && span.isSampled()) {
      exemplars.set(bucket, new Exemplar(value, System.currentTimeMillis(), span));
    }
  }

  /** One for each bucket that has one. */
  List<Exemplar> exemplars() {
    List<Exemplar> now = new ArrayList<>();
    for (int bucket = 0; bucket < counts.length; bucket++) {
      Exemplar exemplar = exemplars.get(bucket);
      if (exemplar != null) {
        now.add(exemplar);
      }
    }
    return now;
  }

  Snapshot snapshot() {
    List<Long> now = new ArrayList<>(counts.length);
    for (LongAdder count : counts) {
      now.add(count.sum());
    }
    return new Snapshot(now, sum.sum());
  }
}
