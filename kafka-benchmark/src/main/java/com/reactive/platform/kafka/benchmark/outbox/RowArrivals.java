package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.reader.TopicReader;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a topic back: each row must be in it once, and the broker's time says when it came. For one
 * thread.
 */
final class RowArrivals implements AutoCloseable {
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

  private final TopicReader reader;
  private final List<TopicPartition> partitions;
  private final String idHeader;
  private Map<TopicPartition, Long> read = new HashMap<>();

  /**
   * @param idHeader of the records
   */
  RowArrivals(String bootstrapServers, String topic, String idHeader)
      throws IOException, InterruptedException {
    reader = new TopicReader(Map.of("bootstrap.servers", bootstrapServers), READ_TIMEOUT);
    this.idHeader = idHeader;
    try {
      partitions = reader.partitions(topic);
      partitions.forEach(partition -> read.put(partition, 0L));
    } catch (IOException | InterruptedException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** Records in the topic so far. */
  long count() throws IOException, InterruptedException {
    return reader.ends(partitions).values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Reads what came since the last call, which must be these rows.
   *
   * @return when each came, in epoch milliseconds, by number from the first on
   * @throws IOException with the reason if one is missing, is there twice, or does not belong there
   */
  long[] rows(long first, int rows) throws IOException, InterruptedException {
    ExpectedRows expected = new ExpectedRows(first, rows, idHeader);
    Map<TopicPartition, Long> ends = reader.ends(partitions);
    reader.read(read, ends, expected::accept);
    read = ends;
    return expected.require();
  }

  @Override
  public void close() {
    reader.close();
  }
}
