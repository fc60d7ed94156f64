package com.reactive.platform.gateway.microbatch;

import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Flushes one stripe on the event loop that writes to it.
 *
 * <p>A message, a completed batch and a timer each have {@link #run} queued on the loop, once for
 * all that happens before it runs. So a message waits for those that the loop reads in the same
 * turn, and they leave in one batch. Everything belongs to the loop, except for what says
 * otherwise.
 *
 * <p>At most one timer is under way. It is not moved when what it was for is gone: it finds that
 * out and starts anew, so a message mostly costs no timer.
 */
final class StripeDriver implements Stripe.Listener, Runnable {
  /** A stripe without a flight for so long may keep the next message waiting. */
  private static final long UNUSED_NANOS = 1_000_000_000;

  /** Where T is shorter than this, messages are to wait for nothing. */
  private static final long LEAST_BUDGET_NANOS = 2_000_000;

  private final FlushPolicy rule;
  private final long mostNanos;
  private final BatchObserver observer;
  private final FlushCounters counters;
  private final Runnable onDrained;
  private final LongSupplier nanoClock;
  private final RequestCoalescing coalescing;
  private final AtomicBoolean queued = new AtomicBoolean();
  private final PaddedCounter inFlight = new PaddedCounter();
  private final AtomicBoolean drained = new AtomicBoolean();
  private final Runnable timer = this::onTimer;

  private Stripe stripe;
  private Stripe[] stripes;
  private volatile ScheduledExecutorService loop;
  private volatile BatchSender sender;
  private volatile boolean closing;
  private volatile boolean aborted;

  /** The timer that is under way; null for none. */
  private Future<?> timerTask;

  private long timerNanos;

  /**
   * @param mostNanos the most that T can be
   * @param toll shared by all loops of the batcher
   * @param onDrained called once, when the stripe is closed and all of it is completed
   */
  StripeDriver(
      FlushPolicy rule,
      long mostNanos,
      BatchObserver observer,
      FlushCounters counters,
      PauseToll toll,
      Runnable onDrained,
      LongSupplier nanoClock) {
    this.rule = rule;
    this.mostNanos = mostNanos;
    this.observer = observer;
    this.counters = counters;
    this.onDrained = onDrained;
    this.nanoClock = nanoClock;
    this.coalescing = new RequestCoalescing(nanoClock, toll);
  }

  void serve(Stripe stripe) {
    this.stripe = stripe;
    this.stripes = new Stripe[] {stripe};
  }

  /** Any thread, before the first message. */
  synchronized void start(ScheduledExecutorService loop, BatchSender sender) {
    if (this.loop != null) {
      throw new IllegalStateException("the stripe is driven by another loop");
    }
    this.sender = Objects.requireNonNull(sender, "sender");
    this.loop = loop;
    if (closing) {
      runSoon();
    }
  }

  void messagePublished() {
    if (queued.get()) {
      return;
    }
    boolean idle = inFlight.get() == 0;
    boolean holding = idle && coalescing.isHolding();
    if ((idle && (!holding || stripe.flights().hasReturned())) || rule.hasFullBatch(stripe)) {
      runSoon();
    } else if (timerTask == null || (holding && timerNanos - coalescing.holdEndNanos() > 0)) {
      runAfter(nanosUntilDue());
    }
  }

  /** See {@link StripedBatcher.Writer#restNanos}. */
  long restNanos() {
    if (inFlight.get() > 0 || queued.get()) {
      return 0;
    }
    return coalescing.restNanos(stripes, rule.idlePauseNanos());
  }

  /** See {@link StripedBatcher.Writer#maxRestNanos}. */
  long maxRestNanos() {
    long nanos = restNanos();
    if (nanos > 0 || inFlight.get() > 0 || stripe.hasPending()) {
      return nanos;
    }
    boolean unused = nanoClock.getAsLong() - coalescing.flightStartNanos() > UNUSED_NANOS;
    return unused && mostNanos >= LEAST_BUDGET_NANOS ? mostNanos : 0;
  }

  @Override
  public void batchTaken() {
    inFlight.add(1);
  }

  /** On the loop; at an abort on any thread. */
  @Override
  public void batchCompleted(Batch batch) {
    try {
      observer.batchCompleted(batch);
      coalescing.onBatchCompleted();
    } finally {
      if (inFlight.add(-1) == 0 && (closing || stripe.hasPending())) {
        runSoon();
      }
    }
  }

  /** Any thread. */
  void runSoon() {
    ScheduledExecutorService executor = loop;
    if (executor != null && !queued.get() && !queued.getAndSet(true)) {
      try {
        executor.execute(this);
      } catch (RejectedExecutionException e) {
        // The loop has ended. Nobody submits any more; the close completes what is left.
      }
    }
  }

  /** Flushes what is due, and has itself run again when more is. */
  @Override
  public void run() {
    queued.set(false);
    if (aborted) {
      return;
    }
    flush();
    if (stripe.hasPending()) {
      runAfter(nanosUntilDue());
    } else if (closing) {
      noteIfDrained();
    }
  }

  private void flush() {
    boolean nothingInFlight = inFlight.get() == 0;
    boolean idle = nothingInFlight && holdNanosLeft() <= 0;
    boolean flightBegins = nothingInFlight;
    long end = stripe.published();
    while (stripe.taken() < end) {
      FlushReason reason = rule.reason(stripe, idle, closing);
      if (reason == null) {
        return;
      }
      if (flightBegins) {
        coalescing.beginFlight(stripes, rule.idlePauseNanos());
      }
      Batch batch = stripe.take(reason, end, rule.limits().flushBytes());
      if (batch == null) {
        return;
      }
      if (flightBegins) {
        flightBegins = false;
        observer.flightBegins(batch, coalescing.flightStartNanos());
      }
      counters.count(batch);
      send(batch);
    }
  }

  private void send(Batch batch) {
    try {
      sender.send(batch);
    } catch (Throwable thrown) {
      if (thrown instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      batch.unknown(thrown);
    }
  }

  private long holdNanosLeft() {
    return coalescing.nanosLeft(stripes, rule.idlePauseNanos());
  }

  /** 0 or less if there is something to flush now. */
  private long nanosUntilDue() {
    boolean idle = inFlight.get() == 0;
    long hold = idle ? holdNanosLeft() : 0;
    if (rule.reason(stripe, idle && hold <= 0, closing) != null) {
      return 0;
    }
    long time = rule.nanosUntilTime(stripe);
    return hold > 0 ? Math.min(hold, time) : time;
  }

  private void runAfter(long nanos) {
    if (nanos <= 0) {
      runSoon();
      return;
    }
    long due = nanoClock.getAsLong() + nanos;
    if (timerTask != null) {
      if (timerNanos - due <= 0) {
        return; // It comes first, and starts anew.
      }
      timerTask.cancel(false);
    }
    timerNanos = due;
    try {
      timerTask = loop.schedule(timer, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      timerTask = null; // As in runSoon.
    }
  }

  private void onTimer() {
    timerTask = null;
    if (!queued.get()) {
      run();
    }
  }

  /** Any thread, when the stripe is closed. */
  void drain() {
    closing = true;
    if (loop == null) {
      noteIfDrained();
    } else {
      runSoon();
    }
  }

  private void noteIfDrained() {
    if (!stripe.hasPending() && inFlight.get() == 0 && !drained.getAndSet(true)) {
      onDrained.run();
    }
  }

  /** Any thread. */
  void abort() {
    aborted = true;
    Throwable reason = BatcherSupport.closedBeforeSent();
    Batch batch;
    while ((batch = stripe.take(FlushReason.CLOSE, Long.MAX_VALUE, Integer.MAX_VALUE)) != null) {
      batch.notWritten(reason);
    }
  }

  int inFlightBatches() {
    return (int) inFlight.get();
  }
}
