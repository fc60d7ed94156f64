package com.reactive.platform.kafka.benchmark.rig;

/**
 * The promises of a target about its records, besides that they are there. All are checked against
 * the log after a run.
 *
 * @param order in which the records of a partition stand
 * @param recordsPerSend that an acknowledged send has become; 0 if that is not known
 * @param keyed whether every record has a key, and is where Kafka's default partitioner puts it
 * @param eventIds whether every record has an id of its own, in the header {@code event-id}
 * @param answers whether an answer names the event id, and, unless it is {@linkplain
 *     Destination#EARLY early}, topic, partition and offset
 */
public record DeliveryGuarantees(
    Order order, int recordsPerSend, boolean keyed, boolean eventIds, boolean answers) {
  /** Nothing is promised. */
  public static final DeliveryGuarantees NONE =
      new DeliveryGuarantees(Order.NONE, 0, false, false, false);

  /** In which order the records of a partition stand, and so those of a key. */
  public enum Order {
    /** Any. */
    NONE,
    /** A message that was sent after another one was acknowledged stands behind it. */
    ACKNOWLEDGED,
    /** The messages of a lane stand as they were sent. */
    SENT
  }
}
