package com.reactive.platform.gateway.microbatch.collector;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.AdaptationTicker;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Gathers items of any kind into lists for a sink, which one flush thread calls. Safe for any
 * number of threads; quickest where each has a ring of its own, see {@link CollectorConfig#rings}.
 *
 * <p>An item that finds the sink idle goes at once. While the sink is busy the next batch gathers,
 * up to N items, and goes when the sink returns. A small batch of which nobody waits for any item
 * may then grow for a moment, T at most: the flush thread would otherwise run after a quick
 * producer item by item. The flush thread parks while there is nothing to do.
 *
 * <p>Items of one thread reach the sink in the order in which they were submitted. The list is
 * valid until the sink returns, and is empty afterwards: a sink that keeps items copies them.
 */
public final class MicrobatchCollector<T> implements AutoCloseable {
  static final int BYTES_PER_ITEM = 64;
  private static final int USUAL_RING_ITEMS = 1 << 16;

  private static final ThreadFactory USUAL_THREAD =
      task -> new Thread(task, "microbatch-collector");

  private final CollectorLanes lanes;
  private final CollectorFlusher<T> flusher;

  private AdaptationTicker ticker; // null if the limits are fixed

  private MicrobatchCollector(
      Consumer<List<T>> sink, CollectorConfig config, ThreadFactory threadFactory) {
    this.lanes = new CollectorLanes(config);
    this.flusher = new CollectorFlusher<>(lanes, sink, config, threadFactory);
  }

  /** Starts a collector whose flush thread is a non-daemon thread named microbatch-collector. */
  public static <T> MicrobatchCollector<T> create(Consumer<List<T>> sink, CollectorConfig config) {
    return create(sink, config, USUAL_THREAD);
  }

  /**
   * Starts a collector.
   *
   * @param sink called by the flush thread, one batch at a time; may block it. What it throws fails
   *     the batch, and the next one comes all the same
   * @param threadFactory asked for one thread
   */
  public static <T> MicrobatchCollector<T> create(
      Consumer<List<T>> sink, CollectorConfig config, ThreadFactory threadFactory) {
    MicrobatchCollector<T> collector = new MicrobatchCollector<>(sink, config, threadFactory);
    collector.flusher.start();
    return collector;
  }

  /**
   * Starts a collector whose N and T follow the load, with a ring for each processor and one flush
   * thread named microbatch-collector.
   *
   * <p>Of the learned limits N matters. T only bounds how long a small batch of which nobody waits
   * for any item may grow, which is cut to some microseconds anyway: a longer T changes nothing but
   * what the statistics show.
   *
   * @param calibration learns on a thread of its own; it stays its owner's to close. Its N, in
   *     bytes, counts {@value #BYTES_PER_ITEM} for an item, whose size the collector does not know
   */
  public static <T> MicrobatchCollector<T> create(
      Consumer<List<T>> sink, BatchCalibration calibration) {
    Objects.requireNonNull(sink, "sink");
    Objects.requireNonNull(calibration, "calibration");
    PressureLevel initial = PressureLevel.L1_REALTIME;
    FlushLimits limits = calibration.getBestConfigForPressure(initial);
    int rings = Runtime.getRuntime().availableProcessors();
    CollectorConfig config =
        new CollectorConfig(rings, USUAL_RING_ITEMS, items(limits), limits.flushIntervalNanos());
    MicrobatchCollector<T> collector = new MicrobatchCollector<>(sink, config, USUAL_THREAD);
    WindowMeter meter = WindowMeter.ofThisProcess();
    collector.flusher.measureInto(meter);
    Adaptation adaptation =
        new Adaptation(
            () -> collector.stats().load(BYTES_PER_ITEM),
            (level, next) -> collector.limits(items(next), next.flushIntervalNanos()),
            calibration,
            meter,
            System::nanoTime,
            initial);
    collector.flusher.start(); // last of what may fail: nobody could close it
    collector.ticker =
        new AdaptationTicker(
            adaptation, "microbatch-collector-adaptation", AdaptationTicker.USUAL_TICK_MILLIS);
    return collector;
  }

  private static int items(FlushLimits limits) {
    return Math.max(1, limits.flushBytes() / BYTES_PER_ITEM);
  }

  /**
   * Submits an item and forgets it; returns at once, allocates nothing. An accepted item is
   * delivered to the sink once, unless a close times out.
   */
  public SubmitResult submitFireAndForget(T item) {
    return put(item);
  }

  /**
   * Submits an item; returns at once.
   *
   * @return completed, on the flush thread, when the sink has returned from the batch that holds
   *     the item: with what the sink threw, if it threw; with a RejectedExecutionException, before
   *     this returns, if the item was not accepted; with an IllegalStateException, on the closing
   *     thread, if the sink never saw it because a close timed out, and on the flush thread if that
   *     died. What hangs on it must not block
   */
  public CompletionStage<Void> submit(T item) {
    Objects.requireNonNull(item, "item");
    CompletableFuture<Void> stage = new CompletableFuture<>();
    SubmitResult result = put(new CollectorLane.Waiting(item, stage));
    if (result != SubmitResult.ACCEPTED) {
      stage.completeExceptionally(rejection(result));
    }
    return stage;
  }

  /**
   * Changes the limits from the next batch on; any thread. Both change together.
   *
   * @param maxBatchItems N, at least 1
   * @param flushIntervalNanos T, nanoseconds, at least 1
   */
  public void limits(int maxBatchItems, long flushIntervalNanos) {
    flusher.limits(maxBatchItems, flushIntervalNanos);
  }

  /** A snapshot of what the collector did so far; cheap enough to call every second. */
  public CollectorStats stats() {
    return flusher.stats();
  }

  /**
   * Stops accepting, delivers what was accepted and waits until the flush thread is done.
   *
   * <p>At the timeout a sink that blocks is interrupted, and items that it never saw are discarded:
   * their stages fail. Any thread, any number of times; from the sink it cannot succeed.
   *
   * @return whether the flush thread was done in time
   */
  public boolean close(Duration timeout) throws InterruptedException {
    if (ticker != null) {
      ticker.close();
    }
    return flusher.close(Math.max(0, TimeUnit.NANOSECONDS.convert(timeout)));
  }

  /**
   * Closes with a timeout of 30 s, for try-with-resources. An interrupt ends the waiting, not the
   * closing, and is kept in the thread's flag.
   */
  @Override
  public void close() {
    try {
      close(Duration.ofSeconds(30));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  Thread thread() {
    return flusher.thread();
  }

  private SubmitResult put(Object entry) {
    CollectorLane lane = lanes.ofThisThread();
    if (!lane.isShared()) {
      return flusher.put(lane, entry);
    }
    synchronized (lane) {
      SubmitResult result = flusher.put(lane, entry);
      lane.ring().handOverProducer();
      return result;
    }
  }

  private RejectedExecutionException rejection(SubmitResult result) {
    if (result == SubmitResult.CLOSED) {
      return new RejectedExecutionException("the collector is closed");
    }
    return new RejectedExecutionException(
        "the collector is full: " + lanes.ofThisThread().ring().capacity() + " items wait");
  }
}
