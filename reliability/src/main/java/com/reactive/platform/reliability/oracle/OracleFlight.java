package com.reactive.platform.reliability.oracle;

/**
 * A request that is owed a response.
 *
 * @param attempt from 0
 * @param sentNanos of {@link System#nanoTime}
 */
record OracleFlight(OracleEvent event, Variant variant, int attempt, long sentNanos) {}
