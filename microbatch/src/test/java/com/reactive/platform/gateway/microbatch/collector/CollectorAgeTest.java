package com.reactive.platform.gateway.microbatch.collector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CollectorAgeTest {
  private final CollectorLane quick = new CollectorLane(64, false);
  private final CollectorLane slow = new CollectorLane(64, false);
  private final CollectorLane[] one = {quick};
  private final CollectorLane[] both = {quick, slow};
  private final CollectorAge age = new CollectorAge();

  CollectorAgeTest() {
    age.nothingIsOlderThan(-100);
  }

  @Test
  void aBacklogAgesUntilAllOfItIsTaken() {
    put(quick, 3);
    take(quick, 1);
    age.tookSome(one, -90);
    assertThat(age.sinceNanos()).as("nothing was noted before").isEqualTo(-100);

    put(quick, 5);
    take(quick, 1);
    age.tookSome(one, -80);
    assertThat(age.sinceNanos()).as("one of the first is left").isEqualTo(-100);
    take(quick, 1);
    age.tookSome(one, -70);
    assertThat(age.sinceNanos()).as("all that was there at -90 is gone").isEqualTo(-90);
    take(quick, 5);
    age.tookSome(one, -60);
    assertThat(age.sinceNanos()).isEqualTo(-70);
  }

  @Test
  void aRingThatIsServedLateKeepsTheAgeThoughOthersGaveMore() {
    put(quick, 1);
    put(slow, 1);
    age.tookSome(both, -90);
    for (int i = 0; i < 10; i++) {
      put(quick, 1);
      take(quick, 1);
      age.tookSome(both, -80 + i);
    }
    assertThat(age.sinceNanos()).isEqualTo(-100);
    take(quick, 1);
    take(slow, 1);
    age.tookSome(both, -50);
    assertThat(age.sinceNanos()).isEqualTo(-90);
  }

  @Test
  void aRingThatCameAfterTheNoteIsYounger() {
    put(quick, 1);
    age.tookSome(one, -90);
    put(slow, 1);
    take(quick, 1);
    age.tookSome(both, -80);
    assertThat(age.sinceNanos()).isEqualTo(-90);
    put(quick, 1);
    take(quick, 1);
    age.tookSome(both, -70);
    assertThat(age.sinceNanos()).as("the new ring's is noted now").isEqualTo(-90);
    take(slow, 1);
    age.tookSome(both, -60);
    assertThat(age.sinceNanos()).isEqualTo(-80);
  }

  @Test
  void emptyRingsForgetTheBacklog() {
    put(quick, 2);
    age.tookSome(one, -90);
    take(quick, 2);
    age.nothingIsOlderThan(-50);
    assertThat(age.sinceNanos()).isEqualTo(-50);
    put(quick, 1);
    age.tookSome(one, -40);
    assertThat(age.sinceNanos()).as("not back to -90").isEqualTo(-50);
  }

  private static void put(CollectorLane lane, int items) {
    for (int i = 0; i < items; i++) {
      assertThat(lane.offer("item")).isTrue();
    }
  }

  private static void take(CollectorLane lane, int items) {
    for (int i = 0; i < items; i++) {
      assertThat(lane.ring().poll()).isNotNull();
    }
  }
}
