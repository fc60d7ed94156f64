package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;

/**
 * The figures to reach.
 *
 * <p>Where a target is a multiple of the published ancestor there are two: of the ancestor beside
 * it in the same run, and of the rate at which the ancestor was seen to deliver when the target was
 * set, 21 M/s with one writer, 14 M/s with two and 31 M/s in bulk.
 */
final class Targets {
  private static final List<Target> ALL =
      List.of(
          // submit alone, into a stripe with room: >= 65 % of the floor; no bytes per submit
          Target.times(Row.SUBMIT_HANDLE, 0.65, Row.FLOOR, "floor"),
          Target.bytes(Row.SUBMIT_HANDLE, 0.5, "0 bytes per submit"),
          Target.times(Row.SUBMIT_ANY, 0.65, Row.FLOOR, "floor"),
          Target.bytes(Row.SUBMIT_ANY, 0.5, "0 bytes per submit"),

          // delivered, one writer: >= 45 % of the floor, >= 1.5x the ancestor's
          Target.times(Row.DELIVERED_HANDLE_1, 0.45, Row.FLOOR, "floor"),
          Target.times(Row.DELIVERED_HANDLE_1, 1.5, Row.ANCESTOR_1, "ancestor delivered"),
          Target.rate(Row.DELIVERED_HANDLE_1, 31.5, "1.5 x 21"),

          // delivered, two writers on two cores: >= 2x the ancestor's, no writer blocked for long
          // by the other: the slower one works at least half as fast as the other
          Target.times(Row.DELIVERED_HANDLE_2, 2, Row.ANCESTOR_2, "ancestor delivered"),
          Target.rate(Row.DELIVERED_HANDLE_2, 28, "2 x 14"),
          Target.percent(Row.SHARE_HANDLE, 33, "half the other's rate"),

          // submitBulk delivered: >= 1.5x the ancestor's
          Target.times(Row.BULK, 1.5, Row.ANCESTOR_BULK, "ancestor delivered"),
          Target.rate(Row.BULK, 46.5, "1.5 x 31"),

          // FastRingBuffer: >= 5x ConcurrentLinkedQueue, >= 0.95x JCTools' SpscArrayQueue
          Target.times(Row.RING, 5, Row.LINKED, "ConcurrentLinkedQueue"),
          Target.times(Row.RING, 0.95, Row.JCTOOLS, "SpscArrayQueue"),
          Target.times(Row.RING_DRAIN, 5, Row.LINKED, "ConcurrentLinkedQueue"),
          Target.times(Row.RING_DRAIN, 0.95, Row.JCTOOLS_DRAIN, "SpscArrayQueue"),

          // MicrobatchCollector: >= 50 % of the floor
          Target.times(Row.COLLECTOR, 0.5, Row.FLOOR, "floor"),

          // the gateway from the bytes of a request to those of its answer, without sockets:
          // nothing
          // allocated from the body to the stripe, 1 KB in all; two loops do 1.8x what one does;
          // counting requests costs 2 %, API keys 3 %
          Target.bytes(Row.INTAKE, 0.5, "0 bytes from body to stripe"),
          Target.bytes(Row.LOOP_1, 1_024.5, "<= 1,024 bytes per event"),
          Target.times(Row.LOOP_2, 1.8, Row.LOOP_1, "one loop"),
          Target.times(Row.LOOP_1, 0.98, Row.LOOP_NO_METRICS, "without metrics"),
          Target.times(Row.LOOP_API_KEY, 0.97, Row.LOOP_1, "without keys"),

          // idle batcher: < 0.1 % of a core
          Target.percentBelow(Row.IDLE_STRIPED, 0.1, "of a core"),
          Target.percentBelow(Row.IDLE_ADAPTIVE, 0.1, "of a core"));

  private Targets() {}

  /** The row's targets; empty if it has none. */
  static List<Target> of(Row row) {
    return ALL.stream().filter(target -> target.row() == row).toList();
  }
}
