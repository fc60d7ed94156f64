package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BucketCountsTest {
  @Test
  void aBoundBelongsToTheBucketThatItEnds() {
    BucketCounts counts = new BucketCounts(new long[] {10, 20});
    for (long value : new long[] {-1, 0, 10, 11, 20, 21, Long.MAX_VALUE / 2}) {
      counts.record(value);
    }
    assertThat(counts.snapshot().counts()).containsExactly(3L, 2L, 2L);
    assertThat(counts.snapshot().count()).isEqualTo(7);
  }

  @Test
  void theSumIsThatOfAllValues() {
    BucketCounts counts = new BucketCounts(new long[] {10});
    counts.record(3);
    counts.record(40);
    assertThat(counts.snapshot().sum()).isEqualTo(43);
  }
}
