package com.reactive.platform.gateway.microbatch.collector;

import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.microbatch.SubmitResult;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import com.reactive.platform.gateway.microbatch.internal.Doorbell;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The consuming side of a {@link MicrobatchCollector}: one thread that drains the lanes, hands
 * batches to the sink, and parks at the {@link Doorbell} while there is nothing.
 *
 * <p><b>Closing loses nothing.</b> Submits that begin after {@code closing} is set are refused.
 * Others may be under way, and their entry may come after the thread has looked for the last time.
 * So the last look is made under {@code drainLock} and after leaving the doorbell. A submit that
 * finds the doorbell answered was seen by the last look or one before it. One that finds it left
 * cannot tell, and takes the lock: if its ring still holds anything then it is its own entry,
 * because the last look has emptied the ring and everybody else who comes late does the same. It
 * takes the entry back and answers CLOSED.
 */
final class CollectorFlusher<T> implements Runnable {
  private static final System.Logger LOG = System.getLogger(CollectorFlusher.class.getName());
  private static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int WORTH_THE_WAY_ITEMS = 1024;
  private static final long DOZE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final CollectorLanes lanes;
  private final Consumer<List<T>> sink;
  private final Thread thread;
  private final Doorbell doorbell = new Doorbell();
  private final CollectorCounters counters = new CollectorCounters();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile WindowMeter meter; // null unless somebody adapts the limits

  /** Held while rings are drained, and while they are discarded; never while the sink is called. */
  private final Object drainLock = new Object();

  private volatile CollectorConfig config;
  private volatile boolean closing;

  private final CollectorBatch<T> batch = new CollectorBatch<>();
  private int firstLane;
  private final CollectorAge age = new CollectorAge();
  private long gatheredSinceNanos;
  private long lastLogNanos;

  CollectorFlusher(
      CollectorLanes lanes,
      Consumer<List<T>> sink,
      CollectorConfig config,
      ThreadFactory threadFactory) {
    this.lanes = lanes;
    this.sink = Objects.requireNonNull(sink, "sink");
    this.config = config;
    this.thread = Objects.requireNonNull(threadFactory.newThread(this), "flush thread");
  }

  void start() {
    thread.start();
  }

  /** Puts an entry into a lane that no other thread puts into meanwhile. */
  SubmitResult put(CollectorLane lane, Object entry) {
    return closing ? SubmitResult.CLOSED : putUnlessGone(lane, entry);
  }

  /** For a submit that found the collector open, which it may no longer be. */
  SubmitResult putUnlessGone(CollectorLane lane, Object entry) {
    if (!lane.offer(entry)) {
      return SubmitResult.FULL;
    }
    boolean urgent = entry instanceof CollectorLane.Waiting || lane.isFillingUp();
    if (doorbell.press(urgent) || !takeBack(lane)) {
      return SubmitResult.ACCEPTED;
    }
    return SubmitResult.CLOSED;
  }

  /** Tells the meter of every batch from now on. */
  void measureInto(WindowMeter newMeter) {
    meter = newMeter;
  }

  void limits(int maxBatchItems, long flushIntervalNanos) {
    config = config.withLimits(maxBatchItems, flushIntervalNanos);
  }

  CollectorStats stats() {
    return counters.snapshot(lanes.all(), config);
  }

  boolean close(long timeoutNanos) throws InterruptedException {
    closing = true;
    doorbell.press(true);
    if (done.await(timeoutNanos, TimeUnit.NANOSECONDS)) {
      return true;
    }
    try {
      discardRings();
    } finally {
      thread.interrupt();
    }
    return false;
  }

  Thread thread() {
    return thread;
  }

  @Override
  public void run() {
    age.nothingIsOlderThan(System.nanoTime());
    try {
      while (!doorbell.hasLeft()) {
        FlushReason reason = gather();
        if (reason != null) {
          deliver(reason);
          letMoreGather();
        } else if (closing) {
          deliverLatecomers();
        } else {
          sleepUntilThereIsWork();
        }
      }
    } finally {
      closing = true; // whatever ended the loop, nothing may be accepted without a flush thread
      try {
        abandonAll();
      } finally {
        done.countDown();
      }
    }
  }

  /** Fills the batch; says why it goes, null if there is nothing. */
  private FlushReason gather() {
    CollectorConfig limits = config;
    long nowNanos = System.nanoTime();
    CollectorLane[] all = lanes.all();
    synchronized (drainLock) {
      if (doorbell.hasLeft()) {
        return null;
      }
      for (int i = 0; i < all.length; i++) {
        batch.drain(all[(firstLane + i) % all.length], limits.maxBatchItems());
      }
      firstLane = all.length == 0 ? 0 : (firstLane + 1) % all.length;
    }
    gatheredSinceNanos = age.sinceNanos();
    if (batch.size() == limits.maxBatchItems()) {
      age.tookSome(all, nowNanos);
      return FlushReason.SIZE;
    }
    age.nothingIsOlderThan(nowNanos);
    if (batch.isEmpty()) {
      return null;
    }
    if (nowNanos - gatheredSinceNanos >= limits.flushIntervalNanos()) {
      return FlushReason.TIME;
    }
    return closing ? FlushReason.CLOSE : FlushReason.IDLE;
  }

  private void deliver(FlushReason reason) {
    counters.batch(reason);
    Throwable thrown = null;
    try {
      sink.accept(batch);
    } catch (Throwable fromSink) {
      thrown = fromSink;
    }
    int items = batch.forgetItems();
    if (thrown == null) {
      counters.delivered(items);
      batch.succeed();
    } else {
      counters.failed(items);
      batch.fail(thrown);
      logNowAndThen(thrown);
    }
    measure(items, thrown);
    Thread.interrupted(); // an interrupt ends the call that it found and must not spoil the next
  }

  private void measure(int items, Throwable thrown) {
    WindowMeter current = meter;
    if (current == null) {
      return;
    }
    if (thrown == null) {
      current.completed(gatheredSinceNanos, items);
    } else {
      current.failed(items); // how quickly a sink refuses says nothing of the limits
    }
  }

  private void deliverLatecomers() {
    Queue<Object> entries = new ArrayDeque<>(); // few: a submit each that was under way
    int maxItems = config.maxBatchItems();
    try {
      lastLook(entries::add);
      while (!entries.isEmpty()) {
        for (int i = 0; i < maxItems && !entries.isEmpty(); i++) {
          batch.append(entries.remove());
        }
        deliver(FlushReason.CLOSE);
      }
    } finally {
      entries.forEach(discarding()); // none, unless something was thrown
    }
  }

  private void sleepUntilThereIsWork() {
    doorbell.announceSleep();
    if (closing || pendingItems() > 0) {
      doorbell.sleep(0); // these came after the last look, which is what they are as old as
      return;
    }
    doorbell.sleep(Doorbell.FOREVER);
    age.nothingIsOlderThan(doorbell.wokenAtNanos());
  }

  /**
   * Keeps the thread from running after a producer item by item, which is slow for both: what came
   * while the sink was busy may grow a little, but only while nobody waits for any of it.
   */
  private void letMoreGather() {
    CollectorConfig limits = config;
    int pending = pendingItems();
    if (pending == 0 || pending >= Math.min(limits.maxBatchItems(), WORTH_THE_WAY_ITEMS)) {
      return;
    }
    doorbell.announceDoze();
    boolean hurry = closing || anyWaiting();
    doorbell.sleep(hurry ? 0 : Math.min(limits.flushIntervalNanos(), DOZE_NANOS));
  }

  private int pendingItems() {
    int items = 0;
    for (CollectorLane lane : lanes.all()) {
      items += lane.ring().size();
    }
    return items;
  }

  private boolean anyWaiting() {
    for (CollectorLane lane : lanes.all()) {
      if (lane.waiting() != lane.waitingTaken) {
        return true;
      }
    }
    return false;
  }

  /** Leaves the doorbell and empties the rings; has nothing to give the second time. Any thread. */
  private void lastLook(Consumer<Object> taker) {
    synchronized (drainLock) {
      if (!doorbell.hasLeft()) {
        doorbell.leave();
        for (CollectorLane lane : lanes.all()) {
          lane.ring().handOverConsumer();
          lane.ring().drain(taker, lane.ring().capacity());
          lane.ring().handOverConsumer();
        }
      }
    }
  }

  /** The caller's own entry, which it put in after the last look; false if the look has seen it. */
  private boolean takeBack(CollectorLane lane) {
    synchronized (drainLock) {
      boolean mine = lane.ring().poll() != null;
      lane.ring().handOverConsumer();
      if (mine) {
        counters.takenBack();
      }
      return mine;
    }
  }

  private void abandonAll() {
    try {
      counters.discarded(batch.abandon(notDelivered()));
    } finally {
      discardRings();
    }
  }

  /** Entry by entry, for there may be no memory to collect them in. */
  private void discardRings() {
    lastLook(discarding());
  }

  private Consumer<Object> discarding() {
    IllegalStateException reason = notDelivered();
    return entry -> {
      counters.discarded(1);
      CollectorBatch.fail(entry, reason);
    };
  }

  private static IllegalStateException notDelivered() {
    return new IllegalStateException("the collector was closed before the item was delivered");
  }

  private void logNowAndThen(Throwable thrown) {
    long nowNanos = System.nanoTime();
    long failedBatches = counters.failedBatches();
    if (failedBatches == 1 || nowNanos - lastLogNanos >= LOG_INTERVAL_NANOS) {
      lastLogNanos = nowNanos;
      LOG.log(
          System.Logger.Level.ERROR,
          "the sink threw; batches failed so far: " + failedBatches,
          thrown);
    }
  }
}
