package com.reactive.platform.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BufferDemandTest {
  private static final int CAPACITY = 8_000_000;
  private static final Offset<Double> ABOUT = within(0.01);

  private final BufferDemand demand = new BufferDemand(CAPACITY, 5_000);
  private long nowNanos = System.nanoTime();

  @Test
  void whoWaitsForResponsesHasOneEventThere() {
    comes(1_000, 300);
    assertThat(demand.fill(10, false)).isCloseTo(3_000.0 / CAPACITY, ABOUT);
    assertThat(demand.fill(10_000, false)).as("as many as come").isCloseTo(1.5 / 8, ABOUT);
  }

  @Test
  void whoDoesNotHasAllThatCome() {
    comes(1_000, 300);
    assertThat(demand.fill(10, true)).isCloseTo(1.5 / 8, ABOUT);
  }

  @Test
  void largeEventsOfFewClientsFillIt() {
    comes(1_000, 200_000);
    assertThat(demand.fill(100, false)).isCloseTo(2.5, ABOUT);
  }

  @Test
  void whatNoLongerComesIsForgotten() {
    comes(1_000, 300);
    comes(0, 300);
    assertThat(demand.fill(10, true)).isCloseTo(0, ABOUT);
  }

  @Test
  void withoutBoundOfTheWaitItIsTheUsualOne() {
    BufferDemand unbounded = new BufferDemand(CAPACITY, 0);
    assertThat(unbounded.fill(1, true)).isZero();
    for (int i = 0; i < 100; i++) {
      nowNanos += TimeUnit.MILLISECONDS.toNanos(100);
      unbounded.taken(30_000);
      unbounded.update(nowNanos);
    }
    assertThat(unbounded.fill(1, true)).isCloseTo(1.5 / 8, ABOUT);
  }

  private void comes(int eventsPerSecond, int bytes) {
    for (int i = 0; i < 100; i++) {
      nowNanos += TimeUnit.MILLISECONDS.toNanos(100);
      for (int event = 0; event < eventsPerSecond / 10; event++) {
        demand.taken(bytes);
      }
      demand.update(nowNanos);
    }
  }
}
