package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.sink.RecordMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.utils.Utils;

/** Makes the Kafka client's record of an event. */
final class KafkaRecords {
  private static final Header CONTENT_TYPE =
      new RecordHeader(
          RecordMapper.CONTENT_TYPE, RecordMapper.AVRO.getBytes(StandardCharsets.US_ASCII));

  private KafkaRecords() {}

  /**
   * The record that an event becomes.
   *
   * @param traceparent the span that it is a part of; null for none
   */
  static ProducerRecord<byte[], byte[]> of(
      String topic, EventFrame.Parts event, byte[] traceparent) {
    HeaderList headers = new HeaderList((traceparent == null ? 4 : 6) + event.attributes().size());
    RecordMapper.writeHeaders(event, traceparent, headers);
    if (event.idempotency() != null && event.key() == null) {
      return new KeylessRecord(topic, event.value(), headers, event.eventId());
    }
    return new ProducerRecord<>(topic, null, null, event.key(), event.value(), headers);
  }

  /**
   * The record to send: one of an event with a client's key goes to the partition of that key, so
   * that one partition has to be looked at for it.
   *
   * @throws org.apache.kafka.common.KafkaException if the client does not know the partitions
   */
  static ProducerRecord<byte[], byte[]> placed(
      ProducerRecord<byte[], byte[]> record, Producer<byte[], byte[]> producer) {
    return record instanceof KeylessRecord keyless
        ? keyless.inPartitionOf(producer.partitionsFor(record.topic()).size())
        : record;
  }

  /** Has no key; its partition is that of its event id. */
  private static final class KeylessRecord extends ProducerRecord<byte[], byte[]> {
    private final byte[] eventId;

    KeylessRecord(String topic, byte[] value, Iterable<Header> headers, byte[] eventId) {
      super(topic, null, null, null, value, headers);
      this.eventId = eventId;
    }

    ProducerRecord<byte[], byte[]> inPartitionOf(int partitions) {
      if (partitions == 0) {
        return this;
      }
      int partition = Utils.toPositive(Utils.murmur2(eventId)) % partitions;
      return new ProducerRecord<>(topic(), partition, null, null, value(), headers());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof KeylessRecord record
          && super.equals(record)
          && Arrays.equals(eventId, record.eventId);
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }

  /** The headers of one record, which the client copies. */
  private static final class HeaderList extends ArrayList<Header> implements RecordMapper.Headers {
    private static final long serialVersionUID = 1L;

    HeaderList(int size) {
      super(size);
    }

    @Override
    public void addContentType() {
      add(CONTENT_TYPE);
    }

    @Override
    public void add(String name, byte[] value) {
      add(new RecordHeader(name, value));
    }
  }
}
