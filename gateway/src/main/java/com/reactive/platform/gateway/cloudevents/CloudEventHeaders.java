package com.reactive.platform.gateway.cloudevents;

import com.reactive.platform.gateway.cloudevents.CloudEvent.Attribute;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/**
 * The attributes on their way to Kafka, where each becomes a record header (binary content mode of
 * the Kafka binding): {@code ce_} and the name. As one block of bytes, so that an event in a stripe
 * needs nothing else:
 *
 * <pre>
 * (u8 name length | name | u16 value length | value) ...
 * </pre>
 *
 * <p>{@code datacontenttype} is left out: the record's {@code content-type} says what the value is,
 * and it is not JSON any more.
 *
 * @see <a
 *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md">Kafka
 *     Protocol Binding for CloudEvents</a>
 */
public final class CloudEventHeaders {
  /** The most that {@link #encode} gives. */
  public static final int MAX_BYTES =
      Attributes.MAX_BYTES + Attributes.MAX_COUNT * (3 + "ce_".length());

  private static final String PREFIX = "ce_";

  private CloudEventHeaders() {}

  public static byte[] encode(CloudEvent event) {
    ByteBuffer block = ByteBuffer.allocate(MAX_BYTES);
    for (Attribute attribute : event.attributes()) {
      if (!attribute.name().equals("datacontenttype")) {
        byte[] name = (PREFIX + attribute.name()).getBytes(StandardCharsets.US_ASCII);
        byte[] value = attribute.value().getBytes(StandardCharsets.UTF_8);
        block.put((byte) name.length).put(name).putShort((short) value.length).put(value);
      }
    }
    byte[] exact = new byte[block.position()];
    block.flip().get(exact);
    return exact;
  }

  /** Gives the headers of a block to somebody, in the order of the attributes. */
  public static void forEach(byte[] block, BiConsumer<String, byte[]> header) {
    ByteBuffer rest = ByteBuffer.wrap(block);
    while (rest.hasRemaining()) {
      byte[] name = new byte[rest.get() & 0xFF];
      rest.get(name);
      byte[] value = new byte[rest.getShort() & 0xFFFF];
      rest.get(value);
      header.accept(new String(name, StandardCharsets.US_ASCII), value);
    }
  }
}
