package com.reactive.platform.kafka.benchmark.reading;

import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.benchmark.subject.CounterMessages;
import com.reactive.platform.reader.EventHeaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * Fills a topic with counter events as the gateway writes them: key, single-object encoding and
 * headers. As JSON an event has {@value #EVENT_BYTES} bytes.
 */
final class TopicFiller {
  static final int EVENT_BYTES = 200;

  private static final byte[] AVRO = ascii(EventHeaders.AVRO);
  private static final int CUSTOMERS = 4_096;
  private static final int PADDING = EVENT_BYTES - CounterMessages.MIN_BYTES;
  private static final int BATCH_BYTES = 128 << 10;
  private static final int LINGER_MILLIS = 50;

  private final Schema schema = StreamsConfig.counterSchema();
  private final BinaryMessageEncoder<GenericRecord> encoder =
      new BinaryMessageEncoder<>(GenericData.get(), schema);
  private final SplittableRandom random = new SplittableRandom(22);
  private final HexFormat hex = HexFormat.of();

  /**
   * Fills it.
   *
   * @return the ids of its records
   * @throws IOException if Kafka does not take one
   */
  IdSum fill(String bootstrapServers, TopicLayout topic) throws IOException {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            topic.codec(),
            ProducerConfig.BATCH_SIZE_CONFIG,
            BATCH_BYTES,
            ProducerConfig.LINGER_MS_CONFIG,
            LINGER_MILLIS,
            ProducerConfig.ENABLE_METRICS_PUSH_CONFIG,
            false);
    IdSum ids = new IdSum();
    AtomicReference<Exception> failure = new AtomicReference<>();
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytes, bytes)) {
      for (long i = 0; i < topic.records() && failure.get() == null; i++) {
        producer.send(
            record(topic.name(), i, ids),
            (where, refused) -> {
              if (refused != null) {
                failure.compareAndSet(null, refused);
              }
            });
      }
    }
    if (failure.get() != null) {
      throw new IOException(topic.name() + " could not be filled", failure.get());
    }
    return ids;
  }

  private ProducerRecord<byte[], byte[]> record(String topic, long number, IdSum ids)
      throws IOException {
    String eventId = digits(IdSum.ID_BYTES);
    String requestId = digits(IdSum.ID_BYTES);
    String customer = "%08x".formatted(number % CUSTOMERS) + digits(PADDING);
    byte[] value = value(number, eventId, requestId, customer);
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, ascii(customer), value);
    byte[] id = ascii(eventId);
    record
        .headers()
        .add(EventHeaders.EVENT_ID, id)
        .add(EventHeaders.REQUEST_ID, ascii(requestId))
        .add(EventHeaders.CONTENT_TYPE, AVRO);
    ids.add(id);
    return record;
  }

  private byte[] value(long number, String eventId, String requestId, String customer)
      throws IOException {
    long now = System.currentTimeMillis();
    Schema.Field timing = schema.getField("timing");
    GenericData.Record times = new GenericData.Record(timing.schema().getTypes().get(1));
    times.put("gatewayReceivedAt", now);
    GenericData.Record event = new GenericData.Record(schema);
    event.put("requestId", requestId);
    event.put("customerId", customer);
    event.put("eventId", eventId);
    event.put("sessionId", "r%016x-%04x-%012x".formatted(22, 0, number));
    event.put(
        "action", new GenericData.EnumSymbol(schema.getField("action").schema(), "increment"));
    event.put("value", 1);
    event.put("timestamp", now);
    event.put("timing", times);
    ByteBuffer encoded = encoder.encode(event);
    return Utils.toArray(encoded);
  }

  private String digits(int count) {
    StringBuilder digits = new StringBuilder(count + 2 * Long.BYTES);
    while (digits.length() < count) {
      digits.append(hex.toHexDigits(random.nextLong()));
    }
    return digits.substring(0, count);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
