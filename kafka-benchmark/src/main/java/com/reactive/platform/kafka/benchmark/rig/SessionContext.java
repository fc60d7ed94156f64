package com.reactive.platform.kafka.benchmark.rig;

/**
 * The data of a lane.
 *
 * @param index of the lane, from 0
 * @param concurrency sends that this lane may have in flight, at least 1; for HTTP its connections
 * @param format how this run's messages look
 * @param outcomes receives the outcome of each send
 */
public record SessionContext(int index, int concurrency, MessageFormat format, Outcomes outcomes) {}
