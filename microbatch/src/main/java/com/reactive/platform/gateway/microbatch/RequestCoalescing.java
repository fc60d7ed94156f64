package com.reactive.platform.gateway.microbatch;

import java.util.function.LongSupplier;

/**
 * Keeps an idle sink waiting for a moment where that makes one batch of two.
 *
 * <p><b>Coalescing.</b> Clients who wait for an answer send again soon after they have it. A batch
 * that goes in the instant in which the sink is idle carries those who came meanwhile; those who
 * are answered just then miss it, and find the sink busy. Half the clients go with every batch and
 * wait for the other half's: twice the batches, and no client is served sooner. So after a flight
 * (all that was in flight between two idle moments) the next one waits until most of its messages'
 * clients are back, for as long as that flight took at most, and never beyond T.
 *
 * <p>Where every flight has one message nobody is waited for. Where waiting brought little several
 * times, clients do not wait for answers, or not for ours; then the next flights go at once, more
 * of them each time that it fails again.
 *
 * <p><b>The pause.</b> Where messages come whatever was answered, each flight has a fixed cost that
 * more of them could share. So at least H (see {@link
 * com.reactive.platform.gateway.microbatch.adaptive.FlushLimits}) lies between the beginnings of
 * two flights. A message that comes later than that goes at once, and nothing is held back beyond
 * T. If the last flight's clients are back soon, within twice the time that it took, they wait for
 * answers and nobody else is coming: the pause ends. Messages that come at a rate of their own are
 * never so many so soon, unless the flight takes most of H anyway. Where pauses bring hardly
 * anything together, most flights go at once, as above.
 *
 * <p>The flushing thread's alone, but for {@link #onBatchCompleted}.
 */
final class RequestCoalescing {
  /** A park takes longer than this to begin and end. */
  private static final long SHORTEST_NANOS = 20_000;

  private static final long LONGEST_NANOS = 1_000_000;
  private static final int MOST_SKIPPED = 63;

  /** One in so many flights pauses where pauses are in vain: too few to show in a p99. */
  private static final int MOST_PAUSES_SKIPPED = 255;

  /** Clients are back soon if it is within so many times what the flight took. */
  private static final int FLIGHTS_TO_RETURN = 2;

  /** A pause that brings fewer messages together saves less than one flight of two. */
  private static final int WORTH_A_PAUSE = 3;

  private final LongSupplier nanoClock;
  private final Patience patience = new Patience(MOST_SKIPPED);
  private final Patience pausePatience = new Patience(MOST_PAUSES_SKIPPED);
  private volatile long lastCompletionNanos;
  private volatile boolean nothingPending;

  private long flightStartNanos;
  private boolean inFlight;

  /** The idle sink is kept waiting until {@link #holdEndNanos}, or until clients are back. */
  private boolean holding;

  private long holdEndNanos;

  /** The hold is a pause: a return ends it up to {@link #returnEndNanos} only. */
  private boolean pausing;

  private long returnEndNanos;
  private int awaitedStripes;
  private long pendingBefore;
  private long publishedBefore;

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
    if (pausing) {
      judgePause(stripes);
    } else if (holding) {
      judgeCoalescing(stripes);
    }
    flightStartNanos = nanoClock.getAsLong();
    inFlight = true;
    holding = false;
    pausing = false;
    for (Stripe stripe : stripes) {
      stripe.beginFlight();
    }
  }

  /** When the latest flight began. */
  long flightStartNanos() {
    return flightStartNanos;
  }

  /**
   * Time for which the sink is to be kept waiting. Only to be asked when nothing is in flight.
   *
   * @param pauseNanos H, nanoseconds; 0 for no pauses
   * @return nanoseconds; 0 or less if not at all, or no more
   */
  long nanosLeft(Stripe[] stripes, long pauseNanos) {
    if (inFlight) {
      inFlight = false;
      endFlight(stripes, pauseNanos);
    }
    if (!holding) {
      return 0;
    }
    for (Stripe stripe : stripes) {
      if (stripe.hasReturned()) {
        stripe.awaitNothing();
        awaitedStripes--;
      }
    }
    if (awaitedStripes <= 0 && !pausing) {
      return 0;
    }
    long now = nanoClock.getAsLong();
    if (awaitedStripes == 0 && now - returnEndNanos <= 0) {
      holding = false; // Ended early, so there is nothing to be judged.
      pausing = false;
      return 0;
    }
    return holdEndNanos - now;
  }

  /** True if the idle sink is kept waiting, as far as that is known since the last look. */
  boolean isHolding() {
    return holding;
  }

  /** The moment at which the hold ends by itself, as far as that is known since the last look. */
  long holdEndNanos() {
    return holdEndNanos;
  }

  /** Ends the flight, and decides what is to be waited for, and how long. */
  private void endFlight(Stripe[] stripes, long pauseNanos) {
    long messages = 0;
    for (Stripe stripe : stripes) {
      messages += stripe.endFlight();
    }
    long lastCompletion = lastCompletionNanos;
    long flightNanos = lastCompletion - flightStartNanos;
    long coalescingNanos = coalesces(messages, flightNanos);
    pausing = flightNanos < pauseNanos && pausePatience.tries();
    if (coalescingNanos == 0 && !pausing) {
      return;
    }
    long coalescingEnd = lastCompletion + coalescingNanos;
    returnEndNanos = lastCompletion + FLIGHTS_TO_RETURN * flightNanos;
    long pauseEnd = flightStartNanos + pauseNanos;
    holdEndNanos = pausing && pauseEnd - coalescingEnd > 0 ? pauseEnd : coalescingEnd;
    await(stripes);
    holding = awaitedStripes > 0; // Else all are there: nothing to be judged later.
    pausing &= holding;
  }

  /** Nanoseconds for which clients are waited for; 0 for not at all. */
  private long coalesces(long messages, long flightNanos) {
    boolean may = messages >= 2 && flightNanos >= SHORTEST_NANOS;
    return may && patience.tries() ? Math.min(LONGEST_NANOS, flightNanos) : 0;
  }

  private void await(Stripe[] stripes) {
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
  }

  /** Judges whether it was worth it: at least a quarter more than there was. */
  private void judgeCoalescing(Stripe[] stripes) {
    long published = 0;
    for (Stripe stripe : stripes) {
      published += stripe.published();
    }
    patience.judge(published - publishedBefore >= Math.max(1, pendingBefore / 4));
  }

  private void judgePause(Stripe[] stripes) {
    long pending = 0;
    for (Stripe stripe : stripes) {
      pending += stripe.published() - stripe.taken();
    }
    pausePatience.judge(pending >= WORTH_A_PAUSE);
  }
}
