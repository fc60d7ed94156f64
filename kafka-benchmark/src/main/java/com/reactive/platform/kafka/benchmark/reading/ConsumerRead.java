package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.reader.EventHeaders;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.util.Utf8;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka's own consumer: byte arrays as they are, or decoded to one object that is used again. */
final class ConsumerRead implements TopicRead {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final BinaryMessageDecoder<GenericRecord> decoder;
  private GenericRecord event;

  /**
   * @param decodes whether the ids are taken from the decoded events
   */
  ConsumerRead(Map<String, Object> settings, TopicLayout topic, boolean decodes) {
    decoder =
        decodes
            ? new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema())
            : null;
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    consumer = new KafkaConsumer<>(settings, bytes, bytes);
    consumer.assign(topic.all());
    consumer.seekToBeginning(topic.all());
  }

  @Override
  public void readAll(long records, IdSum ids) throws IOException {
    while (ids.count() < records) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        ids.add(id(record));
      }
    }
  }

  private byte[] id(ConsumerRecord<byte[], byte[]> record) throws IOException {
    if (decoder == null) {
      return record.headers().lastHeader(EventHeaders.EVENT_ID).value();
    }
    event = decoder.decode(record.value(), event);
    return ((Utf8) event.get("eventId")).getBytes();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
