package com.reactive.platform.gateway.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetRunsTest {
  private static final int OFFSETS = 400;

  private final OffsetRuns runs = new OffsetRuns();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void knowsWhatWasAddedInAnyOrder(long seed) {
    Random random = new Random(seed);
    List<long[]> batches = new ArrayList<>();
    for (int from = 0; from < OFFSETS; ) {
      int to = from + 1 + random.nextInt(9);
      if (random.nextInt(3) > 0) {
        batches.add(new long[] {from, to});
      }
      from = to;
    }
    Collections.shuffle(batches, random);
    BitSet added = new BitSet();
    for (long[] batch : batches.subList(0, batches.size() / 2)) {
      runs.add(batch[0], batch[1]);
      added.set((int) batch[0], (int) batch[1]);
    }
    long middle = random.nextInt(OFFSETS / 2);
    for (long offset = 0; offset < middle; offset++) {
      assertThat(runs.firstOutside(offset)).isEqualTo(added.nextClearBit((int) offset));
    }
    for (long[] batch : batches.subList(batches.size() / 2, batches.size())) {
      if (batch[0] >= middle) {
        runs.add(batch[0], batch[1]);
        added.set((int) batch[0], (int) batch[1]);
      }
    }
    for (long offset = middle; offset < OFFSETS; offset++) {
      assertThat(runs.firstOutside(offset)).isEqualTo(added.nextClearBit((int) offset));
    }
  }

  @Test
  void forgetsAllThatWasKnownIfTheLogWasCut() {
    runs.add(0, 50);
    runs.add(100, 110);
    runs.add(45, 55);
    assertThat(runs.firstOutside(45)).isEqualTo(55);
    assertThat(runs.firstOutside(100)).isEqualTo(100);
    runs.add(40, 46);
    assertThat(runs.firstOutside(40)).isEqualTo(46);
    assertThat(runs.firstOutside(46)).isEqualTo(46);
  }

  @Test
  void forgetsTheFirstOfMany() {
    for (int run = 0; run <= OffsetRuns.MOST_RUNS; run++) {
      runs.add(10L * run, 10L * run + 5);
    }
    assertThat(runs.firstOutside(0)).isZero();
    assertThat(runs.firstOutside(10)).isEqualTo(15);
  }
}
