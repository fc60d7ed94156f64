package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightLimiterTest {
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

  private final InFlightLimiter lane = new InFlightLimiter(500, 4_096);
  private long now = System.nanoTime();

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      now += LOOK;
      lane.look(now);
    }
  }

  private void accept(int events) {
    for (int i = 0; i < events; i++) {
      assertThat(lane.admits()).isTrue();
      lane.accepted();
    }
  }

  /** They come in heaps when a deadline passes, and would look like a fast Kafka. */
  @Test
  void failuresDoNotOpenIt() {
    accept(AdaptiveLimit.LEAST);
    look(20);
    assertThat(lane.admits()).isFalse();
    for (int i = 0; i < AdaptiveLimit.LEAST; i++) {
      lane.ended(false);
    }
    look(20);
    assertThat(lane.seen()).isEqualTo(new InFlightLimiter.Seen(AdaptiveLimit.LEAST, 0, 1));

    accept(2);
    lane.ended(true);
    lane.endedUnseen(true);
    look(1);
    assertThat(lane.seen().limit()).isEqualTo(4 * AdaptiveLimit.LEAST);
  }

  @Test
  void withoutALongestWaitThereIsNoBound() {
    InFlightLimiter unbounded = new InFlightLimiter(0, 16);
    for (int i = 0; i < 1_000; i++) {
      assertThat(unbounded.admits()).isTrue();
      unbounded.accepted();
    }
  }
}
