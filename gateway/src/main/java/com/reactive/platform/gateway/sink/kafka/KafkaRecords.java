package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.sink.RecordMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

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
    HeaderList headers = new HeaderList((traceparent == null ? 3 : 5) + event.attributes().size());
    RecordMapper.writeHeaders(event, traceparent, headers);
    return new ProducerRecord<>(topic, null, null, event.key(), event.value(), headers);
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
