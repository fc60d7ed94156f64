package com.reactive.platform.reliability.overload;

/**
 * State of the gateway at one moment. Counts are since its start.
 *
 * @param nanos when, as {@link System#nanoTime}
 * @param rssMegabytes resident memory of its process; NaN where the system does not tell it
 * @param shed turned away, for whatever reason of ours
 * @param failed taken in and answered 503 or 504
 * @param limit so many events may wait for their outcome
 * @param stalls how often an event loop was late by a tenth of a second
 * @param recentDelayMillis the longest of the last 10 to 20 seconds
 */
public record StatusSample(
    long nanos,
    double rssMegabytes,
    long acked,
    long shed,
    long failed,
    long limit,
    long inFlight,
    long stalls,
    double recentDelayMillis) {}
