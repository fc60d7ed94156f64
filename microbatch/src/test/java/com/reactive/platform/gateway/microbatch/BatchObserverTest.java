package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LoadSample;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import org.junit.jupiter.api.Test;

class BatchObserverTest {
  private final RuntimeException reason = new IllegalStateException("test");

  private final WindowMeter meter = new WindowMeter(() -> 20, () -> 0);

  @Test
  void aBatchCountsWithAllItsMessages() {
    meter.start(none());
    batch().acked(0, 0);

    Observation seen = end();
    assertThat(seen.events()).isEqualTo(2);
    assertThat(seen.p99Nanos()).isZero();
    assertThat(seen.steady()).isTrue();
  }

  @Test
  void aFailureMakesTheWindowUnsteady() {
    meter.start(none());
    Batch refused = batch();
    refused.acked(0, 0, 0);
    refused.notWritten(1, reason);
    assertThat(end().steady()).isFalse();

    Batch unknown = batch();
    unknown.acked(0, 0, 0);
    unknown.unknown(reason);
    assertThat(end().steady()).isFalse();

    batch().acked(0, 0);
    assertThat(end().steady()).as("the next window").isTrue();
  }

  private Batch batch() {
    MessageSlots slots = new MessageSlots(new byte[1], 2);
    slots.put(0, 0, 0, null);
    slots.put(1, 0, 0, null);
    Batch.Owner owner = BatchObserver.into(meter)::batchCompleted;
    return new Batch(owner, slots, FlushReason.IDLE, 0, 2, 0, 20);
  }

  private Observation end() {
    return meter.end(PressureLevel.L1_REALTIME, new FlushLimits(1, 1), none(), true);
  }

  private static LoadSample none() {
    return new LoadSample(0, 0, 0, 0, 0);
  }
}
