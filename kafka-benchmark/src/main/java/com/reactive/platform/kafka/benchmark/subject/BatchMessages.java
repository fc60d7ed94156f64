package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.microbatch.Batch;
import org.apache.kafka.clients.producer.RecordMetadata;

/** The messages of a batcher's batch. */
record BatchMessages(Batch batch, int size) implements BatchRecordSender.Messages {
  BatchMessages(Batch batch) {
    this(batch, batch.size());
  }

  @Override
  public int length(int i) {
    return batch.length(i);
  }

  @Override
  public void copy(int i, byte[] into, int offset) {
    System.arraycopy(batch.buffer(), batch.offset(i), into, offset, batch.length(i));
  }

  @Override
  public void acked(int from, int to, RecordMetadata at) {
    if (to - from == size) {
      batch.acked(at.partition(), at.offset()); // in one step
      return;
    }
    for (int i = from; i < to; i++) {
      batch.acked(i, at.partition(), at.offset());
    }
  }

  @Override
  public void notWritten(int from, int to, Exception why) {
    for (int i = from; i < to; i++) {
      batch.notWritten(i, why);
    }
  }

  @Override
  public void unknown(int from, int to, Exception why) {
    for (int i = from; i < to; i++) {
      batch.unknown(i, why);
    }
  }
}
