package com.reactive.platform.kafka.benchmark.jmh;

import java.time.Duration;

/**
 * The extent of a run.
 *
 * @param rounds number of times that everything runs, each time in new JVMs
 * @param warmUpIterations iterations that do not count
 * @param iterations iterations that count
 * @param iterationTime length of an iteration
 * @param idleSeconds measured time of idle batchers, in the first round only
 */
public record JmhOptions(
    int rounds, int warmUpIterations, int iterations, Duration iterationTime, int idleSeconds) {
  /** Some minutes. */
  public static final JmhOptions FULL = new JmhOptions(3, 2, 3, Duration.ofMillis(400), 10);

  /** About a minute. One round has no deviation. */
  public static final JmhOptions QUICK = new JmhOptions(1, 1, 2, Duration.ofMillis(300), 4);

  /** Rejects what cannot be run. */
  public JmhOptions {
    if (rounds < 1 || rounds > 100) {
      throw new IllegalArgumentException("rounds must be between 1 and 100, but is " + rounds);
    }
  }

  /** The same with another number of rounds. */
  public JmhOptions withRounds(int newRounds) {
    return new JmhOptions(newRounds, warmUpIterations, iterations, iterationTime, idleSeconds);
  }
}
