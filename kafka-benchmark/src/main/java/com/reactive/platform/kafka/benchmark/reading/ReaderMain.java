package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.gateway.telemetry.JvmAllocation;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A reader in a process of its own: reads the whole topic for each line of its standard input, and
 * prints what it read. Ends with its input.
 */
final class ReaderMain {
  private ReaderMain() {}

  /** The arguments of one, which {@link #main} takes. */
  static List<String> arguments(ReaderKind kind, String bootstrapServers, TopicLayout topic) {
    return List.of(
        kind.name(),
        bootstrapServers,
        Integer.toString(topic.partitions()),
        topic.codec(),
        Long.toString(topic.records()));
  }

  public static void main(String[] args) throws Exception {
    ReaderKind kind = ReaderKind.valueOf(args[0]);
    TopicLayout topic = TopicLayout.of(Integer.parseInt(args[2]), args[3], Long.parseLong(args[4]));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (lines.readLine() != null) {
      System.out.println(pass(kind, args[1], topic));
    }
  }

  private static String pass(ReaderKind kind, String bootstrapServers, TopicLayout topic)
      throws Exception {
    IdSum ids = new IdSum();
    long allocatedBefore = JvmAllocation.bytes();
    long startNanos = System.nanoTime();
    try (TopicRead read = kind.open(bootstrapServers, topic)) {
      read.readAll(topic.records(), ids);
      long nanos = System.nanoTime() - startNanos;
      return "records=%d sum=%d nanos=%d allocated-bytes=%d"
          .formatted(ids.count(), ids.sum(), nanos, JvmAllocation.bytes() - allocatedBefore);
    }
  }
}
