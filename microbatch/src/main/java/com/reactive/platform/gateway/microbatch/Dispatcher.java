package com.reactive.platform.gateway.microbatch;

import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The one thread that decides what is flushed, and sends it.
 *
 * <p>It passes over the stripes and flushes those that are due: a full batch is pending, or the
 * oldest pending message has waited for T, or nothing was in flight when the pass began. Then it
 * parks. Nobody waits for it, and it waits for nobody but the sender.
 *
 * <p><b>No wake-up is lost.</b> Three things make work, each done by a different party: a message
 * is published (a writer), nothing is in flight any more (a completer), the dispatcher is parked
 * (the dispatcher, by {@code parked}). Each party first does its own part and then looks for the
 * parts of the other two:
 *
 * <pre>
 *   writer       published = ...     then reads  parked,     inFlight
 *   completer    inFlight  = 0       then reads  parked,     published
 *   dispatcher   parked    = true    then reads  published,  inFlight
 * </pre>
 *
 * <p>All of these are volatile accesses, so they have one order that everybody agrees on, and in it
 * one of the three writes is the last. The party that did it finds the other two done: it wakes the
 * dispatcher, or, being the dispatcher, does not park. A stripe that fills a batch, new limits and
 * the phases of closing go the same way with two parties, the dispatcher being one. Nothing but a
 * take of the dispatcher's own can make inFlight grow or messages vanish meanwhile (at an abort
 * others take too, but then there is nothing left to wake up for).
 *
 * <p>Who wakes it first turns {@code parked} off, so that a burst of messages costs one unpark and
 * a dispatcher at work costs none. The unpark may come late, when the dispatcher woke up by itself:
 * then its next park ends early and a pass finds nothing to do.
 *
 * <p><b>Parking time.</b> With nothing in flight, any message is a reason to wake up, unless the
 * idle sink is kept waiting for those who were answered last, or by a pause ({@link
 * RequestCoalescing}): then it parks until enough of them are back, and for what is left of that
 * time at most, so that a wake-up can be late but not lost. With something in flight a message
 * alone is none: the dispatcher parks until the nearest T of what is pending, at most for one T,
 * and a message that comes after it parked is not older than T by then. Where a whole T brought
 * nothing at all, the sink may be stuck; it then parks until any message comes, so that waiting for
 * the sink costs nothing.
 */
final class Dispatcher implements Flusher, Runnable, Stripe.Listener {
  private static final long FOREVER = Long.MAX_VALUE;

  private static final int AT_WORK = 0;
  private static final int PARKED = 1;
  private static final int PARKED_FOR_ANY_MESSAGE = 2;
  private static final int GATHERING = 3;
  private static final int COALESCING = 4;

  private final BatchSender sender;
  private final FlushPolicy rule;
  private final BatchObserver observer;
  private final Thread thread;
  private Stripes stripes;

  private final FlushCounters counters = new FlushCounters();
  private final LongSupplier nanoClock;
  private final Parker parker;
  private final DispatchPacing pace;
  private final RequestCoalescing coalescing;

  /** Writers read both for every message: neither may lie beside what others write. */
  private final PaddedCounter inFlight = new PaddedCounter();

  private final PaddedCounter parked = new PaddedCounter();
  private final AtomicLong passes = new AtomicLong();
  private final CountDownLatch drained = new CountDownLatch(1);

  /**
   * Held while a batch is taken and while all is found drained. A message that is published after
   * that is not taken any more, so that its writer, who finds the stripe closed, can withdraw it.
   */
  private final Object drainLock = new Object();

  private volatile boolean closing;
  private volatile boolean aborted;
  private int firstStripe;
  private boolean quietForAnInterval;

  /** Nothing was in flight when the pass began, and it has taken nothing so far. */
  private boolean flightBegins;

  Dispatcher(
      FlushPolicy rule,
      BatchSender sender,
      BatchObserver observer,
      ThreadFactory threadFactory,
      LongSupplier nanoClock,
      Parker parker) {
    this.rule = rule;
    this.nanoClock = nanoClock;
    this.parker = parker;
    this.pace = new DispatchPacing(nanoClock);
    this.coalescing =
        new RequestCoalescing(nanoClock, new PauseToll(() -> Stripe.published(stripes.all())));
    this.sender = Objects.requireNonNull(sender, "sender");
    this.observer = observer;
    this.thread = Objects.requireNonNull(threadFactory.newThread(this), "dispatcher thread");
  }

  @Override
  public boolean servesAnyThread() {
    return true;
  }

  /** Starts the thread, which serves these stripes. */
  @Override
  public void start(Stripes stripesToServe) {
    stripes = stripesToServe;
    thread.start();
  }

  @Override
  public Stripe.Listener listener(int stripe) {
    return this;
  }

  @Override
  public void drive(int stripe, ScheduledExecutorService loop, BatchSender loopSender) {
    throw new IllegalStateException("this batcher has a dispatcher thread");
  }

  @Override
  public void messagePublished(Stripe stripe) {
    long state = parked.get();
    if (state == AT_WORK || (state == GATHERING && !stripe.isTimeToLook())) {
      return;
    }
    boolean anyMessageCounts =
        state == PARKED_FOR_ANY_MESSAGE
            || (state == PARKED && inFlight.get() == 0)
            || (state == COALESCING && stripe.flights().hasReturned());
    if (anyMessageCounts || rule.hasFullBatch(stripe)) {
      wake();
    }
  }

  @Override
  public void messageWithdrawn() {
    noteIfDrained();
    wake();
  }

  @Override
  public void batchTaken() {
    inFlight.add(1);
  }

  @Override
  public void batchCompleted(Batch batch) {
    try {
      observer.batchCompleted(batch);
      // Before it counts: who finds nothing in flight reads what is told here.
      coalescing.onBatchCompleted();
    } finally {
      noLongerInFlight();
    }
  }

  private void noLongerInFlight() {
    if (inFlight.add(-1) > 0) {
      return;
    }
    if (closing) {
      noteIfDrained();
      wake();
    } else if (parked.get() != AT_WORK && stripes.hasPending()) {
      wake();
    }
  }

  @Override
  public void ruleChanged() {
    wake();
  }

  /** Outcomes come to the loop from other threads, at any time. */
  @Override
  public long restNanos(Stripe stripe) {
    return 0;
  }

  @Override
  public long maxRestNanos(Stripe stripe) {
    return 0;
  }

  /** {@inheritDoc} Then the thread ends. */
  @Override
  public void drain() {
    closing = true;
    noteIfDrained();
    wake();
  }

  /** {@inheritDoc} For the rest of the time, waits until the thread ends. */
  @Override
  public boolean awaitDrained(long timeoutNanos) throws InterruptedException {
    long start = System.nanoTime();
    if (!drained.await(timeoutNanos, TimeUnit.NANOSECONDS)) {
      return false;
    }
    if (Thread.currentThread() != thread) {
      TimeUnit.NANOSECONDS.timedJoin(thread, timeoutNanos - (System.nanoTime() - start));
      thread.interrupt(); // only a sender that still blocks, all its messages completed, is left
    }
    return true;
  }

  /** {@inheritDoc} Interrupts the sender. */
  @Override
  public void abort() {
    aborted = true;
    thread.interrupt();
    failPending();
  }

  @Override
  public void run() {
    try {
      while (!isFinished()) {
        pass();
        if (pace.isFast(counters.messages())) {
          gather();
        } else {
          parkUntilDue();
        }
      }
    } finally {
      if (!isDrained()) { // aborted, or dead: nothing may be accepted or left behind
        stripes.close();
        closing = true;
        failPending();
        noteIfDrained();
      }
    }
  }

  /** Flushes what is due of every stripe. */
  void pass() {
    passes.setOpaque(passes.getPlain() + 1);
    Stripe[] all = stripes.all();
    boolean nothingInFlight = inFlight.get() == 0;
    boolean idle = nothingInFlight && holdNanosLeft() <= 0;
    flightBegins = nothingInFlight;
    for (int i = 0; i < all.length; i++) {
      flush(all[(firstStripe + i) % all.length], idle);
    }
    firstStripe = (firstStripe + 1) % all.length;
  }

  /** Flushes what is due of the messages that are there now; later ones wait for the next pass. */
  private void flush(Stripe stripe, boolean idle) {
    long end = stripe.published();
    while (stripe.taken() < end) {
      FlushReason reason = rule.reason(stripe, idle, closing);
      if (reason == null) {
        return;
      }
      if (flightBegins) {
        coalescing.beginFlight(stripes.all(), rule.idlePauseNanos());
      }
      Batch batch = takeUnlessDrained(stripe, reason, end);
      if (batch == null) {
        return;
      }
      if (flightBegins) {
        flightBegins = false;
        observer.flightBegins(batch, coalescing.flightStartNanos());
      }
      send(batch);
    }
  }

  private Batch takeUnlessDrained(Stripe stripe, FlushReason reason, long end) {
    synchronized (drainLock) {
      return isDrained() ? null : stripe.take(reason, end, rule.limits().flushBytes());
    }
  }

  private void send(Batch batch) {
    if (aborted) {
      batch.notWritten(BatcherSupport.closedBeforeSent());
      return;
    }
    counters.count(batch);
    try {
      sender.send(batch);
    } catch (Throwable thrown) {
      batch.unknown(thrown);
    }
    // An interrupt ends the send that it found and must not spoil the next; an abort has its flag.
    Thread.interrupted();
  }

  /** Lets messages come for a moment, if no batch fills up before that. */
  private void gather() {
    parked.set(GATHERING);
    boolean fullBatch = closing;
    for (Stripe stripe : stripes.all()) {
      fullBatch |= rule.hasFullBatch(stripe);
    }
    if (!fullBatch) {
      parker.parkNanos(this, DispatchPacing.GATHERING_NANOS);
    }
    parked.set(AT_WORK);
  }

  private void parkUntilDue() {
    Thread.interrupted(); // with the flag set, park would return at once, again and again
    boolean coalesces = isCoalescing();
    boolean forAnyMessage = quietForAnInterval && !coalesces; // while it does, not every one wakes
    parked.set(coalesces ? COALESCING : forAnyMessage ? PARKED_FOR_ANY_MESSAGE : PARKED);
    long nanos = nanosUntilDue(forAnyMessage);
    boolean quiet = forAnyMessage;
    if (nanos == FOREVER && !coalesces) { // else its end came just now, and a message wakes nobody
      parker.park(this);
    } else if (nanos > 0 && nanos != FOREVER) {
      quiet |= sleep(nanos) && !coalesces; // the end of a pause is not that of a T
    }
    boolean byItself = parked.getAndSet(AT_WORK) != AT_WORK;
    quietForAnInterval = quiet && byItself && !stripes.hasPending();
  }

  /** False if something has ended it early, a late unpark for example. */
  private boolean sleep(long nanos) {
    long startNanos = nanoClock.getAsLong();
    parker.parkNanos(this, nanos);
    return nanoClock.getAsLong() - startNanos >= nanos;
  }

  /** Nanoseconds with nothing to do unless woken up; 0 or less if there is something now. */
  long nanosUntilDue(boolean wokenByAnyMessage) {
    if (isFinished()) {
      return 0;
    }
    boolean nothingInFlight = inFlight.get() == 0;
    long holdNanos = nothingInFlight ? holdNanosLeft() : 0;
    boolean idle = nothingInFlight && holdNanos <= 0;
    long nearest = holdNanos > 0 ? holdNanos : FOREVER;
    for (Stripe stripe : stripes.all()) {
      if (rule.reason(stripe, idle, closing) != null) {
        return 0;
      }
      if (!idle && (stripe.hasPending() || !wokenByAnyMessage)) {
        nearest = Math.min(nearest, rule.nanosUntilTime(stripe));
      }
    }
    return nearest;
  }

  /** True if the idle sink is kept waiting: for those who were answered last, or by a pause. */
  boolean isCoalescing() {
    return inFlight.get() == 0 && holdNanosLeft() > 0;
  }

  private long holdNanosLeft() {
    return coalescing.nanosLeft(stripes.all(), rule.idlePauseNanos());
  }

  private void wake() {
    if (parked.get() != AT_WORK && parked.getAndSet(AT_WORK) != AT_WORK) {
      parker.unpark(thread);
    }
  }

  private boolean isFinished() {
    return aborted || isDrained();
  }

  private boolean isDrained() {
    return drained.getCount() == 0;
  }

  private void noteIfDrained() {
    synchronized (drainLock) {
      if (closing && !stripes.hasPending() && inFlight.get() == 0) {
        drained.countDown();
      }
    }
  }

  private void failPending() {
    Throwable reason = BatcherSupport.closedBeforeSent();
    for (Stripe stripe : stripes.all()) {
      Batch batch;
      while ((batch = stripe.take(FlushReason.CLOSE, Long.MAX_VALUE, Integer.MAX_VALUE)) != null) {
        batch.notWritten(reason);
      }
    }
  }

  @Override
  public FlushCounters counters() {
    return counters;
  }

  @Override
  public int inFlightBatches() {
    return (int) inFlight.get();
  }

  /** Number of passes so far; stands still while the dispatcher is parked. */
  long passes() {
    return passes.getOpaque();
  }

  Thread thread() {
    return thread;
  }
}
