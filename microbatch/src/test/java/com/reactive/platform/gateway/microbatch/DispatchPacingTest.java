package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DispatchPacingTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10); // nanoTime may overflow
  private final DispatchPacing pace = new DispatchPacing(nanos::get);
  private long messages;

  @Test
  void manyMessagesInAShortTimeAreFast() {
    assertThat(isFastAfter(64, 64 * 499)).isTrue();
    assertThat(isFastAfter(1_000_000, 1)).isTrue();
    assertThat(isFastAfter(1_000, 0)).as("the clock may stand still").isTrue();
  }

  @Test
  void manyMessagesInALongTimeAreNotFast() {
    assertThat(isFastAfter(64, 64 * 500)).isFalse();
    assertThat(isFastAfter(1_000_000, 1_000_000_000)).isFalse();
  }

  @Test
  void fewMessagesAreNeverFast() {
    assertThat(isFastAfter(63, 1)).isFalse();
    assertThat(isFastAfter(0, 0)).isFalse();
  }

  @Test
  void onlyWhatCameSinceTheLastCallCounts() {
    isFastAfter(1_000_000, 1);
    assertThat(isFastAfter(63, 1)).as("few").isFalse();
    assertThat(isFastAfter(1, 1)).as("the 63 were counted before").isFalse();

    isFastAfter(0, 1_000_000_000);
    assertThat(isFastAfter(64, 1)).as("the second before is over").isTrue();
  }

  private boolean isFastAfter(long moreMessages, long elapsedNanos) {
    messages += moreMessages;
    nanos.addAndGet(elapsedNanos);
    return pace.isFast(messages);
  }
}
