package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stripes that are flushed by the loops that write to them. */
class StripedBatcherOnLoopsTest {
  private static final long NEVER = TimeUnit.HOURS.toNanos(1);

  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private final Queue<Batch> sent = new ArrayDeque<>();
  private StripedBatcher batcher;
  private StripedBatcher.Writer writer;

  private void start(int flushBytes, long flushIntervalNanos) {
    batcher =
        StripedBatcher.onLoops(new BatcherConfig(2, 4_096, 64, flushBytes, flushIntervalNanos));
    writer = batcher.writer(0, loop, sent::add);
  }

  @AfterEach
  void stop() {
    loop.shutdownNow();
  }

  @Test
  void whatComesInOneTurnLeavesInOneBatchOnTheLoop() throws Exception {
    start(1_000, NEVER);
    onLoop(
        () -> {
          submit(1);
          submit(2);
          assertThat(sent).as("while the loop is busy").isEmpty();
          return null;
        });
    onLoop(
        () -> {
          assertThat(sent).hasSize(1);
          assertThat(sent.peek().size()).isEqualTo(2);
          assertThat(sent.peek().reason()).isEqualTo(FlushReason.IDLE);
          return null;
        });
  }

  @Test
  void thePauseLiesBetweenFlightsUnlessTheGroupIsBack() throws Exception {
    AtomicLong nanos = new AtomicLong();
    batcher =
        StripedBatcher.onLoops(
            new BatcherConfig(1, 4_096, 64, 1_000, NEVER, NEVER / 2),
            BatchObserver.NONE,
            nanos::get);
    writer = batcher.writer(0, loop, sent::add);
    onLoop(() -> submit(1));
    nanos.addAndGet(1_000_000);
    assertThat(onLoop(sent::size)).as("the first").isEqualTo(1);
    onLoop(() -> submit(2)); // during the flight, so it is nobody who was answered
    onLoop(() -> ack(sent.remove()));
    onLoop(() -> null);
    assertThat(onLoop(sent::size)).as("paused").isZero();
    onLoop(() -> submit(3));
    onLoop(() -> null);
    nanos.addAndGet(1_000_000); // the first pauses go on for a moment, to find out who else comes
    Waits.until("the one answered is back", () -> onLoopUnchecked(sent::size) == 1);
    assertThat(onLoop(() -> sent.peek().size())).isEqualTo(2);
    assertThat(onLoop(() -> sent.peek().reason())).isEqualTo(FlushReason.IDLE);
  }

  @Test
  void aFullBatchAndTEndThePause() throws Exception {
    start(8, NEVER);
    batcher.flushLimits(new FlushLimits(8, NEVER, NEVER));
    onLoop(() -> submit(1));
    onLoop(() -> submit(2));
    onLoop(() -> ack(sent.remove()));
    onLoop(() -> null);
    assertThat(onLoop(sent::size)).as("paused").isZero();
    batcher.flushLimits(new FlushLimits(4, NEVER, NEVER));
    Waits.until("N is reached", () -> onLoopUnchecked(sent::size) == 1);
    assertThat(onLoop(() -> sent.peek().reason())).isEqualTo(FlushReason.SIZE);

    batcher.flushLimits(new FlushLimits(1_000, TimeUnit.MILLISECONDS.toNanos(2), NEVER));
    onLoop(() -> submit(3));
    onLoop(() -> ack(sent.remove()));
    Waits.until("T is over", () -> onLoopUnchecked(sent::size) == 1);
    assertThat(onLoop(() -> sent.peek().reason())).isEqualTo(FlushReason.TIME);
  }

  @Test
  void closingEndsThePause() throws Exception {
    start(1_000, NEVER);
    batcher.flushLimits(new FlushLimits(1_000, NEVER, NEVER));
    onLoop(() -> submit(1));
    onLoop(() -> submit(2));
    onLoop(() -> ack(sent.remove()));
    onLoop(() -> null);
    assertThat(onLoop(sent::size)).as("paused").isZero();
    Thread closer = new Thread(batcher::close);
    closer.start();
    Waits.until("it is flushed", () -> onLoopUnchecked(sent::size) == 1);
    assertThat(onLoop(() -> sent.peek().reason())).isEqualTo(FlushReason.CLOSE);
    onLoop(() -> ack(sent.remove()));
    closer.join();
  }

  @Test
  void whatComesDuringAFlightWaitsForItsEnd() throws Exception {
    start(1_000, NEVER);
    onLoop(() -> submit(1));
    onLoop(() -> submit(2));
    onLoop(() -> submit(3));
    assertThat(onLoop(sent::size)).isEqualTo(1);
    onLoop(() -> ack(sent.remove()));
    Batch next = onLoop(sent::remove);
    assertThat(next.size()).isEqualTo(2);
    onLoop(() -> ack(next));
    assertThat(batcher.stats().inFlightBatches()).isZero();
    assertThat(batcher.stats().messages()).isEqualTo(3);
  }

  @Test
  void nBytesLeaveDuringAFlight() throws Exception {
    start(8, NEVER);
    onLoop(() -> submit(1));
    onLoop(() -> submit(2));
    assertThat(onLoop(sent::size)).isEqualTo(1);
    onLoop(() -> submit(3));
    onLoop(() -> null);
    assertThat(onLoop(sent::size)).isEqualTo(2);
    assertThat(onLoop(() -> new ArrayList<>(sent).get(1).reason())).isEqualTo(FlushReason.SIZE);
  }

  @Test
  void whatHasWaitedForTLeavesDuringAFlight() throws Exception {
    start(1_000, TimeUnit.MILLISECONDS.toNanos(5));
    onLoop(() -> submit(1));
    onLoop(() -> submit(2));
    Waits.until("T is over", () -> onLoopUnchecked(sent::size) == 2);
    assertThat(onLoop(() -> new ArrayList<>(sent).get(1).reason())).isEqualTo(FlushReason.TIME);
  }

  @Test
  void newLimitsHoldAtOnce() throws Exception {
    start(1_000, NEVER);
    onLoop(() -> submit(1));
    onLoop(() -> submit(2));
    batcher.flushLimits(4, NEVER);
    Waits.until("N is less", () -> onLoopUnchecked(sent::size) == 2);
  }

  @Test
  void closingFlushesAndWaits() throws Exception {
    start(1_000, NEVER);
    onLoop(() -> submit(1));
    onLoop(() -> submit(2));
    Thread closer = new Thread(batcher::close);
    closer.start();
    Waits.until("all is sent", () -> onLoopUnchecked(sent::size) == 2);
    assertThat(onLoop(() -> submit(3))).isEqualTo(SubmitResult.CLOSED);
    onLoop(
        () -> {
          sent.forEach(StripedBatcherOnLoopsTest::ack);
          return null;
        });
    closer.join(Waits.LONG.toMillis());
    assertThat(closer.isAlive()).isFalse();
  }

  @Test
  void whatAStuckLoopNeverSentIsNotWritten() throws Exception {
    start(1_000, NEVER);
    List<String> told = new ArrayList<>();
    onLoop(() -> submit(1));
    onLoop(() -> writer.submit(message(2), 0, 4, telling(told)));
    loop.shutdownNow();
    assertThat(batcher.close(Duration.ofMillis(10))).isFalse();
    assertThat(told).containsExactly("not written");
  }

  @Test
  void aSenderThatThrowsLeavesNothingOpen() throws Exception {
    batcher = StripedBatcher.onLoops(new BatcherConfig(1, 4_096, 64, 1_000, NEVER));
    writer =
        batcher.writer(
            0,
            loop,
            batch -> {
              throw new IllegalArgumentException("no");
            });
    List<String> told = new ArrayList<>();
    onLoop(() -> writer.submit(message(1), 0, 4, telling(told)));
    onLoop(() -> null);
    assertThat(told).containsExactly("unknown");
  }

  @Test
  void onlyLoopsSubmit() {
    start(1_000, NEVER);
    assertThatIllegalStateException().isThrownBy(() -> batcher.submit(new byte[1]));
    assertThatIllegalStateException().isThrownBy(() -> batcher.writer(0, loop, sent::add));
    StripedBatcher threaded =
        new StripedBatcher(new BatcherConfig(1, 4_096, 64, 1_000, NEVER), b -> b.acked(0, 0), "d");
    assertThatIllegalStateException().isThrownBy(() -> threaded.writer(0, loop, sent::add));
    threaded.close();
  }

  /** Whatever the sink does, all messages leave once, in their order, and all is given back. */
  @Test
  void aMillionMessagesLeaveOnceAndInOrder() throws Exception {
    batcher = StripedBatcher.onLoops(new BatcherConfig(1, 4_096, 64, 300, 200_000));
    Random random = new Random(20_261_122L);
    int[] next = new int[1];
    writer =
        batcher.writer(
            0,
            loop,
            batch -> {
              for (int i = 0; i < batch.size(); i++) {
                int number =
                    ByteBuffer.wrap(batch.buffer(), batch.offset(i), batch.length(i)).getInt();
                assertThat(number).isEqualTo(next[0]++);
              }
              switch (random.nextInt(3)) {
                case 0 -> batch.acked(0, 0);
                case 1 -> loop.execute(() -> ack(batch));
                default -> loop.schedule(() -> ack(batch), 50, TimeUnit.MICROSECONDS);
              }
            });
    int submitted = 0;
    while (submitted < 1_000_000) {
      int from = submitted;
      int burst = 1 + random.nextInt(100);
      submitted +=
          onLoop(
              () -> {
                int accepted = 0;
                while (accepted < burst
                    && writer.submit(message(from + accepted)) == SubmitResult.ACCEPTED) {
                  accepted++;
                }
                return accepted;
              });
    }
    batcher.close();
    assertThat(next[0]).isEqualTo(submitted);
    assertThat(batcher.stats().pendingMessages()).isZero();
  }

  private SubmitResult submit(int number) {
    return writer.submit(message(number));
  }

  private static byte[] message(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private static boolean ack(Batch batch) {
    batch.acked(0, 0);
    return true;
  }

  private static Completion telling(List<String> told) {
    return new Completion() {
      @Override
      public void acked(int partition, long offset) {
        told.add("acked");
      }

      @Override
      public void notWritten(Throwable reason) {
        told.add("not written");
      }

      @Override
      public void unknown(Throwable reason) {
        told.add("unknown");
      }
    };
  }

  private <T> T onLoop(Callable<T> task) throws Exception {
    return loop.submit(task).get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private <T> T onLoopUnchecked(Callable<T> task) {
    try {
      return onLoop(task);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
