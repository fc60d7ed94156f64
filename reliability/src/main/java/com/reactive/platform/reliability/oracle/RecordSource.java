package com.reactive.platform.reliability.oracle;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** All that is in a topic. */
public interface RecordSource {
  /**
   * Waits until nothing more comes in, then passes on every record, partition by partition in the
   * order of offsets.
   *
   * @return where each partition begins: what was before is deleted
   * @throws IOException with one clear sentence if it cannot be read to its end
   */
  Map<Integer, Long> read(Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException;
}
