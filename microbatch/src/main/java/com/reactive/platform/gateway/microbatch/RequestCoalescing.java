package com.reactive.platform.gateway.microbatch;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

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
 * T. A pause ends early
 *
 * <ul>
 *   <li>when the last flight's clients are back soon, within twice the time that it took;
 *   <li>when as many messages are pending as were open at once lately: if clients wait for answers,
 *       nobody is left who could send. Where messages come at a rate of their own, more come while
 *       a flight is away, so what is waited for grows until it takes all of H;
 *   <li>when most of those are there and hardly anybody comes any more ({@link LastCall}).
 * </ul>
 *
 * <p>Where pauses last, the thread may rest in them ({@link PauseRest}).
 *
 * <p>Now and then a pause that could end early goes on, to find out whether more would come ({@link
 * PauseProbe}).
 *
 * <p>Where pauses bring hardly anything together, most flights go at once, as above. Where they
 * cost rate in spite of all that, there are none ({@link PauseToll}).
 *
 * <p>The flushing thread's alone, but for {@link #onBatchCompleted} and the {@link PauseToll}.
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

  private enum Awaited {
    /** The clients of the last flight. */
    GROUP,
    /** Most of those who could send. */
    MOST,
    /** All of them, or nobody any more. */
    ALL
  }

  private final LongSupplier nanoClock;
  private final Patience patience = new Patience(MOST_SKIPPED);
  private final Patience pausePatience = new Patience(MOST_PAUSES_SKIPPED);
  private final LastCall lastCall = new LastCall();
  private final PauseToll toll;
  private final PauseProbe probe = new PauseProbe();
  private final PauseRest rest = new PauseRest();
  private volatile long lastCompletionNanos;

  private long lastPauseNanos;
  private int tollEpoch;
  private long flightStartNanos;
  private boolean inFlight;

  /** The idle sink is kept waiting until {@link #holdEndNanos}, or until clients are back. */
  private boolean holding;

  private long holdEndNanos;

  /** The hold is a pause: a return alone ends it up to {@link #returnEndNanos} only. */
  private boolean pausing;

  /** Whom the pause waits for. */
  private Awaited awaited = Awaited.GROUP;

  private long returnEndNanos;
  private int awaitedStripes;
  private long pendingBefore;
  private long publishedBefore;

  /**
   * @param toll of all threads that flush stripes of the batcher
   */
  RequestCoalescing(LongSupplier nanoClock, PauseToll toll) {
    this.nanoClock = nanoClock;
    this.toll = toll;
  }

  /** Any thread: a batch is about to count as completed. */
  void onBatchCompleted() {
    lastCompletionNanos = nanoClock.getAsLong();
  }

  /**
   * A batch is about to be taken with nothing in flight.
   *
   * @param pauseNanos H, nanoseconds; 0 for no pauses
   */
  void beginFlight(Stripe[] stripes, long pauseNanos) {
    flightStartNanos = nanoClock.getAsLong();
    if (pausing) {
      long pauseEndNanos = holdEndNanos(); // N or T may have come first.
      long pending = sum(stripes, Stripe::pending);
      probe.end(flightStartNanos, pending);
      pausePatience.judge(pending >= WORTH_A_PAUSE);
      rest.pauseEnds(pending >= WORTH_A_PAUSE && flightStartNanos - pauseEndNanos >= 0);
    } else if (holding) {
      judgeCoalescing(stripes);
    }
    if (pauseNanos != lastPauseNanos) {
      lastPauseNanos = pauseNanos;
      pausePatience.begin();
      rest.begin();
    }
    toll.flightBegins(flightStartNanos, pauseNanos);
    if (toll.epoch() != tollEpoch) {
      tollEpoch = toll.epoch();
      probe.begin();
    }
    inFlight = true;
    holding = false;
    pausing = false;
    for (Stripe stripe : stripes) {
      stripe.flights().begin();
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
    noteReturned(stripes);
    if (!pausing) {
      return awaitedStripes <= 0 ? 0 : holdEndNanos - nanoClock.getAsLong();
    }
    long now = nanoClock.getAsLong();
    if (isPauseOver(stripes, now) && !goesOn(stripes, now)) {
      probe.end(now, sum(stripes, Stripe::pending));
      rest.pauseEnds(false);
      holding = false; // Ended early, so there is nothing to be judged.
      pausing = false;
      return 0;
    }
    return holdEndNanos() - now;
  }

  /**
   * Time for which the thread that flushes need not look who is back. Only to be asked when nothing
   * is in flight.
   *
   * @param pauseNanos H, nanoseconds; 0 for no pauses
   * @return nanoseconds; 0 if it has to
   */
  long restNanos(Stripe[] stripes, long pauseNanos) {
    if (pauseNanos == 0 || !rest.mayRest() || nanosLeft(stripes, pauseNanos) <= 0 || !pausing) {
      return 0;
    }
    return rest.nanos(nanoClock.getAsLong(), holdEndNanos());
  }

  private void noteReturned(Stripe[] stripes) {
    for (Stripe stripe : stripes) {
      if (stripe.flights().hasReturned()) {
        stripe.flights().awaitNothing();
        awaitedStripes--;
      }
    }
  }

  private boolean isPauseOver(Stripe[] stripes, long now) {
    if (probe.isOn()) {
      return lastCall.isOver(now, publishedSinceLanding(stripes));
    }
    if (awaitedStripes == 0 && awaited == Awaited.GROUP && now - returnEndNanos > 0) {
      await(stripes, Awaited.MOST);
    }
    if (awaitedStripes == 0 && awaited == Awaited.MOST) {
      await(stripes, Awaited.ALL);
      callLast(stripes, now);
    }
    return awaitedStripes == 0
        || (awaited == Awaited.ALL && lastCall.isOver(now, publishedSinceLanding(stripes)));
  }

  private void callLast(Stripe[] stripes, long now) {
    lastCall.begin(now, now - lastCompletionNanos, publishedSinceLanding(stripes));
  }

  /** True if a pause that could end now goes on, to find out what would come. */
  private boolean goesOn(Stripe[] stripes, long now) {
    boolean may = awaitedStripes == 0 && !probe.isOn() && holdEndNanos - now > 0;
    if (!may || !probe.goesOn(now, sum(stripes, Stripe::pending))) {
      return false;
    }
    callLast(stripes, now);
    return true;
  }

  /** True if the idle sink is kept waiting, as far as that is known since the last look. */
  boolean isHolding() {
    return holding;
  }

  /** The moment at which the hold ends by itself, as far as that is known since the last look. */
  long holdEndNanos() {
    long lastCallEnd = lastCall.endNanos();
    boolean called = pausing && (awaited == Awaited.ALL || probe.isOn());
    return called && lastCallEnd - holdEndNanos < 0 ? lastCallEnd : holdEndNanos;
  }

  /** Ends the flight, and decides what is to be waited for, and how long. */
  private void endFlight(Stripe[] stripes, long pauseNanos) {
    long now = nanoClock.getAsLong();
    long pauseEnd = flightStartNanos + pauseNanos;
    pausing = pauseEnd - now > 0 && toll.allows() && pausePatience.tries();
    long messages = 0;
    for (Stripe stripe : stripes) {
      messages += stripe.flights().end(pausing);
    }
    long lastCompletion = lastCompletionNanos;
    long flightNanos = lastCompletion - flightStartNanos;
    long coalescingNanos = coalesces(messages, flightNanos);
    if (coalescingNanos == 0 && !pausing) {
      return;
    }
    long coalescingEnd = lastCompletion + coalescingNanos;
    returnEndNanos = lastCompletion + FLIGHTS_TO_RETURN * flightNanos;
    holdEndNanos = pausing && pauseEnd - coalescingEnd > 0 ? pauseEnd : coalescingEnd;
    if (pausing) {
      rest.pauseBegins(now, holdEndNanos);
    }
    pendingBefore = sum(stripes, Stripe::pending);
    publishedBefore = sum(stripes, Stripe::published);
    await(stripes, Awaited.GROUP);
    holding = pausing || awaitedStripes > 0; // Else all are there: nothing to be judged later.
  }

  /** Nanoseconds for which clients are waited for; 0 for not at all. */
  private long coalesces(long messages, long flightNanos) {
    boolean may = messages >= 2 && flightNanos >= SHORTEST_NANOS;
    return may && patience.tries() ? Math.min(LONGEST_NANOS, flightNanos) : 0;
  }

  private void await(Stripe[] stripes, Awaited whom) {
    awaited = whom;
    awaitedStripes = 0;
    for (Stripe stripe : stripes) {
      boolean some =
          switch (whom) {
            case GROUP -> stripe.flights().awaitReturn();
            case MOST -> stripe.flights().awaitPopulation(false);
            case ALL -> stripe.flights().awaitPopulation(true);
          };
      awaitedStripes += some ? 1 : 0;
    }
  }

  /** Judges whether it was worth it: at least a quarter more than there was, or than the first. */
  private void judgeCoalescing(Stripe[] stripes) {
    long first = pendingBefore == 0 ? 1 : 0;
    long came = sum(stripes, Stripe::published) - publishedBefore - first;
    patience.judge(came >= Math.max(1, pendingBefore / 4));
  }

  private static long publishedSinceLanding(Stripe[] stripes) {
    return sum(stripes, stripe -> stripe.flights().publishedSinceLanding());
  }

  private static long sum(Stripe[] stripes, ToLongFunction<Stripe> messages) {
    long sum = 0;
    for (Stripe stripe : stripes) {
      sum += messages.applyAsLong(stripe);
    }
    return sum;
  }
}
