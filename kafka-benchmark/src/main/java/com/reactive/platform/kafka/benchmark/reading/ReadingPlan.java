package com.reactive.platform.kafka.benchmark.reading;

import java.util.List;

/**
 * The topics to be read, and how often.
 *
 * @param records of each topic
 * @param rounds that are measured; each reader reads once in each
 * @param warmUps before these
 * @param partitions of topics
 * @param codecs for each of those
 */
public record ReadingPlan(
    long records, int rounds, int warmUps, List<Integer> partitions, List<String> codecs) {
  private static final List<String> CODECS = List.of("none", "lz4", "zstd");

  /** All of it. */
  public static ReadingPlan full(long records, int rounds) {
    return new ReadingPlan(records, rounds, 1, List.of(6, 48), CODECS);
  }

  /** In two minutes. */
  public static ReadingPlan quick() {
    return new ReadingPlan(300_000, 2, 1, List.of(6), CODECS.subList(0, 2));
  }

  List<TopicLayout> topics() {
    return partitions.stream()
        .flatMap(count -> codecs.stream().map(codec -> TopicLayout.of(count, codec, records)))
        .toList();
  }
}
