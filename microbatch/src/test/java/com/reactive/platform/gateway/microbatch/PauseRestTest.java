package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PauseRestTest {
  private final PauseRest rest = new PauseRest();

  /** The first rest of a pause that begins at 0. */
  private long pause(boolean lasts, long nanos) {
    rest.pauseBegins(0, nanos);
    long first = rest.nanos(0, nanos);
    rest.pauseEnds(lasts);
    return first;
  }

  private void lastingPauses() {
    for (int i = 0; i < 20; i++) {
      pause(true, 8 * MILLI);
    }
    assertThat(rest.mayRest()).isTrue();
  }

  @Test
  void restsOncePausesHaveLasted() {
    for (int i = 0; i < 4; i++) {
      assertThat(pause(true, 8 * MILLI)).isZero();
    }
    assertThat(pause(true, 8 * MILLI)).isEqualTo(8 * MILLI);
  }

  @Test
  void looksHalfWayInOnePauseOfFour() {
    lastingPauses();
    long[] rests = new long[8];
    for (int i = 0; i < rests.length; i++) {
      rests[i] = pause(true, 8 * MILLI);
    }
    assertThat(rests).containsOnly(4 * MILLI, 8 * MILLI);
    assertThat(Arrays.stream(rests).filter(nanos -> nanos == 4 * MILLI)).hasSize(2);
  }

  @Test
  void restsNoMoreAfterSomePausesThatEndedWhenItLooked() {
    lastingPauses();
    for (int i = 0; i < 4 * 9; i++) {
      pause(false, 8 * MILLI);
    }
    assertThat(pause(false, 8 * MILLI)).isZero();
  }

  @Test
  void restsNeitherForAMomentNorForLong() {
    lastingPauses();
    rest.pauseBegins(0, MILLI);
    assertThat(rest.nanos(MILLI - 100 * MICRO, MILLI)).isZero();
    assertThat(rest.nanos(0, 1_000 * MILLI)).isEqualTo(10 * MILLI);
    assertThat(rest.nanos(2 * MILLI, MILLI)).isZero();
  }
}
