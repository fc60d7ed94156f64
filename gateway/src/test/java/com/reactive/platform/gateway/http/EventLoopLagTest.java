package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.InFlightLimiter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventLoopLagTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void theLongestIsKeptAndTheRecentOneForgotten() {
    EventLoopLag delay = new EventLoopLag(0);
    delay.late(2 * MILLI, SECOND);
    delay.late(300 * MILLI, 2 * SECOND);
    delay.late(MILLI, 3 * SECOND);
    assertThat(delay.seen()).isEqualTo(new EventLoopLag.Seen(300 * MILLI, 300 * MILLI, 1));
    delay.late(MILLI, 13 * SECOND);
    assertThat(delay.seen().recentNanos()).as("not at once").isEqualTo(300 * MILLI);
    delay.late(MILLI, 24 * SECOND);
    assertThat(delay.seen()).isEqualTo(new EventLoopLag.Seen(300 * MILLI, MILLI, 1));
  }

  @Test
  void allLoopsTogetherAreAsLateAsTheLatest() {
    HttpLoad.Bodies bodies = new HttpLoad.Bodies(7, 8, 9);
    HttpLoad load =
        HttpLoad.of(
            List.of(
                List.of(
                    new InFlightLimiter.Load(10, 2, 1, 7), new InFlightLimiter.Load(20, 0, 0, 0)),
                List.of(
                    new InFlightLimiter.Load(30, 3, 4, 8), new InFlightLimiter.Load(40, 5, 6, 9))),
            List.of(new EventLoopLag.Seen(9, 1, 2), new EventLoopLag.Seen(5, 4, 3)),
            1,
            List.of(6, 7),
            bodies);
    assertThat(load)
        .isEqualTo(
            new HttpLoad(
                List.of(
                    new InFlightLimiter.Load(40, 5, 5, 15), new InFlightLimiter.Load(60, 5, 6, 9)),
                9,
                4,
                5,
                1,
                List.of(6, 7),
                bodies));
  }
}
