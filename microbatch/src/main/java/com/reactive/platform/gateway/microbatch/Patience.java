package com.reactive.platform.gateway.microbatch;

/**
 * Decides how often something is tried that may be in vain: every time while it mostly is worth it;
 * after several times in vain ever more rarely, until it is worth it once. Not for several threads.
 */
final class Patience {
  private static final int MOST = 8;

  private final int mostSkipped;

  /** Number of times in vain that are still allowed. */
  private int left = MOST / 2;

  private int skipped;
  private int toSkip;

  /**
   * @param mostSkipped turns between two tries, at most
   */
  Patience(int mostSkipped) {
    this.mostSkipped = mostSkipped;
  }

  /** Whether this turn is a try, to be judged; otherwise it counts as skipped. */
  boolean tries() {
    if (skipped < toSkip) {
      skipped++;
      return false;
    }
    return true;
  }

  /** Forgets what was judged: something else is to be tried from now on. */
  void begin() {
    left = MOST / 2;
    skipped = 0;
    toSkip = 0;
  }

  /** Judges a try. */
  void judge(boolean worthIt) {
    left = Math.max(0, Math.min(MOST, left + (worthIt ? 1 : -1)));
    toSkip = left > 0 ? 0 : Math.min(mostSkipped, 2 * toSkip + 1);
    skipped = 0;
  }
}
