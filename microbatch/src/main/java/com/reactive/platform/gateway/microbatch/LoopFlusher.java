package com.reactive.platform.gateway.microbatch;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Flushes each stripe on the event loop that writes to it, so that no message changes threads: a
 * {@link StripeDriver} for each stripe, by the same rule as {@link Dispatcher}.
 */
final class LoopFlusher implements Flusher {
  private final StripeDriver[] drivers;
  private final FlushCounters counters = new FlushCounters();
  private final CountDownLatch drained;
  private volatile Stripe[] stripes = {};

  /** The limits in force at the start are the most that ever are. */
  LoopFlusher(int stripes, FlushPolicy rule, BatchObserver observer, LongSupplier nanoClock) {
    drained = new CountDownLatch(stripes);
    long mostNanos = rule.limits().flushIntervalNanos();
    PauseToll toll = new PauseToll(this::published);
    drivers = new StripeDriver[stripes];
    Arrays.setAll(
        drivers,
        i ->
            new StripeDriver(
                rule,
                mostNanos,
                observer,
                counters.another(),
                toll,
                drained::countDown,
                nanoClock));
  }

  @Override
  public boolean servesAnyThread() {
    return false;
  }

  @Override
  public void start(Stripes given) {
    Stripe[] all = given.all();
    stripes = all;
    for (int i = 0; i < drivers.length; i++) {
      drivers[i].serve(all[i]);
    }
  }

  private long published() {
    return Stripe.published(stripes);
  }

  @Override
  public Stripe.Listener listener(int stripe) {
    return drivers[stripe];
  }

  @Override
  public void drive(int stripe, ScheduledExecutorService loop, BatchSender sender) {
    drivers[stripe].start(loop, sender);
  }

  @Override
  public void messagePublished(Stripe stripe) {
    ((StripeDriver) stripe.listener()).messagePublished();
  }

  /** The loop that withdrew it flushes next. */
  @Override
  public void messageWithdrawn() {}

  @Override
  public void ruleChanged() {
    for (StripeDriver driver : drivers) {
      driver.runSoon();
    }
  }

  @Override
  public long restNanos(Stripe stripe) {
    return ((StripeDriver) stripe.listener()).restNanos();
  }

  @Override
  public long maxRestNanos(Stripe stripe) {
    return ((StripeDriver) stripe.listener()).maxRestNanos();
  }

  @Override
  public void drain() {
    for (StripeDriver driver : drivers) {
      driver.drain();
    }
  }

  @Override
  public boolean awaitDrained(long timeoutNanos) throws InterruptedException {
    return drained.await(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void abort() {
    for (StripeDriver driver : drivers) {
      driver.abort();
    }
  }

  @Override
  public FlushCounters counters() {
    return counters;
  }

  @Override
  public int inFlightBatches() {
    return Arrays.stream(drivers).mapToInt(StripeDriver::inFlightBatches).sum();
  }
}
