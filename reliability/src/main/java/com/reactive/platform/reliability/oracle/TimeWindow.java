package com.reactive.platform.reliability.oracle;

/**
 * A stretch of the wall clock.
 *
 * @param fromMillis its begin
 * @param toMillis its end, which belongs to it
 */
public record TimeWindow(long fromMillis, long toMillis) {
  boolean contains(long millis) {
    return millis >= fromMillis && millis <= toMillis;
  }
}
