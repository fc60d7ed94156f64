package com.reactive.platform.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.reactive.platform.gateway.sink.PackedEntries;
import com.reactive.platform.gateway.sink.RecordMapper;
import com.reactive.platform.reader.EventHeaders;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The events of a Kafka record, each as one line of JSON. Not thread-safe. */
final class RecordJson {
  private static final int CONFLUENT_PREFIX_BYTES = 1 + Integer.BYTES;

  private final JsonFactory json = new JsonFactory();
  private final List<EventDecoder> decoders;
  private String firstFault;

  /**
   * @param layouts those that may be met in the topic
   */
  RecordJson(List<EventLayout> layouts) {
    decoders = layouts.stream().map(EventDecoder::new).toList();
  }

  /** Why the first event that could not be decoded could not; empty if all could. */
  Optional<String> fault() {
    return Optional.ofNullable(firstFault);
  }

  /** One for each event: a packed record holds several. */
  List<String> lines(ConsumerRecord<byte[], byte[]> record) {
    if (!isPacked(record)) {
      return List.of(line(record, null, record.value()));
    }
    try {
      List<String> lines = new ArrayList<>();
      for (PackedEntries.Entry entry : PackedEntries.read(record.value())) {
        lines.add(line(record, entry.eventId(), entry.value()));
      }
      return lines;
    } catch (IOException e) {
      return List.of(line(record, null, record.value()));
    }
  }

  private static boolean isPacked(ConsumerRecord<byte[], byte[]> record) {
    return hasType(record, PackedEntries.CONTENT_TYPE) && record.value() != null;
  }

  private static boolean isJson(ConsumerRecord<byte[], byte[]> record) {
    return hasType(record, EventHeaders.JSON);
  }

  private static boolean hasType(ConsumerRecord<byte[], byte[]> record, String wanted) {
    Header type = record.headers().lastHeader(EventHeaders.CONTENT_TYPE);
    return type != null && wanted.equals(text(type.value()));
  }

  /**
   * @param packedId the event's id, which no header says, in a packed record; else null
   */
  private String line(ConsumerRecord<byte[], byte[]> record, String packedId, byte[] value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("topic", record.topic());
      out.writeNumberField("partition", record.partition());
      out.writeNumberField("offset", record.offset());
      out.writeNumberField("timestamp", record.timestamp());
      out.writeStringField("key", text(record.key()));
      out.writeObjectFieldStart("headers");
      for (Header header : record.headers()) {
        out.writeStringField(header.key(), text(header));
      }
      out.writeEndObject();
      if (packedId != null) {
        out.writeStringField("packedEventId", packedId);
      }
      writeEvent(out, value, isJson(record), hasType(record, EventHeaders.PROTOBUF));
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  private void writeEvent(JsonGenerator out, byte[] value, boolean isJson, boolean isMessage)
      throws IOException {
    if (value == null) {
      out.writeNullField("event"); // what deletes a key from a compacted topic
      return;
    }
    String fault = null;
    if (isJson) {
      try {
        String event = inOneLine(json(value));
        out.writeFieldName("event");
        out.writeRawValue(event);
        return;
      } catch (IOException e) {
        fault = "not JSON, as its header says: " + e.getMessage();
      }
    }
    for (EventDecoder decoder : decoders) {
      try {
        String event = isMessage ? decoder.jsonOfMessage(value) : decoder.json(value);
        out.writeFieldName("event");
        out.writeRawValue(event);
        return;
      } catch (IOException e) {
        fault = fault == null ? e.getMessage() : fault;
      }
    }
    out.writeStringField("undecodable", Base64.getEncoder().encodeToString(value));
    out.writeStringField("because", fault);
    firstFault = firstFault == null ? fault : firstFault;
  }

  /** Without what Confluent's framing puts before it: no JSON begins with a zero byte. */
  private static byte[] json(byte[] value) {
    return value.length > CONFLUENT_PREFIX_BYTES && value[0] == 0
        ? Arrays.copyOfRange(value, CONFLUENT_PREFIX_BYTES, value.length)
        : value;
  }

  /** The same values: it may have line ends between them, and come from anybody. */
  private String inOneLine(byte[] value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonParser in = json.createParser(value);
        JsonGenerator out = json.createGenerator(text)) {
      if (in.nextToken() == null) {
        throw new IOException("it is empty");
      }
      out.copyCurrentStructureExact(in);
      if (in.nextToken() != null) {
        throw new IOException("there is more behind it");
      }
    }
    return text.toString();
  }

  private static String text(Header header) {
    byte[] value = header.value();
    return value != null && header.key().equals(RecordMapper.IDEMPOTENCY)
        ? HexFormat.of().formatHex(value)
        : text(value);
  }

  private static String text(byte[] utf8) {
    return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
  }
}
