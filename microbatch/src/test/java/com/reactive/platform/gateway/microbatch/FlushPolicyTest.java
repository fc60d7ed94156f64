package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FlushPolicyTest {
  private static final boolean BUSY = false;
  private static final boolean IDLE = true;

  private final AtomicLong nanos = new AtomicLong(-5); // nanoTime may be negative
  private final Stripe stripe =
      new Stripe(new BatcherConfig(1, 1024, 16, 100, 1_000), StripeTest.NOBODY, nanos::get);
  private final FlushPolicy rule = new FlushPolicy(new FlushLimits(100, 1_000), nanos::get);

  @Test
  void nothingPendingIsNeverDue() {
    nanos.addAndGet(1_000_000);

    assertThat(rule.reason(stripe, IDLE, true)).isNull();
    assertThat(rule.nanosUntilTime(stripe)).isEqualTo(1_000);
  }

  @Test
  void aMessageWaitsForABusySinkUntilItsTime() {
    append(10);
    nanos.addAndGet(999);

    assertThat(rule.reason(stripe, BUSY, false)).isNull();
    assertThat(rule.nanosUntilTime(stripe)).isEqualTo(1);

    nanos.addAndGet(1);
    assertThat(rule.reason(stripe, BUSY, false)).isEqualTo(FlushReason.TIME);
  }

  @Test
  void theOldestMessageCounts() {
    append(10);
    nanos.addAndGet(600);
    append(10);

    assertThat(rule.nanosUntilTime(stripe)).isEqualTo(400);
  }

  @Test
  void bytesMakeItDueAtTheThresholdAndNotBefore() {
    append(99);
    assertThat(rule.reason(stripe, BUSY, false)).isNull();

    append(1);
    assertThat(rule.reason(stripe, BUSY, false)).isEqualTo(FlushReason.SIZE);
  }

  @Test
  void aQuarterOfTheSlotsMakesItDueHoweverSmallTheMessages() {
    for (int i = 0; i < 3; i++) {
      append(0);
    }
    assertThat(rule.reason(stripe, BUSY, false)).isNull();

    append(0);
    assertThat(rule.reason(stripe, BUSY, false)).isEqualTo(FlushReason.SIZE);
  }

  @Test
  void anIdleSinkOrAClosingBatcherWaitsForNothing() {
    append(1);

    assertThat(rule.reason(stripe, IDLE, false)).isEqualTo(FlushReason.IDLE);
    assertThat(rule.reason(stripe, BUSY, true)).isEqualTo(FlushReason.CLOSE);
  }

  @Test
  void theFirstReasonOfTheListIsNamed() {
    append(100);
    nanos.addAndGet(1_000);
    assertThat(rule.reason(stripe, IDLE, true)).isEqualTo(FlushReason.SIZE);

    rule.limits(new FlushLimits(1_000, 1_000));
    assertThat(rule.reason(stripe, IDLE, true)).isEqualTo(FlushReason.TIME);
  }

  @Test
  void anIntervalOfForeverDoesNotOverflow() {
    rule.limits(new FlushLimits(100, Long.MAX_VALUE));
    append(1);
    nanos.addAndGet(1_000_000);

    assertThat(rule.reason(stripe, BUSY, false)).isNull();
    assertThat(rule.nanosUntilTime(stripe)).isEqualTo(Long.MAX_VALUE - 1_000_000);
  }

  private void append(int length) {
    SubmitResult result = stripe.append(new byte[length], 0, length, new RecordedCompletion());
    assertThat(result).isEqualTo(SubmitResult.ACCEPTED);
  }
}
