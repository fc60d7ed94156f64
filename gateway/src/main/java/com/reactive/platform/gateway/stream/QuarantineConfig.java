package com.reactive.platform.gateway.stream;

/**
 * Where a stream keeps the bodies that it refuses for their content.
 *
 * @param topic no stream's own
 * @param maxLatencyMillis how long a body may wait for others, unless it goes by the stream's own
 *     pipeline
 */
public record QuarantineConfig(String topic, int maxLatencyMillis) {}
