package com.reactive.platform.gateway.cloudevents;

import com.reactive.platform.gateway.cloudevents.CloudEvent.Attribute;
import com.reactive.platform.gateway.event.EventFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes on their way to Kafka, where each becomes a record header (binary content mode of
 * the Kafka binding): {@code ce_} and the name. All of them fit a frame.
 *
 * <p>{@code datacontenttype} is left out: the record's {@code content-type} says what the value is,
 * and it is not JSON any more.
 *
 * @see <a
 *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md">Kafka
 *     Protocol Binding for CloudEvents</a>
 */
public final class CloudEventHeaders {
  private static final String PREFIX = "ce_";

  private CloudEventHeaders() {}

  /** In the order of the event's attributes. */
  public static List<EventFrame.Attribute> of(CloudEvent event) {
    List<EventFrame.Attribute> headers = new ArrayList<>(event.attributes().size());
    for (Attribute attribute : event.attributes()) {
      if (!attribute.name().equals("datacontenttype")) {
        headers.add(new EventFrame.Attribute(PREFIX + attribute.name(), attribute.value()));
      }
    }
    return headers;
  }
}
