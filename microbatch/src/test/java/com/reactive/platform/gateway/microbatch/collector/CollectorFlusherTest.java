package com.reactive.platform.gateway.microbatch.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.Waits;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Loads;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import com.reactive.platform.gateway.microbatch.adaptive.Windows;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the meter is told, and what is left when the flush thread dies. */
@Timeout(300)
class CollectorFlusherTest {
  private static final CollectorConfig ONE_BY_ONE =
      new CollectorConfig(2, 64, 1, TimeUnit.HOURS.toNanos(1));
  private static final CollectorConfig ROOMY =
      new CollectorConfig(2, 64, 100, TimeUnit.HOURS.toNanos(1));

  private final AtomicLong meterNanos = new AtomicLong();
  private final WindowMeter meter = new WindowMeter(meterNanos::get, () -> -1);
  private final Semaphore permits = new Semaphore(0);
  private final BlockingQueue<String> delivered = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> died = new LinkedBlockingQueue<>();
  private CollectorLanes lanes;
  private CollectorFlusher<String> flusher;

  @AfterEach
  void close() throws InterruptedException {
    permits.release(1_000_000);
    flusher.close(Waits.LONG.toNanos());
    flusher.thread().join(Waits.LONG.toMillis());
    assertThat(flusher.thread().isAlive()).isFalse();
  }

  /** There is always an item in the ring, and none of them for long. */
  @Test
  void underABacklogAnItemIsAsOldAsItIs() throws Exception {
    prepare(ONE_BY_ONE, this::deliverWithPermit);
    flusher.start();
    put("0");
    assertThat(delivered.poll(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("0");
    for (int i = 1; i <= 20; i++) {
      if (i == 15) {
        meterNanos.set(System.nanoTime()); // an item that came later is of no age then
      }
      if (i == 19) {
        meter.start(Loads.of(0, 0, 0, 0));
      }
      put("" + i);
      permits.release();
      assertThat(delivered.poll(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isEqualTo("" + i);
    }
    permits.release();
    Waits.until("all delivered", () -> flusher.stats().pending() == 0);

    assertThat(end().p99Nanos()).isZero();
  }

  @Test
  void theWayToTheFlushThreadCountsAsAge() {
    CountDownLatch[] submitted = {null};
    WindowMeter untilSubmitted = new WindowMeter(() -> nanosOnce(submitted[0]), () -> -1);
    prepare(ROOMY, batch -> {});
    flusher.measureInto(untilSubmitted);
    flusher.start();
    for (int i = 0; i < 200; i++) {
      Waits.until("parked", () -> flusher.thread().getState() == Thread.State.WAITING);
      submitted[0] = new CountDownLatch(0);
      untilSubmitted.start(Loads.of(0, 0, 0, 0));
      submitted[0] = new CountDownLatch(1);
      put("x");
      meterNanos.set(System.nanoTime());
      submitted[0].countDown();
      int items = i + 1;
      Waits.until("delivered", () -> flusher.stats().delivered() == items);
      Waits.until("parked", () -> flusher.thread().getState() == Thread.State.WAITING);

      submitted[0] = new CountDownLatch(0);
      assertThat(endOf(untilSubmitted).p99Nanos()).as("older than submit's end").isPositive();
    }
  }

  @Test
  void whatTheSinkThrewAtIsNotMeasuredAsDelivered() {
    prepare(
        ROOMY,
        batch -> {
          throw new IllegalStateException("refused");
        });
    meter.start(Loads.of(0, 0, 0, 0));
    flusher.start();
    put("x");
    Waits.until("failed", () -> flusher.stats().failed() == 1);
    Waits.until("parked", () -> flusher.thread().getState() == Thread.State.WAITING);

    Observation window = end();
    assertThat(window.events()).isZero();
    assertThat(window.steady()).isFalse();
    assertThat(end().steady()).as("the next window").isTrue();
  }

  /** A ring that the test consumes from makes the flush thread's assertion fail, an Error. */
  @Test
  void anErrorWhileGatheringLosesNoStage() throws Exception {
    prepare(ROOMY, batch -> {});
    CompletableFuture<Void> gathered = new CompletableFuture<>();
    CompletableFuture<Void> inTheRing = new CompletableFuture<>();
    CollectorLane other = secondLane();
    flusher.put(lanes.all()[0], new CollectorLane.Waiting("gathered", gathered));
    flusher.put(other, new CollectorLane.Waiting("taken by the test", new CompletableFuture<>()));
    assertThat(other.ring().poll()).isNotNull();
    flusher.put(other, new CollectorLane.Waiting("in the ring", inTheRing));
    flusher.start();

    assertThat(died.poll(Waits.LONG.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(AssertionError.class);
    assertDiscarded(gathered);
    assertDiscarded(inTheRing);
    assertThat(flusher.stats().discarded()).isEqualTo(2);
    assertThat(flusher.close(Waits.LONG.toNanos())).isTrue();
  }

  @Test
  void aStageThatThrowsKeepsNoOtherAndNoCloserWaiting() throws Exception {
    prepare(ROOMY, batch -> {});
    CompletableFuture<Void> after = new CompletableFuture<>();
    CollectorLane other = secondLane();
    flusher.put(lanes.all()[0], new CollectorLane.Waiting("bad", new BadStage()));
    flusher.put(other, new CollectorLane.Waiting("taken by the test", new CompletableFuture<>()));
    assertThat(other.ring().poll()).isNotNull();
    flusher.put(other, new CollectorLane.Waiting("bad", new BadStage()));
    flusher.put(other, new CollectorLane.Waiting("after", after));
    flusher.start();

    assertThat(died.poll(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(Error.class);
    assertDiscarded(after);
    assertThat(flusher.stats().discarded()).isEqualTo(3);
    assertThat(flusher.close(TimeUnit.SECONDS.toNanos(1))).isTrue();
  }

  private static final class BadStage extends CompletableFuture<Void> {
    @Override
    public boolean completeExceptionally(Throwable reason) {
      throw new StackOverflowError("a stage that throws");
    }
  }

  private void prepare(CollectorConfig config, Consumer<List<String>> sink) {
    lanes = new CollectorLanes(config);
    lanes.ofThisThread();
    flusher =
        new CollectorFlusher<>(
            lanes,
            sink,
            config,
            task -> {
              Thread thread = new Thread(task, "flusher-under-test");
              thread.setUncaughtExceptionHandler((dead, reason) -> died.add(reason));
              return thread;
            });
    flusher.measureInto(meter);
  }

  private void put(String item) {
    assertThat(flusher.put(lanes.ofThisThread(), item)).isEqualTo(SubmitResult.ACCEPTED);
  }

  private CollectorLane secondLane() throws InterruptedException {
    Thread owner = new Thread(lanes::ofThisThread);
    owner.start();
    owner.join();
    return lanes.all()[1];
  }

  private void deliverWithPermit(List<String> batch) {
    delivered.addAll(batch);
    permits.acquireUninterruptibly();
  }

  private long nanosOnce(CountDownLatch set) {
    try {
      assertThat(set.await(Waits.LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return meterNanos.get();
  }

  private Observation end() {
    return endOf(meter);
  }

  private static Observation endOf(WindowMeter meter) {
    return meter.end(Windows.LEVEL, new FlushLimits(7, 8), Loads.of(0, 0, 0, 0), true);
  }

  private static void assertDiscarded(CompletableFuture<Void> stage) {
    assertThatThrownBy(() -> stage.get(Waits.LONG.toSeconds(), TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before the item was delivered");
  }
}
