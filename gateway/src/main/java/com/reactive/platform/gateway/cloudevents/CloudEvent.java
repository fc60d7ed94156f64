package com.reactive.platform.gateway.cloudevents;

import java.util.List;

/**
 * One CloudEvent 1.0 as it came in: its attributes and where its data lies.
 *
 * @param attributes in the order they came, extensions among them, each name once; those that every
 *     event must have are there
 * @param data the data is {@code data[offset .. offset + length)}, JSON in UTF-8 that nobody has
 *     read yet; valid as long as the request's body is
 * @param dataPointer JSON pointer of the data within the body: {@code /data} in structured mode
 */
public record CloudEvent(
    List<Attribute> attributes, byte[] data, int offset, int length, String dataPointer) {

  /**
   * An attribute.
   *
   * @param value in the canonical text form of its type
   */
  public record Attribute(String name, String value) {}

  public CloudEvent {
    attributes = List.copyOf(attributes);
  }

  public String id() {
    return get("id");
  }

  public String source() {
    return get("source");
  }

  public String type() {
    return get("type");
  }

  /** Null if there is none. */
  public String subject() {
    return get("subject");
  }

  /** When it happened, as RFC 3339 has it; null if it does not say. */
  public String time() {
    return get("time");
  }

  /** The trace that the event began in, by the distributed tracing extension; or null. */
  public String traceparent() {
    return get("traceparent");
  }

  /** The value of an attribute, or null. */
  public String get(String name) {
    for (Attribute attribute : attributes) {
      if (attribute.name().equals(name)) {
        return attribute.value();
      }
    }
    return null;
  }
}
