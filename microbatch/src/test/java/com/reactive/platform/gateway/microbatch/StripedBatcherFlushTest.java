package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class StripedBatcherFlushTest extends BatcherHarness {
  private final ManualSink sink = new ManualSink();

  @Test
  void oneMessageGoesAtOnceWhenTheSinkIsIdle() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    Waits.untilParked(batcher, Thread.State.WAITING);
    RecordedCompletion completion = new RecordedCompletion();
    long before = System.nanoTime();
    assertThat(submit(batcher, "hello", completion)).isEqualTo(SubmitResult.ACCEPTED);
    long after = System.nanoTime();

    Batch batch = sink.next();
    assertThat(ManualSink.texts(batch)).containsExactly("hello");
    assertThat(batch.bytes()).isEqualTo(5);
    assertThat(batch.reason()).isEqualTo(FlushReason.IDLE);
    assertThat(batch.oldestNanos() - before).isNotNegative();
    assertThat(after - batch.oldestNanos()).isNotNegative();
    assertThat(completion.told()).isEmpty();

    assertThat(batch.acked(0, 3, 42)).isTrue();
    assertThat(completion.told()).containsExactly("acked 3/42");
  }

  @Test
  void messagesGatherWhileTheSinkIsBusyAndGoTogether() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    submit(batcher, "first");
    Batch first = sink.next();
    for (int i = 0; i < 10; i++) {
      submit(batcher, "m" + i);
    }
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    assertThat(sink.hasNone()).isTrue();

    ManualSink.ackAll(first);
    Batch second = sink.next();
    assertThat(second.size()).isEqualTo(10);
    assertThat(ManualSink.texts(second)).startsWith("m0", "m1").endsWith("m9");
    assertThat(second.reason()).isEqualTo(FlushReason.IDLE);
  }

  @Test
  void allStripesGoWhenTheSinkBecomesIdle() throws InterruptedException {
    StripedBatcher batcher = start(new BatcherConfig(3, 4096, 256, NO_SIZE, HOUR_NANOS), sink);
    batcher.writer(1).submit(new byte[1], 0, 1, new RecordedCompletion());
    Batch first = sink.next();
    // Not before the first pass is over: it would take them along.
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    for (int stripe = 0; stripe < 3; stripe++) {
      byte[] message = {(byte) stripe};
      batcher.writer(stripe).submit(message, 0, 1, new RecordedCompletion());
    }
    ManualSink.ackAll(first);

    // None of the three is completed, so only one and the same pass can have sent them.
    List<Byte> stripes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      stripes.add(ManualSink.bytes(sink.next(), 0)[0]);
    }
    assertThat(stripes).containsExactlyInAnyOrder((byte) 0, (byte) 1, (byte) 2);
  }

  @Test
  void aFullBatchGoesAlthoughSomethingIsInFlight() throws InterruptedException {
    StripedBatcher batcher = start(sink, 100, HOUR_NANOS);
    submit(batcher, "first");
    sink.next();
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    submit(batcher, "x".repeat(60));
    submit(batcher, "y".repeat(40));

    Batch batch = sink.next();
    assertThat(batch.reason()).isEqualTo(FlushReason.SIZE);
    assertThat(batch.bytes()).isEqualTo(100);
  }

  @Test
  void theIntervalEndsTheWaitForABusySink() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, 2_000_000);
    submit(batcher, "first");
    sink.next();
    submit(batcher, "second");

    assertThat(sink.next().reason()).isEqualTo(FlushReason.TIME);
  }

  @Test
  void aBacklogGoesInBatchesAndWhatIsLeftByTheSameRule() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    BatchSender gated =
        batch -> {
          gate.await();
          sink.send(batch);
        };
    StripedBatcher batcher = start(gated, 35, HOUR_NANOS);
    submit(batcher, "first");
    Waits.until("the sender blocks", () -> batcher.stats().inFlightBatches() == 1);
    for (int i = 0; i < 10; i++) {
      submit(batcher, "ten bytes" + i);
    }
    gate.countDown();

    Batch first = sink.next();
    for (int i = 0; i < 3; i++) {
      Batch batch = sink.next();
      assertThat(batch.reason()).isEqualTo(FlushReason.SIZE);
      assertThat(batch.bytes()).as("no more than N").isEqualTo(30);
      ManualSink.ackAll(batch);
    }
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    assertThat(sink.hasNone()).as("10 of 35 bytes are left, the sink is busy").isTrue();
    ManualSink.ackAll(first);
    assertThat(ManualSink.texts(sink.next())).containsExactly("ten bytes9");
  }

  @Test
  void newLimitsWorkAtOnce() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    submit(batcher, "first");
    sink.next();
    submit(batcher, "second");
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    batcher.flushLimits(NO_SIZE, 1);
    assertThat(sink.next().reason()).isEqualTo(FlushReason.TIME);

    batcher.flushLimits(NO_SIZE, HOUR_NANOS);
    submit(batcher, "third");
    batcher.flushLimits(5, HOUR_NANOS);
    assertThat(sink.next().reason()).isEqualTo(FlushReason.SIZE);
    assertThat(batcher.stats().flushBytes()).isEqualTo(5);
    assertThat(batcher.stats().flushIntervalNanos()).isEqualTo(HOUR_NANOS);
  }

  @Test
  void theThresholdInForceIsAtMostAQuarterOfTheStripe() {
    assertThat(start(sink, NO_SIZE, HOUR_NANOS).stats().flushBytes()).isEqualTo(1024);
  }

  @Test
  void anIdleDispatcherDoesNothingAtAll() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, 1_000_000);
    submit(batcher, "one");
    ManualSink.ackAll(sink.next());
    Waits.untilParked(batcher, Thread.State.WAITING); // and not TIMED_WAITING

    long passes = batcher.dispatcher().passes();
    LockSupport.parkNanos(200_000_000);
    assertStoodStill(batcher, passes);
  }

  @Test
  void messagesThatHaveToWaitDoNotWakeTheDispatcher() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    submit(batcher, "first");
    sink.next();
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);

    long passes = batcher.dispatcher().passes();
    for (int i = 0; i < 50; i++) {
      submit(batcher, "waits");
    }
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    assertStoodStill(batcher, passes);
  }

  @Test
  void statsAddUp() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    assertThat(batcher.stats().lastFlushReason()).isNull();
    submit(batcher, "first");
    Batch first = sink.next();
    submit(batcher, "123");
    submit(batcher, "");
    assertStats(batcher.stats(), 1, 3, 8, 1);

    ManualSink.ackAll(first);
    Batch second = sink.next();
    assertStats(batcher.stats(), 2, 2, 3, 1);

    second.acked(0, 0, 0);
    assertStats(batcher.stats(), 2, 1, 0, 1);
    second.acked(1, 0, 1);
    assertStats(batcher.stats(), 2, 0, 0, 0);
    BatcherStats stats = batcher.stats();
    assertThat(stats.acceptedMessages()).isEqualTo(3).isEqualTo(stats.messages());
    assertThat(stats.acceptedBytes()).isEqualTo(8).isEqualTo(stats.bytes());
    assertThat(stats.batches(FlushReason.IDLE)).isEqualTo(2);
    assertThat(stats.batches(FlushReason.SIZE)).isZero();
    assertThat(stats.lastFlushReason()).isEqualTo(FlushReason.IDLE);
  }

  /** One more pass is allowed: an unpark that came late may have ended the park that we saw. */
  private static void assertStoodStill(StripedBatcher batcher, long passes) {
    assertThat(batcher.dispatcher().passes()).isBetween(passes, passes + 1);
  }

  private static void assertStats(
      BatcherStats stats, long batches, long pending, long pendingBytes, int inFlight) {
    assertThat(stats.batches()).isEqualTo(batches);
    assertThat(stats.pendingMessages()).isEqualTo(pending);
    assertThat(stats.pendingBytes()).isEqualTo(pendingBytes);
    assertThat(stats.inFlightBatches()).isEqualTo(inFlight);
  }
}
