package com.reactive.platform.gateway.cloudevents;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.Locale;
import java.util.Map;

/**
 * Reads CloudEvents 1.0 by the HTTP binding: tells attributes from data, and checks the attributes.
 * The data is left to whoever knows its schema. One per event loop; not thread-safe.
 *
 * @see <a
 *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md">HTTP
 *     Protocol Binding for CloudEvents</a>
 */
public final class CloudEventReader {
  private static final String PREFIX = "ce-";
  private static final int MAX_ERROR_CHARS = 80;

  private final StructuredMode structured = new StructuredMode();

  /**
   * Reads the event of a request whose body is {@code body[offset .. offset + length)}.
   *
   * @param mode {@link ContentMode#BINARY} or {@link ContentMode#STRUCTURED}
   * @param headers all of them, repeated ones as often as they came; names in any case
   * @throws InvalidEventException if the attributes cannot be read or break the rules
   */
  public CloudEvent read(
      ContentMode mode,
      Iterable<Map.Entry<String, String>> headers,
      byte[] body,
      int offset,
      int length)
      throws InvalidEventException {
    return switch (mode) {
      case BINARY -> readBinary(headers, body, offset, length);
      case STRUCTURED -> structured.read(body, offset, length);
      default -> throw new IllegalArgumentException(mode.name());
    };
  }

  private static CloudEvent readBinary(
      Iterable<Map.Entry<String, String>> headers, byte[] body, int offset, int length)
      throws InvalidEventException {
    AttributeList attributes = new AttributeList();
    for (Map.Entry<String, String> header : headers) {
      if (header.getKey().regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
        addHeader(attributes, header.getKey().toLowerCase(Locale.ROOT), header.getValue());
      }
    }
    String missing = attributes.missing();
    if (missing != null) {
      throw InvalidEventException.schema(null, "the header " + PREFIX + missing + " is missing");
    }
    return new CloudEvent(attributes.list(), body, offset, length, "");
  }

  private static void addHeader(AttributeList attributes, String header, String encoded)
      throws InvalidEventException {
    String name = header.substring(PREFIX.length());
    String fault;
    if (name.equals("datacontenttype")) {
      fault = "must not be sent: Content-Type is the attribute datacontenttype";
    } else {
      String value = HeaderValue.decode(encoded.strip());
      fault =
          value == null
              ? "must be printable ASCII, with all else as percent-encoded UTF-8"
              : attributes.add(name, value);
    }
    if (fault != null) {
      String cut =
          header.length() <= MAX_ERROR_CHARS ? header : header.substring(0, MAX_ERROR_CHARS);
      throw InvalidEventException.header("the header " + cut + " " + fault);
    }
  }
}
