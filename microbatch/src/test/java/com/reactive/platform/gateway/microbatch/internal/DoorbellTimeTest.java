package com.reactive.platform.gateway.microbatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A doorbell keeps the time of the press that woke, and of no other. */
class DoorbellTimeTest {
  private final Doorbell doorbell = new Doorbell();

  @Test
  void theFirstPressCounts() {
    doorbell.announceSleep();
    long before = System.nanoTime();
    doorbell.press(false);
    long after = System.nanoTime();
    doorbell.press(true);
    doorbell.sleep(Doorbell.FOREVER);
    assertThat(doorbell.wokenAtNanos() - before).isNotNegative();
    assertThat(after - doorbell.wokenAtNanos()).isNotNegative();
  }

  @Test
  void aSleepThatNobodyEndedEndsNow() {
    doorbell.announceSleep();
    doorbell.press(false);
    doorbell.announceSleep();
    long before = System.nanoTime();
    doorbell.sleep(0);
    assertThat(doorbell.wokenAtNanos() - before).isNotNegative();
  }
}
