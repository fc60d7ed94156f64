package com.reactive.platform.kafka.benchmark.rig;

import java.util.List;

/**
 * The destination of a target's messages, where they can be verified.
 *
 * @param topics their names; only this target writes to them
 * @param acks in force: {@code 0}, {@code 1} or {@code all}; {@link #EARLY} where the target
 *     acknowledges before it knows Kafka's answer
 * @param reader takes a record apart
 * @param stores whether what is acknowledged must be there; else nothing may be
 * @param guarantees of its records
 */
public record Destination(
    List<String> topics,
    String acks,
    RecordReader reader,
    boolean stores,
    DeliveryGuarantees guarantees) {
  /** An acknowledgement that says nothing about Kafka. */
  public static final String EARLY = "none";

  public Destination {
    topics = List.copyOf(topics);
  }

  /** One topic of a target that stores what it acknowledges, and promises no more. */
  public Destination(String topic, String acks, RecordReader reader) {
    this(List.of(topic), acks, reader, true, DeliveryGuarantees.NONE);
  }

  /** Of a target that could write to this topic, and must not. */
  public static Destination ofNothing(String topic) {
    return new Destination(
        List.of(topic),
        EARLY,
        (record, expected, found) -> found.damaged(),
        false,
        DeliveryGuarantees.NONE);
  }
}
