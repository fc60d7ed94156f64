package com.reactive.platform.reader;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts since the reader was opened, as of its last poll.
 *
 * @param records that were read, those before the first event for the sake of repeats included
 * @param events that were handed over
 * @param repeats events that were not handed over since they had been
 * @param undecodable events that could not be decoded
 * @param skipped offsets that were deleted before they were read
 * @param truncated offsets that were read and are not in the log any more
 * @param lag records of each partition that are still to be read; -1 before the first answer
 */
public record ReaderStats(
    long records,
    long events,
    long repeats,
    long undecodable,
    long skipped,
    long truncated,
    Map<TopicPartition, Long> lag) {
  public ReaderStats {
    lag = Map.copyOf(lag);
  }
}
