package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import com.reactive.platform.kafka.wire.fetch.RecordVisitor;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/** Makes records of Kafka's client, to be kept, of those that are only seen. */
final class RecordCopier implements RecordVisitor {
  private final Consumer<ConsumerRecord<byte[], byte[]>> each;

  RecordCopier(Consumer<ConsumerRecord<byte[], byte[]>> each) {
    this.each = each;
  }

  @Override
  public void onRecord(
      TopicPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers) {
    each.accept(
        new ConsumerRecord<>(
            partition.topic(),
            partition.partition(),
            offset,
            timestampMillis,
            TimestampType.CREATE_TIME,
            size(key),
            size(value),
            key.toArray(),
            value.toArray(),
            headers.copy(),
            Optional.empty()));
  }

  private static int size(BytesView bytes) {
    return bytes.isNull() ? ConsumerRecord.NULL_SIZE : bytes.length();
  }
}
