package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** A broker stands still, or is gone without a word, and others lead its partitions. */
class LeaderSearchTest {
  private final ScriptedCore script = ScriptedCore.ready();

  @Test
  void asksWhoLeadsWhileABrokerDoesNotAnswer() {
    script.send(0, "a");
    script.refreshes.clear();
    script.passes(999);
    assertThat(script.refreshes).isEmpty();
    script.passes(1);
    assertThat(script.refreshes).containsExactly("t");
    script.passes(249);
    assertThat(script.refreshes).hasSize(1);
    script.passes(1);
    assertThat(script.refreshes).hasSize(2);
    script.answer(0, Errors.NONE);
    script.passes(250);
    assertThat(script.refreshes).as("it answers again").hasSize(2);
  }

  @Test
  void goesToTheNewLeaderWithoutWaitingForTheOldOne() {
    script.send(0, "a");
    script.passes(1_000);
    assertThat(script.disconnects).as("nobody else leads").isEmpty();
    script.view(1, 0);
    script.up(1);
    assertThat(script.disconnects).containsExactly(0);
    assertThat(script.requests).as("while the old one may answer").hasSize(1);
    script.lost(0);
    assertThat(script.requests).hasSize(2);
    assertThat(script.last().broker()).isEqualTo(1);
    script.assertSameBatch(0, 1);
  }

  @Test
  void givesAnOldLeaderTheTimeThatAnAnswerMayTake() {
    script.send(0, "a");
    script.view(1, 0);
    script.up(1);
    script.passes(999);
    assertThat(script.disconnects).isEmpty();
    script.passes(1);
    assertThat(script.disconnects).containsExactly(0);
  }

  @Test
  void waitsWhereNobodyLeads() {
    script.send(0, "a");
    script.view(-1, 0);
    script.passes(5_000);
    assertThat(script.disconnects).isEmpty();
  }

  /** A process that stands still has its connections accepted, but says nothing. */
  @Test
  void asksWhoLeadsWhileItCannotConnect() {
    script.send(0, "a");
    script.lost(0);
    script.passes(100);
    assertThat(script.connects).endsWith(0);
    script.refreshes.clear();
    script.passes(250);
    script.passes(250);
    assertThat(script.refreshes).containsExactly("t", "t");
    script.view(1, 0);
    script.up(1);
    script.assertSameBatch(0, 1);
    script.answer(1, Errors.NONE);
    script.passes(1_000);
    assertThat(script.refreshes).as("nothing waits for it any more").hasSize(2);
  }
}
