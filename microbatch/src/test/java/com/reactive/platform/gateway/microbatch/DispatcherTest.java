package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the dispatcher stands still, and what wakes it, while the sink is stuck. */
class DispatcherTest extends BatcherHarness {
  private static final int STUCK_ROUNDS = 1_500;

  private final ManualSink sink = new ManualSink();

  @Test
  void standsStillWhileTheSinkIsStuckAndNothingIsPending() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, 1_000_000);
    submit(batcher, "stuck");
    sink.next();
    Waits.untilParked(batcher, Thread.State.WAITING); // and not TIMED_WAITING

    long passes = batcher.dispatcher().passes();
    LockSupport.parkNanos(100_000_000);
    assertThat(batcher.dispatcher().passes())
        .as("an unpark that came late may cost one more")
        .isBetween(passes, passes + 1);
  }

  /** An unpark that came late ends the next park, which was no interval without messages then. */
  @Test
  void aParkThatEndsEarlyIsNoQuietInterval() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    submit(batcher, "stuck");
    sink.next();
    for (int round = 0; round < 5; round++) {
      Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
      long passes = batcher.dispatcher().passes();
      LockSupport.unpark(batcher.dispatcher().thread());
      Waits.until("one more pass", () -> batcher.dispatcher().passes() > passes);
    }
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
  }

  @Test
  void theNextMessageGoesByTimeAlthoughItStoodStill() throws InterruptedException {
    long intervalNanos = 2_000_000;
    StripedBatcher batcher = start(sink, NO_SIZE, intervalNanos);
    submit(batcher, "stuck");
    sink.next();
    for (int round = 0; round < 5; round++) {
      Waits.untilParked(batcher, Thread.State.WAITING);
      submit(batcher, "next");

      Batch batch = sink.next();
      assertThat(batch.reason()).isEqualTo(FlushReason.TIME);
      assertThat(System.nanoTime() - batch.oldestNanos()).isGreaterThanOrEqualTo(intervalNanos);
    }
  }

  @Test
  void aFullBatchGoesAtOnceAlthoughItStoodStill() throws InterruptedException {
    StripedBatcher batcher = start(sink, 100, 1_000_000);
    submit(batcher, "stuck");
    sink.next();
    Waits.untilParked(batcher, Thread.State.WAITING);
    batcher.flushLimits(100, HOUR_NANOS);
    submit(batcher, "x".repeat(100));

    assertThat(sink.next().reason()).isEqualTo(FlushReason.SIZE);
  }

  @Test
  void theSinkThatComesBackWakesIt() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, 1_000_000);
    submit(batcher, "stuck");
    Batch stuck = sink.next();
    Waits.untilParked(batcher, Thread.State.WAITING);
    batcher.flushLimits(NO_SIZE, HOUR_NANOS);
    submit(batcher, "pending");
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    assertThat(sink.hasNone()).isTrue();
    stuck.acked(0, 0);

    assertThat(sink.next().reason()).isEqualTo(FlushReason.IDLE);
  }

  /** Three were answered and one of them comes back: the idle sink waits for the others in vain. */
  @Test
  void whoIsWaitedForInVainDelaysNobodyForLong() throws InterruptedException {
    StripedBatcher batcher = start(sink, NO_SIZE, HOUR_NANOS);
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      submit(batcher, "alone");
      Batch first = sink.next();
      submit(batcher, "a");
      submit(batcher, "b");
      submit(batcher, "c");
      ManualSink.ackAll(first);
      Batch group = sink.next();
      LockSupport.parkNanos(random.nextInt(2_000_000));
      ManualSink.ackAll(group);
      LockSupport.parkNanos(random.nextInt(100_000));
      submit(batcher, "back");
      ManualSink.ackAll(sink.next());
    }
  }

  @Test
  void aFullBatchAndClosingEndAPause() throws Exception {
    StripedBatcher batcher =
        start(new BatcherConfig(2, 4096, 256, 100, HOUR_NANOS, HOUR_NANOS), sink);
    submit(batcher, "the first");
    Batch first = sink.next();
    assertThat(first.reason()).isEqualTo(FlushReason.IDLE);
    submit(batcher, "during its flight");
    ManualSink.ackAll(first);
    Waits.untilParked(batcher, Thread.State.TIMED_WAITING);
    assertThat(sink.hasNone()).as("paused").isTrue();
    submit(batcher, "x".repeat(100 - "during its flight".length()));
    Batch full = sink.next();
    assertThat(full.reason()).isEqualTo(FlushReason.SIZE);

    submit(batcher, "during the next flight");
    ManualSink.ackAll(full);
    Thread closer = new Thread(batcher::close);
    closer.start();
    Batch last = sink.next();
    assertThat(last.reason()).isEqualTo(FlushReason.CLOSE);
    ManualSink.ackAll(last);
    closer.join();
  }

  /** T passes while nothing comes, and the pause goes on: a message must not wait for its end. */
  @Test
  void aPauseLongerThanTHoldsNothingBackBeyondT() throws InterruptedException {
    long intervalNanos = 20_000_000;
    StripedBatcher batcher =
        start(new BatcherConfig(2, 4096, 256, NO_SIZE, intervalNanos, HOUR_NANOS), sink);
    submit(batcher, "the first");
    Batch first = sink.next();
    for (int i = 0; i < 8; i++) {
      submit(batcher, "of a group");
    }
    ManualSink.ackAll(first);
    ManualSink.ackAll(sink.next());
    LockSupport.parkNanos(5 * intervalNanos);
    submit(batcher, "alone");

    Batch last = sink.next();
    while (!ManualSink.texts(last).contains("alone")) { // T passed between two of the group
      ManualSink.ackAll(last);
      last = sink.next();
    }
  }

  @Test
  void closingWakesIt() throws Exception {
    StripedBatcher batcher = start(sink, NO_SIZE, 1_000_000);
    submit(batcher, "stuck");
    Batch stuck = sink.next();
    Waits.untilParked(batcher, Thread.State.WAITING);
    long passes = batcher.dispatcher().passes();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<Boolean> closed = executor.submit(() -> batcher.close(Waits.LONG));
      Waits.until("it woke up", () -> batcher.dispatcher().passes() > passes);
      stuck.acked(0, 0);
      assertThat(closed.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      executor.shutdownNow();
    }
    assertThat(batcher.dispatcher().thread().isAlive()).isFalse();
  }

  /** Each message meets the dispatcher in another state: at work, parked for T, parked for any. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void noMessageIsForgottenWhileTheSinkIsStuck(long seed) throws InterruptedException {
    Random random = new Random(seed);
    StripedBatcher batcher = start(new BatcherConfig(2, 4096, 256, NO_SIZE, 30_000), sink);
    batcher.writer(0).submit(new byte[1]); // in a stripe of its own, for its space stays taken
    sink.next();
    StripedBatcher.Writer writer = batcher.writer(1);
    for (int round = 0; round < STUCK_ROUNDS; round++) {
      if (round % 2 == 0) {
        LockSupport.parkNanos(random.nextInt(150_000));
      } else {
        spinUntilItWakesUp(batcher, random.nextInt(200));
      }
      assertThat(writer.submit(new byte[] {(byte) round})).isEqualTo(SubmitResult.ACCEPTED);
      Batch batch = sink.next();
      assertThat(ManualSink.bytes(batch, 0)).as("seed %d", seed).containsExactly((byte) round);
      batch.acked(0, 0);
    }
  }

  /** The moment in which it has decided how to park next, and has not done so. */
  private static void spinUntilItWakesUp(StripedBatcher batcher, int furtherSpins) {
    long passes = batcher.dispatcher().passes();
    long start = System.nanoTime();
    while (batcher.dispatcher().passes() == passes && System.nanoTime() - start < 200_000) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < furtherSpins; i++) {
      Thread.onSpinWait();
    }
  }
}
