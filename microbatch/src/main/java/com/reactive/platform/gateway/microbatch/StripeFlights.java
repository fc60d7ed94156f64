package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.StripeCursors.Tail;
import com.reactive.platform.gateway.microbatch.StripeCursors.Taken;

/**
 * The flights of a stripe, and how many of their clients are back: what {@link RequestCoalescing}
 * knows of it. A flight is all that was taken between two moments in which the sink was idle.
 *
 * <p>The flushing thread's, except where a method says otherwise.
 */
final class StripeFlights {
  /** What is left of the population after a flight that had fewer. */
  private static final double POPULATION_DECAY = 15.0 / 16;

  private final Tail tail;
  private final Taken taken;

  private long flightSequence;
  private long flightMessages;

  /** Messages that were open at once lately. */
  private double population;

  /** The writer reads it, too. */
  private volatile long awaitedSequence = Long.MAX_VALUE;

  // The completers', read by the flushing thread when nothing is in flight. Two completers at once
  // may lose the larger number, which matters little.
  private volatile long landedSequence;
  private volatile long mostOpen;

  StripeFlights(Tail tail, Taken taken) {
    this.tail = tail;
    this.taken = taken;
  }

  /** Messages that are taken from now on belong to a new flight. */
  void begin() {
    flightSequence = taken.sequence;
  }

  /** Notes who is there before anybody of the batch is answered. Any thread. */
  void onCompleting(Batch batch) {
    long published = tail.published;
    landedSequence = published;
    mostOpen = Math.max(mostOpen, published - batch.endSequence() + batch.size());
  }

  /**
   * Ends the flight.
   *
   * @param pauses whether flights pause now; those without have no say in who would come to a pause
   * @return how many messages flights have lately; a small one among large ones counts for little
   */
  long end(boolean pauses) {
    flightMessages =
        Math.max(taken.sequence - flightSequence, flightMessages - (flightMessages + 3) / 4);
    population = Math.max((double) mostOpen, pauses ? population * POPULATION_DECAY : population);
    mostOpen = 0;
    return flightMessages;
  }

  /**
   * An idle sink waits until three quarters of the flight's messages have successors, or of a usual
   * flight's if this was a small one. What was there before the flight was completed is none.
   *
   * @return whether there is anything to wait for
   */
  boolean awaitReturn() {
    return await(
        Math.max(
            landedSequence + threeQuarters(taken.sequence - flightSequence),
            taken.sequence + threeQuarters(flightMessages)));
  }

  /**
   * An idle sink waits until as many messages are pending as were open at once lately: if their
   * clients wait for answers, nobody is left who could send.
   *
   * @param all whether it waits for all of them; most are seven eighths, and one less than all
   * @return whether there is anything to wait for
   */
  boolean awaitPopulation(boolean all) {
    long messages = (long) Math.ceil(population);
    return await(taken.sequence + (all ? messages : messages - Math.max(1, messages / 8)));
  }

  private boolean await(long sequence) {
    boolean some = flightMessages > 0 && sequence > tail.published;
    awaitedSequence = some ? sequence : Long.MAX_VALUE;
    return some;
  }

  void awaitNothing() {
    awaitedSequence = Long.MAX_VALUE;
  }

  /** True if the message that an idle sink waits for is there. The writer's, too. */
  boolean hasReturned() {
    return tail.published >= awaitedSequence;
  }

  /** Messages that came after the last batch was completed. */
  long publishedSinceLanding() {
    return tail.published - landedSequence;
  }

  /** Rounded up. */
  private static long threeQuarters(long messages) {
    return messages - messages / 4;
  }
}
