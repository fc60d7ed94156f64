package com.reactive.platform.kafka.benchmark.outbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Rows that must be in a topic, each once, and nothing else. For one thread. */
final class ExpectedRows {
  private final long first;
  private final String idHeader;
  private final long[] cameMillis;
  private long missing;
  private long repeated;
  private long foreign;

  /**
   * @param first the number of the first row
   * @param idHeader the header of a record that has the row's id
   */
  ExpectedRows(long first, int rows, String idHeader) {
    this.first = first;
    this.idHeader = idHeader;
    this.cameMillis = new long[rows];
    this.missing = rows;
  }

  /** Takes the next record of the topic. */
  void accept(ConsumerRecord<byte[], byte[]> record) {
    Header id = record.headers().lastHeader(idHeader);
    long row =
        id == null
            ? -1
            : OutboxTable.number(new String(id.value(), StandardCharsets.US_ASCII)) - first;
    if (row < 0 || row >= cameMillis.length) {
      foreign++;
    } else if (cameMillis[(int) row] != 0) {
      repeated++;
    } else {
      cameMillis[(int) row] = record.timestamp();
      missing--;
    }
  }

  /**
   * All records were read.
   *
   * @return when each came, in epoch milliseconds, by number from the first on
   * @throws IOException if they are not these rows, each once
   */
  long[] require() throws IOException {
    if (missing + repeated + foreign > 0) {
      throw new IOException(
          "of %,d rows %,d are not in Kafka, %,d are there again, and %,d do not belong there"
              .formatted(cameMillis.length, missing, repeated, foreign));
    }
    return cameMillis;
  }
}
