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
  public void settled(
      int from, int to, RecordDelivery.Outcome outcome, RecordMetadata at, Exception why) {
    if (outcome == RecordDelivery.Outcome.ACKED && to - from == size) {
      batch.acked(at.partition(), at.offset()); // in one step
      return;
    }
    for (int i = from; i < to; i++) {
      switch (outcome) {
        case ACKED -> batch.acked(i, at.partition(), at.offset());
        case NOT_WRITTEN -> batch.notWritten(i, why);
        case UNKNOWN -> batch.unknown(i, why);
      }
    }
  }
}
