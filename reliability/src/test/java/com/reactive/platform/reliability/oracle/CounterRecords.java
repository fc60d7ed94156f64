package com.reactive.platform.reliability.oracle;

import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A topic in memory, filled as the gateway would, or wrongly. */
public final class CounterRecords implements RecordSource {
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private final Map<Integer, Long> begins = new TreeMap<>();
  private String unreadable = "";

  CounterRecords add(OracleEvent event, int partition, long offset) {
    return add(event.id(), event.customer(), value(event, event.value()), partition, offset);
  }

  CounterRecords add(String id, String key, byte[] value, int partition, long offset) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("event-id", ascii(id));
    return add(headers, key, value, partition, offset);
  }

  CounterRecords add(RecordHeaders headers, String key, byte[] value, int partition, long offset) {
    records.add(
        new ConsumerRecord<>(
            "topic",
            partition,
            offset,
            0,
            TimestampType.CREATE_TIME,
            key.length(),
            value.length,
            ascii(key),
            value,
            headers,
            Optional.empty()));
    return this;
  }

  CounterRecords beginsAt(int partition, long offset) {
    begins.put(partition, offset);
    return this;
  }

  CounterRecords unreadable(String why) {
    unreadable = why;
    return this;
  }

  static byte[] value(OracleEvent event, int value) {
    return value(event.id(), event.id(), event.customer(), value);
  }

  /** A counter event in single-object encoding. */
  public static byte[] value(String id, String session, String customer, int value) {
    Schema schema = StreamsConfig.counterSchema();
    GenericRecord record = new GenericData.Record(schema);
    record.put("requestId", "0".repeat(32));
    record.put("customerId", customer);
    record.put("eventId", id);
    record.put("sessionId", session);
    record.put("action", new GenericData.EnumSymbol(schema.getField("action").schema(), "set"));
    record.put("value", value);
    record.put("timestamp", 1L);
    try {
      return new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema)
          .encode(record)
          .array();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public Map<Integer, Long> read(Consumer<ConsumerRecord<byte[], byte[]>> each) throws IOException {
    if (!unreadable.isEmpty()) {
      throw new IOException(unreadable);
    }
    records.forEach(each);
    return begins;
  }
}
