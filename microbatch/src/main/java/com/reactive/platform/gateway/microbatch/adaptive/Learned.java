package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * All that is known of a level, as it is kept.
 *
 * @param best the incumbent limits
 * @param expected what their windows lead to expect; null if there was none yet
 * @param observations windows that taught something
 * @param cooling how far exploration has narrowed, see {@link Exploration}
 * @param pauseFailures how often trials of H failed lately, see {@link PauseExploration}
 */
public record Learned(
    FlushLimits best,
    ExpectedCost.Average expected,
    long observations,
    int cooling,
    int pauseFailures) {
  /** Of a level that is to start again from its bootstrap. */
  public static final Learned FORGOTTEN = new Learned(new FlushLimits(1, 1), null, 0, 0);

  /** Without trials of H. */
  public Learned(FlushLimits best, ExpectedCost.Average expected, long observations, int cooling) {
    this(best, expected, observations, cooling, 0);
  }

  /** The same, resting on no observation of one's own. */
  public Learned asGuess() {
    return new Learned(best, null, 0, cooling, pauseFailures);
  }

  /** Whether it rests on more observations than the other, which may be null. */
  public boolean outweighs(Learned other) {
    return other == null || observations > other.observations;
  }
}
