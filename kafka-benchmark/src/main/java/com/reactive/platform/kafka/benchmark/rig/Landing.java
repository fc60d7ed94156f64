package com.reactive.platform.kafka.benchmark.rig;

/**
 * Where a target's messages end, so that they can be verified there.
 *
 * @param topic its name; only this target writes to it
 * @param acks in force: {@code 0}, {@code 1} or {@code all}
 * @param reader takes a record apart
 */
public record Landing(String topic, String acks, RecordReader reader) {}
