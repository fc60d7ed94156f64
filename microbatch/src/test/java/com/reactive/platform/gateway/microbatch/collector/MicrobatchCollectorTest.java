package com.reactive.platform.gateway.microbatch.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MicrobatchCollectorTest {
  private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
  private static final Duration SHORT = Duration.ofMillis(20);

  /** The sink takes a permit for every batch, so that a test decides when it returns. */
  private final Semaphore permits = new Semaphore(0);

  private final BlockingQueue<List<String>> batches = new LinkedBlockingQueue<>();
  private final List<MicrobatchCollector<String>> started = new ArrayList<>();

  @AfterEach
  void closeAll() throws InterruptedException {
    permits.release(1_000_000);
    for (MicrobatchCollector<String> collector : started) {
      collector.close(Waits.LONG);
      collector.thread().join(Waits.LONG.toMillis());
      assertThat(collector.thread().isAlive()).isFalse();
    }
  }

  @Test
  void anItemThatFindsTheSinkIdleGoesAtOnce() throws Exception {
    permits.release(10);
    MicrobatchCollector<String> collector = start(4, 64, 100, HOUR_NANOS);
    collector.submitFireAndForget("alone");
    assertThat(next()).containsExactly("alone");
    await(collector.submit("waits").toCompletableFuture());
    assertThat(next()).containsExactly("waits");
    assertThat(collector.stats().batches(FlushReason.IDLE)).isEqualTo(2);
  }

  @Test
  void whileTheSinkIsBusyTheNextBatchGathersUpToN() throws Exception {
    MicrobatchCollector<String> collector = start(4, 64, 3, HOUR_NANOS);
    occupySink(collector);
    for (int i = 0; i < 4; i++) {
      collector.submitFireAndForget("f" + i);
    }
    CompletableFuture<Void> last = collector.submit("s").toCompletableFuture();
    permits.release(2);
    assertThat(next()).containsExactly("f0", "f1", "f2");
    assertThat(last).isNotDone();
    permits.release();
    await(last);
    assertThat(next()).containsExactly("f3", "s");
    assertThat(collector.stats().batches(FlushReason.SIZE)).isEqualTo(1);
  }

  @Test
  void limitsChangeWhileItRuns() throws Exception {
    MicrobatchCollector<String> collector = start(4, 64, 100, HOUR_NANOS);
    occupySink(collector);
    collector.limits(2, 5);
    collector.submitFireAndForget("a");
    collector.submitFireAndForget("b");
    await(released(collector.submit("c"), 10));
    assertThat(next()).containsExactly("a", "b");
    assertThat(next()).containsExactly("c");
    assertThat(collector.stats().maxBatchItems()).isEqualTo(2);
    assertThat(collector.stats().flushIntervalNanos()).isEqualTo(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> collector.limits(0, 5))
        .withMessageContaining("maxBatchItems")
        .withMessageContaining("0");
  }

  @Test
  void whatWaitedBehindABusySinkForTCountsAsTime() throws Exception {
    MicrobatchCollector<String> collector = start(4, 64, 100, 1);
    occupySink(collector);
    await(released(collector.submit("late"), 2));
    assertThat(collector.stats().batches(FlushReason.TIME)).isPositive();
  }

  @Test
  void fullIsAValue() throws Exception {
    MicrobatchCollector<String> collector = start(1, 2, 100, HOUR_NANOS);
    occupySink(collector);
    assertThat(collector.submitFireAndForget("1")).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(collector.submitFireAndForget("2")).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(collector.submitFireAndForget("3")).isEqualTo(SubmitResult.FULL);
    assertThatThrownBy(() -> await(collector.submit("4").toCompletableFuture()))
        .hasCauseInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("full: 2 items");
    assertThat(collector.stats().refusedFull()).isEqualTo(2);
    permits.release(2);
    assertThat(next()).containsExactly("1", "2");
    Waits.until("delivered", () -> collector.stats().pending() == 0);
    await(released(collector.submit("5"), 1));
  }

  @Test
  void aSinkThatThrowsFailsItsBatchAndNoOther() throws Exception {
    MicrobatchCollector<String> collector =
        create(
            batch -> {
              if (batch.contains("bad")) {
                throw new IllegalStateException("cannot take it");
              }
            },
            new CollectorConfig(4, 64, 1, HOUR_NANOS));
    CompletableFuture<Void> bad = collector.submit("bad").toCompletableFuture();
    CompletableFuture<Void> good = collector.submit("good").toCompletableFuture();
    assertThatThrownBy(() -> await(bad)).hasRootCauseMessage("cannot take it");
    await(good);
    CollectorStats stats = collector.stats();
    assertThat(stats.failed()).isEqualTo(1);
    assertThat(stats.failedBatches()).isEqualTo(1);
    assertThat(stats.delivered()).isEqualTo(1);
    assertThat(stats.accepted()).isEqualTo(2);
    assertThat(stats.pending()).isZero();
  }

  @Test
  void theListEndsWithTheCallAndHoldsNothing() throws Exception {
    BlockingQueue<List<String>> kept = new LinkedBlockingQueue<>();
    MicrobatchCollector<String> collector =
        create(kept::add, new CollectorConfig(4, 64, 9, HOUR_NANOS));
    await(collector.submit("x").toCompletableFuture());
    List<String> list = kept.take();
    Waits.until("emptied", list::isEmpty);
    assertThatThrownBy(() -> list.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void moreThreadsThanRingsShareOneAndDeadThreadsHandTheirsOn() throws Exception {
    permits.release(1000);
    CollectorConfig config = new CollectorConfig(2, 64, 100, HOUR_NANOS);
    CollectorLanes lanes = new CollectorLanes(config);
    CollectorLane mine = lanes.ofThisThread();
    assertThat(lanes.ofThisThread()).as("for life").isSameAs(mine);
    CollectorLane other = elsewhere(lanes);
    assertThat(other).isNotSameAs(mine);
    assertThat(elsewhere(lanes)).as("its thread has ended").isSameAs(other);
    assertThat(other.isShared()).isFalse();

    CountDownLatch end = new CountDownLatch(1);
    BlockingQueue<CollectorLane> claimed = new LinkedBlockingQueue<>();
    Thread living = new Thread(() -> claimAndWait(lanes, claimed, end));
    living.start();
    assertThat(claimed.take()).isSameAs(other);
    CollectorLane third = elsewhere(lanes);
    assertThat(third.isShared()).isTrue();
    assertThat(elsewhere(lanes)).isSameAs(third);
    end.countDown();
    living.join();
    assertThat(lanes.all()).containsExactly(mine, other, third);
  }

  @Test
  void closingDeliversWhatWaitsAndThenRefuses() throws Exception {
    MicrobatchCollector<String> collector = start(4, 64, 100, HOUR_NANOS);
    occupySink(collector);
    CompletableFuture<Void> waiting = collector.submit("waiting").toCompletableFuture();
    CompletableFuture<Boolean> closed =
        CompletableFuture.supplyAsync(() -> closeUnchecked(collector, Waits.LONG));
    Waits.until("closing", () -> collector.submitFireAndForget("probe") == SubmitResult.CLOSED);
    assertThat(waiting).isNotDone();
    permits.release(1000);
    assertThat(closed.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    await(waiting);
    assertThatThrownBy(() -> await(collector.submit("late").toCompletableFuture()))
        .hasMessageContaining("closed");
    assertThat(collector.close(Duration.ZERO)).isTrue();
    assertThat(collector.stats().discarded()).isZero();
    assertThat(collector.stats().pending()).isZero();
  }

  @Test
  void aCloseThatTimesOutInterruptsTheSinkAndDiscardsTheRest() throws Exception {
    MicrobatchCollector<String> collector = start(4, 64, 1, HOUR_NANOS);
    CompletableFuture<Void> held = collector.submit("held").toCompletableFuture();
    next();
    CompletableFuture<Void> unseen = collector.submit("unseen").toCompletableFuture();
    collector.submitFireAndForget("forgotten");
    assertThat(collector.close(SHORT)).isFalse();
    assertThatThrownBy(() -> await(unseen)).hasMessageContaining("before the item was delivered");
    assertThatThrownBy(() -> await(held)).hasRootCauseInstanceOf(InterruptedException.class);
    assertThat(collector.close(Waits.LONG)).isTrue();
    CollectorStats stats = collector.stats();
    assertThat(stats.discarded()).isEqualTo(2);
    assertThat(stats.failed()).isEqualTo(1);
    assertThat(stats.pending()).isZero();
  }

  /** What a thread meets that was held up between finding the collector open and its offer. */
  @Test
  void aSubmitThatComesAfterTheLastLookTakesItsItemBack() throws InterruptedException {
    CollectorConfig config = new CollectorConfig(1, 4, 100, HOUR_NANOS);
    CollectorLanes lanes = new CollectorLanes(config);
    CollectorFlusher<String> flusher =
        new CollectorFlusher<>(lanes, batch -> {}, config, Thread::new);
    CollectorLane lane = lanes.ofThisThread();
    assertThat(flusher.putUnlessGone(lane, "seen")).isEqualTo(SubmitResult.ACCEPTED);
    assertThat(flusher.close(0)).as("its thread does not run").isFalse();

    assertThat(flusher.putUnlessGone(lane, "late")).isEqualTo(SubmitResult.CLOSED);
    assertThat(flusher.put(lane, "later")).isEqualTo(SubmitResult.CLOSED);
    assertThat(lane.ring().isEmpty()).isTrue();
    assertThat(flusher.stats().accepted()).isEqualTo(1);
    assertThat(flusher.stats().discarded()).isEqualTo(1);
    assertThat(flusher.stats().pending()).isZero();
  }

  @Test
  void anIdleCollectorIsParkedAndSurvivesAnInterrupt() throws Exception {
    permits.release(10);
    MicrobatchCollector<String> collector = start(4, 64, 100, HOUR_NANOS);
    await(collector.submit("first").toCompletableFuture());
    collector.thread().interrupt();
    Waits.until("parked", () -> collector.thread().getState() == Thread.State.WAITING);
    await(collector.submit("second").toCompletableFuture());
  }

  private MicrobatchCollector<String> start(int rings, int items, int maxBatch, long nanos) {
    return create(this::takeBatch, new CollectorConfig(rings, items, maxBatch, nanos));
  }

  private MicrobatchCollector<String> create(Consumer<List<String>> sink, CollectorConfig config) {
    MicrobatchCollector<String> collector = MicrobatchCollector.create(sink, config);
    started.add(collector);
    return collector;
  }

  private void takeBatch(List<String> batch) {
    batches.add(copy(batch));
    try {
      permits.acquire();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static List<String> copy(List<String> batch) {
    List<String> copy = new ArrayList<>();
    for (Iterator<String> items = batch.iterator(); items.hasNext(); ) {
      copy.add(items.next());
    }
    return copy;
  }

  private void occupySink(MicrobatchCollector<String> collector) throws InterruptedException {
    collector.submitFireAndForget("occupies the sink");
    next();
  }

  private CompletableFuture<Void> released(CompletionStage<Void> stage, int batchesToGo) {
    permits.release(batchesToGo);
    return stage.toCompletableFuture();
  }

  private List<String> next() throws InterruptedException {
    List<String> batch = batches.poll(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(batch).as("the next batch").isNotNull();
    return batch;
  }

  private static void await(CompletableFuture<Void> stage) throws Exception {
    stage.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS);
  }

  private static boolean closeUnchecked(MicrobatchCollector<String> collector, Duration timeout) {
    try {
      return collector.close(timeout);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static CollectorLane elsewhere(CollectorLanes lanes) throws Exception {
    BlockingQueue<CollectorLane> claimed = new LinkedBlockingQueue<>();
    Thread thread = new Thread(() -> claimed.add(lanes.ofThisThread()));
    thread.start();
    thread.join();
    return claimed.take();
  }

  private static void claimAndWait(
      CollectorLanes lanes, BlockingQueue<CollectorLane> claimed, CountDownLatch end) {
    claimed.add(lanes.ofThisThread());
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
