package com.reactive.platform.gateway.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a dispatcher makes of its client's connections and of the probe. */
class ReachabilityTest {
  private long now = System.nanoTime();
  private double bytes;
  private final BrokerLiveness liveness = new BrokerLiveness();
  private final Reachability kafka = new Reachability(liveness, () -> now);

  private void pass(boolean answered) {
    now += 1_000;
    liveness.passed(now, answered, bytes);
    now += 1_000;
  }

  @Test
  void aLostConnectionIsSeenAtOnceAndALaterAnswerEndsIt() throws InterruptedException {
    long before = now += 1_000;
    assertThat(kafka.away(true)).isFalse();
    assertThat(kafka.away(false)).isTrue();
    assertThat(liveness.awaitNudge(0)).isTrue();
    liveness.passed(before, true, bytes);
    assertThat(kafka.away(true)).as("that pass began before").isTrue();
    pass(false);
    assertThat(kafka.away(true)).isTrue();
    pass(true);
    assertThat(kafka.away(true)).isFalse();
  }

  /** Where the processor is busy, an answer may be late. */
  @Test
  void onePassWithoutAnAnswerIsNoNews() {
    pass(true);
    for (int i = 0; i < 3; i++) {
      pass(false);
      assertThat(liveness.quiet()).as("another pass follows soon").isTrue();
      assertThat(kafka.away(true)).isFalse();
      pass(true);
    }
    pass(false);
    pass(false);
    assertThat(kafka.away(true)).isTrue();
    pass(true);
    assertThat(kafka.away(true)).isFalse();
  }

  @Test
  void aBrokerThatTakesRecordsIsNotAway() {
    for (int i = 0; i < 5; i++) {
      bytes++;
      pass(false);
      assertThat(kafka.away(true)).isFalse();
    }
  }

  /** It makes one when it has something to send: to hold its records back for that is in vain. */
  @Test
  void aClientThatHasNoConnectionYetIsGivenTimeToMakeOne() {
    assertThat(kafka.away(false)).isTrue();
    pass(true);
    assertThat(kafka.away(false)).isFalse();
    now += Reachability.CONNECTING_NANOS / 2;
    assertThat(kafka.away(false)).as("no flapping").isFalse();
    now += Reachability.CONNECTING_NANOS;
    assertThat(kafka.away(false)).as("but not for ever").isTrue();
    pass(true);
    assertThat(kafka.away(false)).isFalse();
    assertThat(kafka.away(true)).isFalse();
    assertThat(kafka.away(false)).as("the connection that it made is lost").isTrue();
  }
}
