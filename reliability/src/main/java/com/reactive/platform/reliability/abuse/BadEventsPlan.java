package com.reactive.platform.reliability.abuse;

/**
 * Parameters of a run with a flood of bad events.
 *
 * @param badPerSecond bad events per second
 * @param connections of the healthy load, one request in flight on each
 * @param turns each without the flood, with it refused, and with it quarantined
 * @param settleSeconds before each measurement that do not count
 * @param seconds measured, of each part of a turn
 */
public record BadEventsPlan(
    int badPerSecond, int connections, int turns, int settleSeconds, int seconds) {
  /** Refuses what cannot be run. */
  public BadEventsPlan {
    if (badPerSecond < BadEventFlood.CONNECTIONS || badPerSecond > 100_000) {
      throw new IllegalArgumentException(
          "bad events per second must be " + BadEventFlood.CONNECTIONS + " to 100000");
    }
    if (connections < SlowClientsPlan.LOAD_THREADS) {
      throw new IllegalArgumentException(
          "connections must be at least " + SlowClientsPlan.LOAD_THREADS);
    }
    if (turns < 1 || settleSeconds < 0 || seconds < 1) {
      throw new IllegalArgumentException("turns and seconds must be at least 1");
    }
  }
}
