package com.reactive.platform.kafka.benchmark.rig;

/**
 * The content of the response to a send.
 *
 * @param eventId of the event; empty if it did not say
 * @param topic that has it; empty if it did not say
 * @param partition of the topic; negative if it did not say
 * @param offset in the partition; negative if it did not say
 */
public record ResponseFields(String eventId, String topic, int partition, long offset) {}
