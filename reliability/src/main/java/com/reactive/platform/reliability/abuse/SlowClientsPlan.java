package com.reactive.platform.reliability.abuse;

/**
 * Parameters of a run with slow clients.
 *
 * @param slow connections that send a byte of a head or of a body now and then
 * @param idle connections that say nothing
 * @param unfinished connections that send half of a large body
 * @param connections of the healthy load, one request in flight on each
 * @param turns each without and with the slow and the idle ones
 * @param settleSeconds before each measurement that do not count
 * @param seconds measured, of each half of a turn
 * @param heapMegabytes of the gateway
 */
public record SlowClientsPlan(
    int slow,
    int idle,
    int unfinished,
    int connections,
    int turns,
    int settleSeconds,
    int seconds,
    int heapMegabytes) {

  static final int LOAD_THREADS = 2;

  /** The launcher's. */
  public static final int USUAL_HEAP_MEGABYTES = 1_024;

  /** Refuses what cannot be run. */
  public SlowClientsPlan {
    if (slow < 0 || idle < 0 || unfinished < 0 || slow + (long) idle + unfinished > 1_000_000) {
      throw new IllegalArgumentException(
          "slow, idle and unfinished clients must be 0 to a million together");
    }
    if (connections < LOAD_THREADS) {
      throw new IllegalArgumentException("connections must be at least " + LOAD_THREADS);
    }
    if (turns < 1 || settleSeconds < 0 || seconds < 1) {
      throw new IllegalArgumentException("turns and seconds must be at least 1");
    }
    if (heapMegabytes < 64) {
      throw new IllegalArgumentException("the heap must be at least 64 MB");
    }
  }

  /** All of those who are not well. */
  int flood() {
    return slow + idle + unfinished;
  }
}
