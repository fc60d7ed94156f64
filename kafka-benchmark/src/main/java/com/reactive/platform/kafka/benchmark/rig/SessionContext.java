package com.reactive.platform.kafka.benchmark.rig;

/**
 * What a lane needs to know.
 *
 * @param index of the lane, from 0
 * @param concurrency sends that this lane may have in flight, at least 1; for HTTP its connections
 * @param format how this run's messages look
 * @param outcomes to be told
 */
public record SessionContext(int index, int concurrency, MessageFormat format, Outcomes outcomes) {}
