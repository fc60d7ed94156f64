package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SlotsTest {
  @Test
  void slotsAreTakenInTheOrderInWhichTheyBecameFree() {
    Slots slots = new Slots(3);
    slots.start(100);
    assertThat(slots.take()).isEqualTo(100);
    assertThat(slots.take()).isEqualTo(100);
    assertThat(slots.take()).isEqualTo(100);
    assertThat(slots.isFree()).isFalse();
    assertThat(slots.take()).isEqualTo(Slots.NONE);

    slots.free(-7); // nanoTime may be negative
    slots.free(0);
    assertThat(slots.isFree()).isTrue();
    assertThat(slots.take()).isEqualTo(-7);
    assertThat(slots.take()).isZero();
    assertThat(slots.take()).isEqualTo(Slots.NONE);
    assertThat(slots.returned()).isEqualTo(2);
  }

  @Test
  @Timeout(300)
  void everySlotComesBackOnce() throws InterruptedException {
    Slots slots = new Slots(5);
    slots.start(1);
    ExecutorService others = Executors.newFixedThreadPool(3);
    long taken = 0;
    while (taken < 300_000) {
      if (slots.take() != Slots.NONE) {
        taken++;
        others.execute(() -> slots.free(2));
      }
    }
    others.shutdown();
    assertThat(others.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(slots.returned()).isEqualTo(taken);
    for (int i = 0; i < 5; i++) {
      assertThat(slots.take()).isEqualTo(2);
    }
    assertThat(slots.take()).isEqualTo(Slots.NONE);
  }
}
