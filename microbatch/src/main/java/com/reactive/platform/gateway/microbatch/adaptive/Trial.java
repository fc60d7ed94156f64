package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * Limits on trial. They need to be seen better twice, each time beside a neighbouring window of the
 * incumbent; after the first time, the incumbent's next window has to agree too.
 */
final class Trial {
  private static final int MAX_INCONCLUSIVE = 2;

  private final FlushLimits limits;
  private Window promising;
  private int inconclusive;

  Trial(FlushLimits limits) {
    this.limits = limits;
  }

  FlushLimits limits() {
    return limits;
  }

  /** The window that was seen better once; null before. */
  Window promising() {
    return promising;
  }

  void promising(Window seenBetter) {
    promising = seenBetter;
    inconclusive = 0;
  }

  /** Counts one more window that said nothing; true once they are too many to go on. */
  boolean inconclusiveTooOften() {
    inconclusive++;
    return inconclusive > MAX_INCONCLUSIVE;
  }
}
