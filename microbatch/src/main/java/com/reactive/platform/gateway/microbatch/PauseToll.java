package com.reactive.platform.gateway.microbatch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Finds out whether messages come less often because of pauses, and does without them if so.
 *
 * <p>Clients who wait for their answers and think for long are not to be told from those who send
 * at a rate of their own by who is pending. But they send the less the later they are answered. So
 * time goes in rounds: most of a round pauses, and its end does not, or the other way around once
 * pauses were found to cost rate. The short part is compared with the long ones before and after
 * it, until the difference is beyond chance, or known well enough. Rounds grow as long as the
 * verdict stays the same, so that comparing costs next to nothing, and are short again after
 * another one. Where the two long parts differ the load is another one, and all begins anew: a load
 * that grows in a part without pauses must not look as if pauses had cost rate.
 *
 * <p>What was found out of an H is remembered while the load stays the same, since a learner comes
 * back to it.
 *
 * <p>One for all threads that flush, and over all of their messages. What one of them gets is no
 * measure: if connections belong to a pool, a thread that answers sooner has its connections back
 * in the pool sooner, and takes messages from the others. Any of these threads.
 */
final class PauseToll {
  /** Lengths are in pauses. The first pause of a part is that of the part before, in its effect. */
  private static final int SETTLING = 1;

  private static final int PROBE = 3;
  private static final int SHORTEST_ROUND = 32;
  private static final int LONGEST_ROUND = 512;

  /** What was found out of a load holds for so many times more or less. */
  private static final double LIKE_LOAD = 1.3;

  /** A smaller share of the rate is nothing to speak of. */
  private static final double NOTHING = 0.04;

  /** So many standard deviations are no chance, once there are many rounds ... */
  private static final double NO_CHANCE = 3;

  /** ... and so many more after the first one: what comes in bursts deviates in other ways. */
  private static final double NO_CHANCE_AT_FIRST = 3;

  /** A standard deviation that is small enough for a verdict either way. */
  private static final double EXACT = 0.03;

  /** After so many rounds there is a verdict, in favour of pauses unless they look costly. */
  private static final int MOST_ROUNDS = 64;

  /** H that are remembered; a learner has no more. */
  private static final int MOST_REMEMBERED = 8;

  /**
   * What was found out of an H.
   *
   * @param free whether pauses cost nothing
   * @param rate messages per nanosecond then; 0 if that was not known yet
   */
  private record Finding(boolean free, int roundLength, double rate) {}

  private final LongSupplier messages;

  /** By H; the one that was put in first goes first. */
  private final Map<Long, Finding> findings = new LinkedHashMap<>();

  /** True if the next flight may be followed by a pause. */
  private volatile boolean allowed = true;

  private final AtomicInteger epoch = new AtomicInteger();

  private long pauseNanos;
  private boolean free = true;
  private boolean probing;
  private int roundLength = SHORTEST_ROUND;
  private long partStartNanos;
  private boolean counting;
  private long countStartNanos;
  private long countStartMessages;

  /** Of the long part before, messages per nanosecond; 0 if there is none. */
  private double rateBefore;

  /** Of the short part since then; no nanoseconds if there is none. */
  private long probeMessages;

  private long probeNanos;

  private int rounds;

  /** Sums over all rounds: what came in short parts, and what would have at the rate around. */
  private double came;

  private double expected;
  private double cameSquared;
  private double cameTimesExpected;
  private double expectedSquared;

  /**
   * @param messages that came so far, on all stripes
   */
  PauseToll(LongSupplier messages) {
    this.messages = messages;
  }

  /** True if the next flight may be followed by a pause. */
  boolean allows() {
    return allowed;
  }

  /** Another number whenever all begins anew: H or the load is another one. */
  int epoch() {
    return epoch.get();
  }

  /**
   * A flight begins now.
   *
   * @param newPauseNanos H, nanoseconds
   */
  synchronized void flightBegins(long now, long newPauseNanos) {
    if (newPauseNanos != pauseNanos) {
      changePause(newPauseNanos, now);
    } else if (pauseNanos > 0) {
      goOn(now);
    }
    allowed = free != probing;
  }

  private void changePause(long newPauseNanos, long now) {
    // Right after pauses were found to cost rate there is no rate to compare with yet.
    if (pauseNanos > 0 && (rateBefore > 0 || !free)) {
      remember();
    }
    pauseNanos = newPauseNanos;
    Finding found = findings.remove(newPauseNanos);
    free = found == null || found.free();
    roundLength = found == null ? SHORTEST_ROUND : found.roundLength();
    rateBefore = found == null ? 0 : found.rate();
    probeNanos = 0;
    forget();
    begin(false, now);
    epoch.incrementAndGet();
  }

  private void remember() {
    if (findings.size() == MOST_REMEMBERED) {
      findings.remove(findings.keySet().iterator().next());
    }
    findings.put(pauseNanos, new Finding(free, roundLength, rateBefore));
  }

  private void goOn(long now) {
    long elapsed = now - partStartNanos;
    if (!counting && elapsed >= SETTLING * pauseNanos) {
      counting = true;
      countStartNanos = now;
      countStartMessages = messages.getAsLong();
    } else if (counting && elapsed >= (probing ? PROBE : roundLength) * pauseNanos) {
      boolean wasFree = free;
      endPart(messages.getAsLong() - countStartMessages, now - countStartNanos);
      begin(!probing && free == wasFree, now);
    }
  }

  private void begin(boolean probe, long now) {
    probing = probe;
    partStartNanos = now;
    counting = false;
  }

  private void endPart(long arrived, long nanos) {
    if (probing) {
      probeMessages = arrived;
      probeNanos = nanos;
      return;
    }
    double rate = (double) arrived / Math.max(1, nanos);
    double around = Math.sqrt(rate * rateBefore);
    boolean known = rateBefore > 0;
    boolean anew = known && isOther((double) arrived, rateBefore * (double) nanos);
    rateBefore = rate;
    if (anew) { // of another load nothing is known
      verdict(true);
      roundLength = SHORTEST_ROUND;
      findings.clear();
      epoch.incrementAndGet();
    } else if (known && probeNanos > 0) {
      compare((double) probeMessages, around * (double) probeNanos);
    }
    probeNanos = 0;
  }

  /** More or fewer than at the rate before, and that by no chance. */
  private static boolean isOther(double now, double asBefore) {
    return Math.max(now, asBefore) > LIKE_LOAD * Math.min(now, asBefore)
        && Math.abs(now - asBefore) > NO_CHANCE * Math.sqrt(now + asBefore);
  }

  private void compare(double inShortPart, double asAround) {
    rounds++;
    came += inShortPart;
    expected += asAround;
    cameSquared += inShortPart * inShortPart;
    cameTimesExpected += inShortPart * asAround;
    expectedSquared += asAround * asAround;
    if (came > 0) {
      judge();
    }
  }

  /** Compares the rate without pauses with that with them. */
  private void judge() {
    double more = Math.log(free ? came / expected : expected / came);
    double deviation = deviation(came / expected);
    double chance = (NO_CHANCE + NO_CHANCE_AT_FIRST / rounds) * deviation;
    if (Math.abs(more - NOTHING) > chance && (more > NOTHING) == free) {
      verdict(!free);
    } else if (deviation < EXACT) {
      verdict(more <= NOTHING);
    } else if (rounds >= MOST_ROUNDS) {
      verdict(free || more <= NOTHING);
    } else if ((more <= NOTHING) == free) {
      roundLength = longer(); // It looks like that, and each round costs something.
    }
  }

  /** Of the ratio: as the rounds show, and no less than where messages are independent. */
  private double deviation(double ratio) {
    double differences =
        cameSquared - 2 * ratio * cameTimesExpected + ratio * ratio * expectedSquared;
    double seen = rounds < 3 ? 2 / came : differences / (came * came);
    return Math.sqrt(Math.max(1 / came, seen));
  }

  private void verdict(boolean nowFree) {
    if (nowFree == free) {
      roundLength = longer();
    } else {
      roundLength = SHORTEST_ROUND;
      rateBefore = 0; // Another one now, if clients wait: that is no other load.
    }
    free = nowFree;
    forget();
  }

  private int longer() {
    return Math.min(roundLength + roundLength / 2, LONGEST_ROUND);
  }

  private void forget() {
    rounds = 0;
    came = 0;
    expected = 0;
    cameSquared = 0;
    cameTimesExpected = 0;
    expectedSquared = 0;
  }
}
