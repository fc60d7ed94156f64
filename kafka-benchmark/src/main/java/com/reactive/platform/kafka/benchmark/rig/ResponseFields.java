package com.reactive.platform.kafka.benchmark.rig;

/**
 * What the answer to a send said.
 *
 * @param eventId of the event; empty if it did not say
 * @param topic that has it; empty if it did not say
 * @param partition of the topic; negative if it did not say
 * @param offset in the partition; negative if it did not say
 */
public record ResponseFields(String eventId, String topic, int partition, long offset) {}
