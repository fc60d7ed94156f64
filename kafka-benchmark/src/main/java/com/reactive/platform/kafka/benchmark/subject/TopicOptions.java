package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import java.util.concurrent.ThreadLocalRandom;

/** The topic of a target. */
public final class TopicOptions {
  private TopicOptions() {}

  /** Partitions of the topic. */
  public static int partitions(Options options) {
    return options.integer("partitions", 6, 1, 1_000);
  }

  /** Creates a topic with a new name, and returns it. Blocks until it accepts records. */
  public static String newTopic(BenchKafka kafka, String kind, int partitions)
      throws InterruptedException {
    String name = "bench-" + kind + "-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    kafka.createTopic(name, partitions);
    return name;
  }
}
