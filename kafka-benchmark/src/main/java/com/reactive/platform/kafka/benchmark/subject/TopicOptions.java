package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import java.util.concurrent.ThreadLocalRandom;

/** What every target that makes a topic has in common. */
public final class TopicOptions {
  private TopicOptions() {}

  /** Partitions of the topic. */
  public static int partitions(Options options) {
    return options.integer("partitions", 6, 1, 1_000);
  }

  /** Makes a topic that nobody else has; returns its name. Blocks until it takes records. */
  public static String newTopic(BenchKafka kafka, String kind, int partitions)
      throws InterruptedException {
    String name = "bench-" + kind + "-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    kafka.createTopic(name, partitions);
    return name;
  }
}
