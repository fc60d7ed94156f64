package com.reactive.platform.kafka.benchmark.subject.http;

/**
 * The time of one stage of an event in the gateway; see the gateway's {@code LatencyBreakdown}.
 *
 * @param stage its name, or {@code total}
 * @param count events since the gateway's start
 * @param meanMicros microseconds, as the percentiles
 */
public record StageTime(
    String stage, long count, double meanMicros, double p50Micros, double p99Micros) {}
