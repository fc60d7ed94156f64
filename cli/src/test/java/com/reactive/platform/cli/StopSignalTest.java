package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StopSignalTest {
  private final StopSignal signal = new StopSignal();
  private final AtomicInteger reloads = new AtomicInteger();

  @Test
  void aHangupBeforeTheStartIsDoneAfterIt() {
    signal.hangUp();
    signal.hangUp();
    assertThat(signal.isReceived()).isFalse();
    signal.onHangup(reloads::incrementAndGet);
    assertThat(reloads).hasValue(1);
  }

  @Test
  void eachHangupAfterTheStartIsDone() {
    signal.onHangup(reloads::incrementAndGet);
    assertThat(reloads).hasValue(0);
    signal.hangUp();
    signal.hangUp();
    assertThat(reloads).hasValue(2);
  }
}
