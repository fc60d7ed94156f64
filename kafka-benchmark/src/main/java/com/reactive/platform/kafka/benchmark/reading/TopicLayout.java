package com.reactive.platform.kafka.benchmark.reading;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/**
 * A topic to be read.
 *
 * @param codec of its batches, as {@code compression.type} has it
 * @param records all that are in it
 */
record TopicLayout(String name, int partitions, String codec, long records) {
  static TopicLayout of(int partitions, String codec, long records) {
    return new TopicLayout("reading-" + partitions + "-" + codec, partitions, codec, records);
  }

  List<TopicPartition> all() {
    return IntStream.range(0, partitions)
        .mapToObj(index -> new TopicPartition(name, index))
        .toList();
  }

  /** Where each partition begins: nothing is deleted. */
  Map<TopicPartition, Long> begins() {
    return all().stream().collect(Collectors.toMap(each -> each, each -> 0L));
  }

  /** For people. */
  String label() {
    return partitions + " partitions, " + codec;
  }
}
