package com.reactive.platform.cli;

import com.reactive.platform.gateway.event.QuarantineHeaders;
import com.reactive.platform.gateway.sink.RecordMapper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A body that a stream refused, as its quarantine has it.
 *
 * @param place partition and offset
 * @param hasKey true if the record has a key, as that of an outbox row may
 * @param headers of the record, in its order
 * @param body as it came
 */
record QuarantinedBody(
    Instant time, String place, boolean hasKey, Map<String, String> headers, byte[] body) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]");
  private static final String CLOUD_EVENT = "ce_";
  private static final String ROW_TYPE = "event-type";

  static QuarantinedBody of(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      byte[] value = header.value() == null ? new byte[0] : header.value();
      headers.put(header.key(), new String(value, StandardCharsets.UTF_8));
    }
    return new QuarantinedBody(
        Instant.ofEpochMilli(record.timestamp()),
        record.partition() + "@" + record.offset(),
        record.key() != null,
        headers,
        record.value() == null ? new byte[0] : record.value());
  }

  /** Only its id, and where it is. */
  QuarantinedBody withoutBody() {
    return new QuarantinedBody(
        time, place, hasKey, Map.of(RecordMapper.EVENT_ID, id()), new byte[0]);
  }

  /**
   * The later of two with the same id.
   *
   * @param other may be null
   */
  QuarantinedBody orLater(QuarantinedBody other) {
    return other == null || !other.time.isAfter(time) ? this : other;
  }

  private String header(String name) {
    return headers.getOrDefault(name, "");
  }

  String id() {
    return header(RecordMapper.EVENT_ID);
  }

  String stream() {
    return header(QuarantineHeaders.STREAM);
  }

  String reason() {
    return header(QuarantineHeaders.REASON);
  }

  String pointer() {
    return header(QuarantineHeaders.POINTER);
  }

  String caller() {
    return header(QuarantineHeaders.CALLER);
  }

  /** The version of the schema that its client named; empty if it did not. */
  String schemaVersion() {
    return header(QuarantineHeaders.SCHEMA_VERSION);
  }

  /** The media type that the body is to be sent with. */
  String contentType() {
    return header(RecordMapper.CONTENT_TYPE);
  }

  /** Attributes of a CloudEvent, by the names that they have as HTTP headers. */
  Map<String, String> cloudEventHeaders() {
    Map<String, String> attributes = new TreeMap<>();
    headers.forEach(
        (name, value) -> {
          if (name.startsWith(CLOUD_EVENT)) {
            attributes.put("ce-" + name.substring(CLOUD_EVENT.length()), percentEncoded(value));
          }
        });
    return attributes;
  }

  /** As the HTTP binding of CloudEvents has it: of ASCII, all but space, quote and percent. */
  private static String percentEncoded(String value) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
      if (each > ' ' && each < 0x7F && each != '"' && each != '%') {
        encoded.append((char) each);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
      }
    }
    return encoded.toString();
  }

  /** The path to send it to: the route whose fields are those that it came with. */
  Optional<String> path(List<String> routes) {
    Map<String, String> fields = pathFields();
    return routes.stream()
        .filter(route -> placeholders(route).equals(fields.keySet()))
        .findFirst()
        .map(route -> filled(route, fields));
  }

  /** Fields of the path, as they stand in one. */
  private Map<String, String> pathFields() {
    Map<String, String> fields = new TreeMap<>();
    for (String field : header(QuarantineHeaders.PATH_FIELDS).split("&", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        // A plus is a space in a query alone.
        fields.put(field.substring(0, equals), field.substring(equals + 1).replace("+", "%20"));
      }
    }
    return fields;
  }

  private static TreeSet<String> placeholders(String route) {
    TreeSet<String> names = new TreeSet<>();
    Matcher matcher = PLACEHOLDER.matcher(route);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private static String filled(String route, Map<String, String> fields) {
    return PLACEHOLDER
        .matcher(route)
        .replaceAll(found -> Matcher.quoteReplacement(fields.get(found.group(1))));
  }

  /** Without what a terminal would obey; the body may be anybody's. */
  static String printable(String text) {
    return CONTROL.matcher(text).replaceAll("\uFFFD");
  }

  /** The same on one line. */
  static String line(String text) {
    return printable(text).replace('\n', '\uFFFD').replace('\t', ' ');
  }

  /** True for an outbox row: HTTP cannot send its key and its type. */
  boolean isRow() {
    return hasKey || headers.containsKey(ROW_TYPE);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("time: ").append(time).append("\nplace: ").append(place).append('\n');
    headers.forEach(
        (name, value) -> {
          String shown =
              name.equals(QuarantineHeaders.PATH_FIELDS)
                  ? URLDecoder.decode(value, StandardCharsets.UTF_8)
                  : value;
          text.append(line(name)).append(": ").append(line(shown)).append('\n');
        });
    return text.toString();
  }
}
