package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.kafka.benchmark.loop.IntakeBenchmark;
import com.reactive.platform.kafka.benchmark.loop.LoopBenchmark;

/** A line of the report: what is run for it, and which of the run's figures it shows. */
@SuppressWarnings("ImmutableEnumChecker") // a Fork copies its map, which the checker cannot see
enum Row {
  FLOOR("floor", "bare 64-byte copy", Fork.of(FloorBenchmark.class, "copy")),

  ANCESTOR_1_ACCEPTED(
      "ancestor.1.accepted", "ancestor, 1 writer, accepted", ancestor("1", "message")),
  ANCESTOR_1(
      "ancestor.1", "ancestor, 1 writer, delivered", ANCESTOR_1_ACCEPTED.fork, JmhMetric.INTACT),
  ANCESTOR_2_ACCEPTED(
      "ancestor.2.accepted", "ancestor, 2 writers, accepted", ancestor("2", "message")),
  ANCESTOR_2(
      "ancestor.2", "ancestor, 2 writers, delivered", ANCESTOR_2_ACCEPTED.fork, JmhMetric.INTACT),
  ANCESTOR_BULK_ACCEPTED(
      "ancestor.bulk.accepted", "ancestor, bulk, accepted", ancestor("1", "bulk")),
  ANCESTOR_BULK(
      "ancestor.bulk", "ancestor, bulk, delivered", ANCESTOR_BULK_ACCEPTED.fork, JmhMetric.INTACT),

  SUBMIT_HANDLE("submit.handle", "StripedBatcher, submit alone, handle", submit("handle")),
  SUBMIT_ANY("submit.any", "StripedBatcher, submit alone, any thread", submit("any")),

  DELIVERED_HANDLE_1(
      "delivered.handle.1",
      "StripedBatcher, 1 writer, handle",
      delivered("handle", "1"),
      ANCESTOR_1),
  DELIVERED_HANDLE_2(
      "delivered.handle.2",
      "StripedBatcher, 2 writers, handles",
      delivered("handle", "2"),
      ANCESTOR_2),
  SHARE_HANDLE(
      "delivered.handle.2.share",
      "  its slowest writer's share",
      DELIVERED_HANDLE_2.fork,
      JmhMetric.SLOWEST_SHARE),
  DELIVERED_ANY_1(
      "delivered.any.1", "StripedBatcher, 1 writer, any thread", delivered("any", "1"), ANCESTOR_1),
  DELIVERED_ANY_2(
      "delivered.any.2",
      "StripedBatcher, 2 writers, any thread",
      delivered("any", "2"),
      ANCESTOR_2),
  SHARE_ANY(
      "delivered.any.2.share",
      "  its slowest writer's share",
      DELIVERED_ANY_2.fork,
      JmhMetric.SLOWEST_SHARE),
  BULK(
      "bulk",
      "StripedBatcher, submitBulk of 1000",
      Fork.of(BulkBenchmark.class, "messages"),
      ANCESTOR_BULK),

  RING("ring.fast", "FastRingBuffer, one by one", ring("FastRingBuffer")),
  RING_DRAIN("ring.fast.drain", "FastRingBuffer, drained", ring("FastRingBuffer-drain")),
  JCTOOLS("ring.jctools", "SpscArrayQueue, one by one", ring("SpscArrayQueue")),
  JCTOOLS_DRAIN("ring.jctools.drain", "SpscArrayQueue, drained", ring("SpscArrayQueue-drain")),
  LINKED("ring.linked", "ConcurrentLinkedQueue", ring("ConcurrentLinkedQueue")),

  COLLECTOR(
      "collector",
      "MicrobatchCollector, 1 writer",
      Fork.of(CollectorBenchmark.class, "messages"),
      ANCESTOR_1),
  ADAPTIVE(
      "adaptive", "AdaptiveBatcher, 1 writer, any thread", batcher("AdaptiveBatcher"), ANCESTOR_1),
  SIMPLE("simple", "SimpleBatcher, 1 writer", batcher("SimpleBatcher"), ANCESTOR_1),
  EXPONENTIAL(
      "exponential", "ExponentialBatcher, 1 writer", batcher("ExponentialBatcher"), ANCESTOR_1),
  NAIVE("naive", "NaiveBatcher, 1 writer", batcher("NaiveBatcher"), ANCESTOR_1),

  INTAKE("intake", "EventIntake.take, body to stripe", Fork.of(IntakeBenchmark.class, "events")),
  LOOP_1("loop.1", "event loop without sockets, 1 loop", loop("1", "default")),
  LOOP_2("loop.2", "event loop without sockets, 2 loops", loop("2", "default")),
  LOOP_NO_METRICS("loop.no-metrics", "  1 loop, requests not counted", loop("1", "no-metrics")),
  LOOP_API_KEY("loop.api-key", "  1 loop, with API keys", loop("1", "api-key")),

  IDLE_STRIPED(
      "idle.striped",
      "idle StripedBatcher, its threads",
      idle("StripedBatcher"),
      JmhMetric.OWN_CPU),
  IDLE_STRIPED_PROCESS(
      "idle.striped.process", "  its whole process", IDLE_STRIPED.fork, JmhMetric.PROCESS_CPU),
  IDLE_ADAPTIVE(
      "idle.adaptive",
      "idle AdaptiveBatcher, its threads",
      idle("AdaptiveBatcher"),
      JmhMetric.OWN_CPU),
  IDLE_ADAPTIVE_PROCESS(
      "idle.adaptive.process", "  its whole process", IDLE_ADAPTIVE.fork, JmhMetric.PROCESS_CPU),
  IDLE_JVM("idle.jvm", "idle JVM alone, its whole process", idle("none"), JmhMetric.PROCESS_CPU);

  private final String id;
  private final String label;
  private final Fork fork;
  private final JmhMetric metric;
  private final Row ancestor;

  Row(String id, String label, Fork fork) {
    this(id, label, fork, JmhMetric.RATE, null);
  }

  Row(String id, String label, Fork fork, JmhMetric metric) {
    this(id, label, fork, metric, null);
  }

  Row(String id, String label, Fork fork, Row ancestor) {
    this(id, label, fork, JmhMetric.RATE, ancestor);
  }

  Row(String id, String label, Fork fork, JmhMetric metric, Row ancestor) {
    this.id = id;
    this.label = label;
    this.fork = fork;
    this.metric = metric;
    this.ancestor = ancestor;
  }

  /** The name by which people and scripts choose the row. */
  String id() {
    return id;
  }

  String label() {
    return label;
  }

  Fork fork() {
    return fork;
  }

  JmhMetric metric() {
    return metric;
  }

  /** What the published ancestor delivers in the same situation; null if it has no counterpart. */
  Row ancestor() {
    return ancestor;
  }

  private static Fork ancestor(String writers, String form) {
    return Fork.of(AncestorBenchmark.class, "messages", "writers", writers, "form", form);
  }

  private static Fork submit(String entry) {
    return Fork.of(SubmitAloneBenchmark.class, "submits", "entry", entry);
  }

  private static Fork delivered(String entry, String writers) {
    return Fork.of(DeliveredBenchmark.class, "messages", "entry", entry, "writers", writers);
  }

  private static Fork ring(String queue) {
    return Fork.of(RingBenchmark.class, "items", "queue", queue);
  }

  private static Fork batcher(String batcher) {
    return Fork.of(BatcherBenchmark.class, "messages", "batcher", batcher);
  }

  private static Fork loop(String loops, String features) {
    return Fork.of(LoopBenchmark.class, "events", "loops", loops, "features", features);
  }

  private static Fork idle(String batcher) {
    return Fork.of(IdleBenchmark.class, "idle", "batcher", batcher);
  }
}
