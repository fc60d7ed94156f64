package com.reactive.platform.kafka.benchmark.target;

/** Options of every target that makes a topic. */
final class TopicOptions {
  private TopicOptions() {}

  /** Partitions of the topic. */
  static int partitions(Options options) {
    return options.integer("partitions", 6, 1, 1_000);
  }
}
