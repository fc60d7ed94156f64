package com.reactive.platform.gateway.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How an event lies in a stripe: everything that its Kafka record needs, in one run of bytes, so
 * that the sink knows nothing of HTTP and the stripe nothing of events.
 *
 * <pre>
 * u16 stream + 0x8000 | u16 key length + 1, 0 for no key | u16 event id length
 * u16 traceparent length | u16 tracestate length | u16 length of all attributes
 * request id (32) | event id | traceparent | tracestate | attributes | value (the rest) | key
 *
 * an attribute: u8 name length | name, ASCII | u16 value length | value, UTF-8
 * </pre>
 *
 * Big-endian. An absent trace field has length 0. The key comes last, because it is known only when
 * the value is written. Frames without 0x8000, which spools of earlier versions hold, have it after
 * the request id.
 */
public final class EventFrame {
  /** Indexes of streams are below this. */
  public static final int MAX_STREAMS = 0x8000;

  /** The longest key, bytes of UTF-8. */
  public static final int MAX_KEY_BYTES = 1_024;

  /** The most that all attributes may take. */
  public static final int MAX_ATTRIBUTE_BYTES = 8_192;

  /** The most that the fields that the gateway fills in add to what the client sent. */
  public static final int MAX_FILLED_BYTES = 2_560;

  /**
   * The most that a frame, and what the gateway fills in, add to a body, if ids and trace fields
   * are within their limits.
   */
  public static final int MAX_OVERHEAD_BYTES =
      MAX_KEY_BYTES + MAX_ATTRIBUTE_BYTES + MAX_FILLED_BYTES + 1_536;

  /** A record header that came with the event. */
  public record Attribute(String name, String value) {}

  private static final int FIXED_BYTES = 12;
  private static final int KEY_LAST = 0x8000;
  private static final byte[] NOTHING = {};

  private EventFrame() {}

  /**
   * Begins a frame at the buffer's position 0; what is written next is the value, then comes {@link
   * #end}.
   *
   * @param stream the stream's index, below {@link #MAX_STREAMS}
   * @param traceparent ASCII, as is tracestate; both may be null
   * @param attributes {@link #MAX_ATTRIBUTE_BYTES} at most, names ASCII
   */
  public static void begin(
      EventBuffer out,
      int stream,
      byte[] requestId,
      byte[] eventId,
      String traceparent,
      String tracestate,
      List<Attribute> attributes) {
    byte[] parent = bytes(traceparent);
    byte[] state = bytes(tracestate);
    out.writeShort(stream | KEY_LAST);
    out.writeShort(0);
    out.writeShort(eventId.length);
    out.writeShort(parent.length);
    out.writeShort(state.length);
    out.writeShort(0);
    out.write(requestId, 0, EventIds.LENGTH);
    out.write(eventId);
    out.write(parent);
    out.write(state);
    if (!attributes.isEmpty()) {
      writeAttributes(out, attributes);
    }
  }

  private static void writeAttributes(EventBuffer out, List<Attribute> attributes) {
    int start = out.length();
    for (Attribute attribute : attributes) {
      byte[] name = attribute.name().getBytes(StandardCharsets.US_ASCII);
      byte[] value = attribute.value().getBytes(StandardCharsets.UTF_8);
      out.write(name.length);
      out.write(name);
      out.writeShort(value.length);
      out.write(value);
    }
    out.putShort(FIXED_BYTES - 2, out.length() - start);
  }

  /**
   * Ends the frame.
   *
   * @param key UTF-8; null for none
   * @param keyLength {@link #MAX_KEY_BYTES} at most
   */
  public static void end(EventBuffer out, byte[] key, int keyLength) {
    if (key != null) {
      out.putShort(2, keyLength + 1);
      out.write(key, 0, keyLength);
    }
  }

  private static byte[] bytes(String text) {
    return text == null ? NOTHING : text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The parts of a frame, copied out. Key and trace fields may be null.
   *
   * @param stream the stream's index
   * @param value the record's value, as the stream's framing wants it
   */
  public record Parts(
      int stream,
      byte[] requestId,
      byte[] key,
      byte[] eventId,
      byte[] traceparent,
      byte[] tracestate,
      List<Attribute> attributes,
      byte[] value) {}

  /** Reads the frame that lies in {@code buffer[offset .. offset + length)}. */
  public static Parts read(byte[] buffer, int offset, int length) {
    ByteBuffer frame = ByteBuffer.wrap(buffer, offset, length);
    int stream = frame.getShort() & 0xFFFF;
    boolean keyLast = (stream & KEY_LAST) != 0;
    int keyLength = (frame.getShort() & 0xFFFF) - 1;
    int eventIdLength = frame.getShort() & 0xFFFF;
    int traceparentLength = frame.getShort() & 0xFFFF;
    int tracestateLength = frame.getShort() & 0xFFFF;
    int attributesLength = frame.getShort() & 0xFFFF;
    byte[] requestId = take(frame, EventIds.LENGTH);
    byte[] key = keyLength >= 0 && !keyLast ? take(frame, keyLength) : null;
    byte[] eventId = take(frame, eventIdLength);
    byte[] traceparent = traceparentLength == 0 ? null : take(frame, traceparentLength);
    byte[] tracestate = tracestateLength == 0 ? null : take(frame, tracestateLength);
    List<Attribute> attributes =
        attributesLength == 0 ? List.of() : attributes(frame, attributesLength);
    byte[] value = take(frame, frame.remaining() - (keyLast ? Math.max(0, keyLength) : 0));
    if (keyLength >= 0 && keyLast) {
      key = take(frame, keyLength);
    }
    return new Parts(
        stream & ~KEY_LAST, requestId, key, eventId, traceparent, tracestate, attributes, value);
  }

  private static List<Attribute> attributes(ByteBuffer frame, int length) {
    int end = frame.position() + length;
    List<Attribute> attributes = new ArrayList<>();
    while (frame.position() < end) {
      byte[] name = take(frame, frame.get() & 0xFF);
      byte[] value = take(frame, frame.getShort() & 0xFFFF);
      attributes.add(
          new Attribute(
              new String(name, StandardCharsets.US_ASCII),
              new String(value, StandardCharsets.UTF_8)));
    }
    return attributes;
  }

  private static byte[] take(ByteBuffer frame, int count) {
    byte[] part = new byte[count];
    frame.get(part);
    return part;
  }
}
