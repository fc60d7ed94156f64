package com.reactive.platform.gateway.microbatch;

import java.util.function.LongSupplier;

/**
 * Keeps an idle sink waiting for a moment where that makes one batch of two.
 *
 * <p>Clients who wait for an answer send again soon after they have it. A batch that goes in the
 * instant in which the sink is idle carries those who came meanwhile; those who are answered just
 * then miss it, and find the sink busy. Half the clients go with every batch and wait for the other
 * half's: twice the batches, and no client is served sooner. So after a flight (all that was in
 * flight between two idle moments) the next one waits until most of its messages' clients are back,
 * for as long as that flight took at most, and never beyond T.
 *
 * <p>Where every flight has one message nobody is waited for. Where waiting brought little several
 * times, clients do not wait for answers, or not for ours; then the next flights go at once, more
 * of them each time that it fails again.
 *
 * <p>The dispatcher's alone, but for {@link #onBatchCompleted}.
 */
final class RequestCoalescing {
  /** A park takes longer than this to begin and end. */
  private static final long SHORTEST_NANOS = 20_000;

  private static final long LONGEST_NANOS = 1_000_000;
  private static final int MOST_SKIPPED = 63;
  private static final int MOST_PATIENCE = 8;

  private final LongSupplier nanoClock;
  private volatile long lastCompletionNanos;
  private volatile boolean nothingPending;

  private long flightStartNanos;
  private boolean inFlight;

  /** Nanoseconds that the idle sink is kept waiting, from the last completion on; 0: none. */
  private long holdNanos;

  private int awaitedStripes;
  private long pendingBefore;
  private long publishedBefore;

  /** Number of times in vain that are still allowed. */
  private int patience = MOST_PATIENCE / 2;

  private int skipped;
  private int toSkip;

  RequestCoalescing(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Any thread: a batch is about to count as completed.
   *
   * @param noneIsPending whether nothing is pending
   */
  void onBatchCompleted(boolean noneIsPending) {
    nothingPending = noneIsPending;
    lastCompletionNanos = nanoClock.getAsLong();
  }

  /** A batch is about to be taken with nothing in flight. */
  void beginFlight(Stripe[] stripes) {
    if (holdNanos > 0) {
      judge(stripes);
    }
    flightStartNanos = nanoClock.getAsLong();
    inFlight = true;
    holdNanos = 0;
    for (Stripe stripe : stripes) {
      stripe.beginFlight();
    }
  }

  /**
   * Time for which the sink is to be kept waiting. Only to be asked when nothing is in flight.
   *
   * @return nanoseconds; 0 or less if not at all, or no more
   */
  long nanosLeft(Stripe[] stripes) {
    if (inFlight) {
      inFlight = false;
      endFlight(stripes);
    }
    if (holdNanos == 0) {
      return 0;
    }
    for (Stripe stripe : stripes) {
      if (stripe.hasReturned()) {
        stripe.awaitNothing();
        awaitedStripes--;
      }
    }
    return awaitedStripes <= 0 ? 0 : lastCompletionNanos + holdNanos - nanoClock.getAsLong();
  }

  /** True if the idle sink is kept waiting, as far as that is known since the last look. */
  boolean isHolding() {
    return holdNanos > 0;
  }

  /** Ends the flight, and decides what is to be waited for, and how long. */
  private void endFlight(Stripe[] stripes) {
    long messages = 0;
    for (Stripe stripe : stripes) {
      messages += stripe.endFlight();
    }
    long nanos = Math.min(LONGEST_NANOS, lastCompletionNanos - flightStartNanos);
    if (messages < 2 || nanos < SHORTEST_NANOS) {
      return;
    }
    if (skipped < toSkip) {
      skipped++;
      return;
    }
    holdNanos = nanos;
    pendingBefore = 0;
    publishedBefore = 0;
    awaitedStripes = 0;
    for (Stripe stripe : stripes) {
      long published = stripe.published();
      publishedBefore += published;
      pendingBefore += published - stripe.taken();
      if (stripe.awaitReturn(nothingPending)) {
        awaitedStripes++;
      }
    }
    holdNanos = awaitedStripes == 0 ? 0 : holdNanos; // All are there: nothing to be judged later.
  }

  /** Judges whether it was worth it: at least a quarter more than there was. */
  private void judge(Stripe[] stripes) {
    long published = 0;
    for (Stripe stripe : stripes) {
      published += stripe.published();
    }
    boolean worthIt = published - publishedBefore >= Math.max(1, pendingBefore / 4);
    patience = Math.max(0, Math.min(MOST_PATIENCE, patience + (worthIt ? 1 : -1)));
    toSkip = patience > 0 ? 0 : Math.min(MOST_SKIPPED, 2 * toSkip + 1);
    skipped = 0;
  }
}
