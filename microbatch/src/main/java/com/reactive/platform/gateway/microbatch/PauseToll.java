package com.reactive.platform.gateway.microbatch;

/**
 * Finds out whether messages come less often because of pauses, and does without them if so.
 *
 * <p>Clients who wait for their answers and think for long are not to be told from those who send
 * at a rate of their own by who is pending. But they send the less the later they are answered. So
 * time goes in rounds: most of a round pauses, and its end does not, or the other way around once
 * pauses were found to cost rate. The rates of the two parts are compared until the difference is
 * beyond chance, or known well enough. Rounds grow as long as the verdict stays the same, so that
 * comparing costs next to nothing, and are short again after another one. Under another load all
 * begins anew: where few messages come, finding out that pauses cost nothing takes half a minute.
 *
 * <p>The flushing thread's alone.
 */
final class PauseToll {
  /** Lengths are in pauses. The first pause of a part is that of the part before, in its effect. */
  private static final int SETTLING = 1;

  private static final int PROBE = 3;
  private static final int SHORTEST_ROUND = 64;
  private static final int LONGEST_ROUND = 512;

  /** What was found out of a load holds for so many times more or less. */
  private static final double LIKE_LOAD = 1.3;

  /** A smaller share of the rate is nothing to speak of. */
  private static final double NOTHING = 0.04;

  /** So many standard deviations are no chance. */
  private static final double NO_CHANCE = 3;

  /** A standard deviation that is small enough for a verdict either way. */
  private static final double EXACT = 0.03;

  /** After so many rounds there is a verdict, however exact. */
  private static final int MOST_ROUNDS = 64;

  private long pauseNanos;
  private boolean free = true;
  private boolean probing;
  private int roundLength = SHORTEST_ROUND;
  private long partStartNanos;
  private boolean counting;
  private long countStartNanos;
  private long countStartMessages;

  private double ratePerNano;
  private long probeMessages;
  private int rounds;
  private double sum;
  private double sumOfSquares;

  /** True if the next flight may be followed by a pause. */
  boolean allows() {
    return free != probing;
  }

  /**
   * A flight begins now.
   *
   * @param messages that came so far, altogether
   * @param newPauseNanos H, nanoseconds
   */
  void flightBegins(long now, long messages, long newPauseNanos) {
    if (newPauseNanos != pauseNanos) {
      pauseNanos = newPauseNanos;
      free = true;
      roundLength = SHORTEST_ROUND;
      forget();
      begin(false, now);
    }
    if (pauseNanos == 0) {
      return;
    }
    long elapsed = now - partStartNanos;
    if (!counting && elapsed >= SETTLING * pauseNanos) {
      counting = true;
      countStartNanos = now;
      countStartMessages = messages;
    } else if (counting && elapsed >= (probing ? PROBE : roundLength) * pauseNanos) {
      endPart(messages - countStartMessages, now - countStartNanos);
      begin(!probing, now);
    }
  }

  private void begin(boolean probe, long now) {
    probing = probe;
    partStartNanos = now;
    counting = false;
  }

  private void endPart(long messages, long nanos) {
    double rate = (double) messages / Math.max(1, nanos);
    if (!probing) {
      noteRate(rate);
    } else if (ratePerNano > 0 && rate > 0) {
      double more = Math.log(free ? rate / ratePerNano : ratePerNano / rate);
      sum += more;
      sumOfSquares += more * more;
      probeMessages += messages;
      rounds++;
      judge();
    }
  }

  /** Of another load nothing is known. */
  private void noteRate(double rate) {
    boolean other = rate > LIKE_LOAD * ratePerNano || LIKE_LOAD * rate < ratePerNano;
    if (ratePerNano > 0 && other) {
      free = true;
      roundLength = SHORTEST_ROUND;
      forget();
    }
    ratePerNano = rate;
  }

  /** Compares the rate without pauses with that with them. */
  private void judge() {
    double more = sum / rounds;
    double deviation = deviation(more);
    if (Math.abs(more - NOTHING) > NO_CHANCE * deviation && (more > NOTHING) == free) {
      verdict(!free);
    } else if (deviation < EXACT || rounds >= MOST_ROUNDS) {
      verdict(more <= NOTHING);
    }
  }

  /** Of the mean: as the rounds show, and no less than where messages are independent. */
  private double deviation(double mean) {
    double independent = 1.0 / probeMessages;
    double seen = rounds < 3 ? 2 * independent : (sumOfSquares / rounds - mean * mean) / rounds;
    return Math.sqrt(Math.max(independent, seen));
  }

  private void verdict(boolean nowFree) {
    if (nowFree == free) {
      roundLength = Math.min(2 * roundLength, LONGEST_ROUND);
    } else {
      roundLength = SHORTEST_ROUND;
      ratePerNano = 0; // Another one now, if clients wait: that is no other load.
    }
    free = nowFree;
    forget();
  }

  private void forget() {
    rounds = 0;
    sum = 0;
    sumOfSquares = 0;
    probeMessages = 0;
  }
}
