package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ActiveLoopsTest {
  private static final int LOOPS = 8;

  private final ActiveLoops<Void> loops = new ActiveLoops<>(LOOPS, true, 0);
  private long halfSeconds;

  @Test
  void atFirstAllServe() {
    assertThat(loops.active()).isEqualTo(LOOPS);
  }

  @Test
  void aLoadThatFitsIsServedByFewerAndFewer() {
    load(0.05, 5);
    assertThat(loops.active()).as("not at once").isEqualTo(8);
    load(0.05, 1);
    assertThat(loops.active()).isEqualTo(4);
    load(0.05, 5);
    assertThat(loops.active()).isEqualTo(2);
    load(0.05, 5);
    assertThat(loops.active()).isEqualTo(1);
    load(0.05, 100);
    assertThat(loops.active()).isEqualTo(1);
  }

  @Test
  void butByNoFewerThanHaveRoomForIt() {
    load(0.2, 100);
    assertThat(loops.active()).as("1.6 of 4 x 0.6, but not of 2 x 0.6").isEqualTo(4);
  }

  @Test
  void allServeWhenOneHasMuchToDo() {
    load(0.01, 100);
    assertThat(loops.active()).isEqualTo(1);
    loops.update(7, 1, nanos());
    assertThat(loops.active()).as("an idle loop's own work").isEqualTo(1);
    loops.update(0, 0.8, nanos());
    assertThat(loops.active()).isEqualTo(LOOPS);
  }

  @Test
  void aPeakMakesTheWaitLonger() {
    load(0.01, 100);
    peak();
    load(0.01, 9);
    assertThat(loops.active()).as("the peak was a while later").isEqualTo(4);
    peak();
    load(0.01, 9);
    assertThat(loops.active()).as("the second was not").isEqualTo(LOOPS);
    load(0.01, 1);
    assertThat(loops.active()).isEqualTo(4);
    load(0.01, 100);
    peak();
    load(0.01, 6);
    assertThat(loops.active()).as("forgotten").isEqualTo(4);
  }

  @Test
  void allServeWhenOneStandsStill() {
    load(0.01, 100);
    assertThat(loops.active()).isEqualTo(1);
    for (int i = 0; i < 2; i++) {
      assertThat(loops.active()).isEqualTo(1);
      halfSeconds++;
      loops.update(1, 0.01, nanos());
    }
    assertThat(loops.active()).isEqualTo(LOOPS);
  }

  @Test
  void whenAllStoodStillNothingChanges() {
    load(0.01, 100);
    halfSeconds += 10;
    load(0.01, 1);
    assertThat(loops.active()).isEqualTo(1);
  }

  @Test
  void ifTheyMustNotGatherAllServe() {
    ActiveLoops<Void> all = new ActiveLoops<>(2, false, 0);
    for (int second = 0; second < 100; second++) {
      all.update(0, 0, TimeUnit.SECONDS.toNanos(second));
      all.update(1, 0, TimeUnit.SECONDS.toNanos(second));
    }
    assertThat(all.active()).isEqualTo(2);
  }

  /** Whatever loop accepted them, and however many are active. */
  @Test
  void connectionsAreDividedEvenly() {
    for (int active : new int[] {8, 4, 2, 1}) {
      loops.serveBy(active);
      for (int acceptor = 0; acceptor < LOOPS; acceptor++) {
        assertThat(loops.homeIndex(acceptor + 3L * LOOPS)).isEqualTo(acceptor % active);
      }
    }
    ActiveLoops<Void> three = new ActiveLoops<>(3, true, 0);
    assertThat(three.homeIndex(2 + 3 * 3)).as("all serve").isEqualTo(2);
  }

  private void load(double each, int seconds) {
    for (int i = 0; i < 2 * seconds; i++) {
      halfSeconds++;
      for (int loop = 0; loop < LOOPS; loop++) {
        loops.update(loop, each, nanos());
      }
    }
  }

  private void peak() {
    loops.update(0, 1, nanos());
    assertThat(loops.active()).isEqualTo(LOOPS);
  }

  private long nanos() {
    return TimeUnit.MILLISECONDS.toNanos(500 * halfSeconds);
  }
}
