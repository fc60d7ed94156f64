package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;

/** A sink that reads every byte and acknowledges the batch at once. */
final class ReadingSender implements BatchSender {
  private final MessageReader reader;

  ReadingSender(MessageReader reader) {
    this.reader = reader;
  }

  @Override
  public void send(Batch batch) {
    byte[] buffer = batch.buffer();
    int size = batch.size();
    for (int i = 0; i < size; i++) {
      reader.read(buffer, batch.offset(i), batch.length(i));
    }
    reader.publish();
    batch.acked(0, -1);
  }
}
