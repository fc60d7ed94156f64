package com.reactive.platform.gateway.microbatch;

import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;

/**
 * Clients who send at their own rate, whatever becomes of what they sent: a Poisson process of
 * clumps, spread over the stripes. A refused clump is not sent again.
 */
final class OpenLoad {
  private static final long LOOK_AGAIN_NANOS = 100 * BrokerModel.MILLI;

  private final Simulation simulation;
  private final LongToDoubleFunction eventsPerSecond;
  private final int stripes;
  private final int clump;
  private final SplittableRandom random;
  private final boolean evenly;

  /**
   * @param eventsPerSecond at a moment
   * @param clump events that come together
   */
  OpenLoad(
      Simulation simulation,
      LongToDoubleFunction eventsPerSecond,
      int stripes,
      int clump,
      long seed) {
    this(simulation, eventsPerSecond, stripes, clump, seed, false);
  }

  /** At equal distances, as load generators send: nothing comes twice in a short time. */
  static OpenLoad evenly(Simulation simulation, double eventsPerSecond) {
    return evenly(simulation, nanos -> eventsPerSecond);
  }

  /** The same at a rate that may change. */
  static OpenLoad evenly(Simulation simulation, LongToDoubleFunction eventsPerSecond) {
    return new OpenLoad(simulation, eventsPerSecond, 1, 1, 1, true);
  }

  private OpenLoad(
      Simulation simulation,
      LongToDoubleFunction eventsPerSecond,
      int stripes,
      int clump,
      long seed,
      boolean evenly) {
    this.evenly = evenly;
    this.simulation = simulation;
    this.eventsPerSecond = eventsPerSecond;
    this.stripes = stripes;
    this.clump = clump;
    random = new SplittableRandom(seed);
    next();
  }

  /** A gap has no memory, so one that is too long to trust the rate may be drawn anew. */
  private void next() {
    double clumpsPerNano = eventsPerSecond.applyAsDouble(simulation.time.nanos()) / clump / 1e9;
    double gaps = evenly ? 1 : -Math.log(1 - random.nextDouble());
    double gapNanos = gaps / clumpsPerNano;
    if (gapNanos > LOOK_AGAIN_NANOS) {
      simulation.time.after(LOOK_AGAIN_NANOS, this::next);
    } else {
      simulation.time.after(Math.round(gapNanos), this::arrive);
    }
  }

  private void arrive() {
    simulation.submit(random.nextInt(stripes), clump, () -> {});
    next();
  }

  /** This rate, off by up to 5 %, another way every seven seconds. */
  static LongToDoubleFunction around(double rate, long seed) {
    return nanos -> {
      long period = nanos / (7 * BrokerModel.SECOND);
      double off = new SplittableRandom(seed * 31 + period).nextDouble() * 2 - 1;
      return rate * (1 + 0.05 * off);
    };
  }

  /** So many times the rate, for the first of every thirty seconds. */
  static LongToDoubleFunction bursts(double rate, double times) {
    return nanos ->
        nanos % (30 * BrokerModel.SECOND) >= 29 * BrokerModel.SECOND ? rate * times : rate;
  }

  /** Between two rates and back, each order of magnitude as long as the next. */
  static LongToDoubleFunction diurnal(double low, double high, long periodNanos) {
    return nanos -> {
      double phase = (1 - Math.cos(2 * Math.PI * nanos / periodNanos)) / 2;
      return low * Math.pow(high / low, phase);
    };
  }

  /** One rate, another from the first moment on, and the first again from the second moment on. */
  static LongToDoubleFunction step(double rate, double other, long upNanos, long downNanos) {
    return nanos -> nanos >= upNanos && nanos < downNanos ? other : rate;
  }
}
