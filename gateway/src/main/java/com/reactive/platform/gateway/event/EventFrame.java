package com.reactive.platform.gateway.event;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How an event lies in a stripe: everything that its Kafka record needs, in one run of bytes, so
 * that the sink knows nothing of HTTP and the stripe nothing of events.
 *
 * <pre>
 * u16 stream | u16 key length + 1, 0 for no key | u16 event id length | u16 traceparent length
 * u16 tracestate length | u16 length of all attributes
 * request id (32) | key | event id | traceparent | tracestate | attributes | value (the rest)
 *
 * an attribute: u8 name length | name, ASCII | u16 value length | value, UTF-8
 * </pre>
 *
 * Big-endian. An absent trace field has length 0.
 */
public final class EventFrame {
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
  private static final byte[] NOTHING = {};

  private EventFrame() {}

  /** Writes frames into a buffer that it keeps and grows. One per event loop; not thread-safe. */
  public static final class Writer extends OutputStream {
    private byte[] buffer = new byte[1_024];
    private int length;

    /**
     * Starts a new frame; what follows by {@link #write} is the value.
     *
     * @param stream the stream's index
     * @param key UTF-8, {@link #MAX_KEY_BYTES} at most; null for none
     * @param traceparent ASCII, as is tracestate; both may be null
     * @param attributes {@link #MAX_ATTRIBUTE_BYTES} at most, names ASCII
     */
    public void begin(
        int stream,
        byte[] key,
        byte[] requestId,
        byte[] eventId,
        String traceparent,
        String tracestate,
        List<Attribute> attributes) {
      byte[] parent = bytes(traceparent);
      byte[] state = bytes(tracestate);
      length = 0;
      writeShort(stream);
      writeShort(key == null ? 0 : key.length + 1);
      writeShort(eventId.length);
      writeShort(parent.length);
      writeShort(state.length);
      writeShort(0);
      write(requestId, 0, EventIds.LENGTH);
      if (key != null) {
        write(key, 0, key.length);
      }
      write(eventId, 0, eventId.length);
      write(parent, 0, parent.length);
      write(state, 0, state.length);
      if (!attributes.isEmpty()) {
        writeAttributes(attributes);
      }
    }

    private void writeAttributes(List<Attribute> attributes) {
      int start = length;
      for (Attribute attribute : attributes) {
        byte[] name = attribute.name().getBytes(StandardCharsets.US_ASCII);
        byte[] value = attribute.value().getBytes(StandardCharsets.UTF_8);
        write(name.length);
        write(name, 0, name.length);
        writeShort(value.length);
        write(value, 0, value.length);
      }
      int total = length - start;
      buffer[FIXED_BYTES - 2] = (byte) (total >>> 8);
      buffer[FIXED_BYTES - 1] = (byte) total;
    }

    /** The frame so far; valid up to {@link #length()}, until the next begin. */
    public byte[] buffer() {
      return buffer;
    }

    public int length() {
      return length;
    }

    @Override
    public void write(int b) {
      ensure(1);
      buffer[length++] = (byte) b;
    }

    @Override
    public void write(byte[] source, int offset, int count) {
      ensure(count);
      System.arraycopy(source, offset, buffer, length, count);
      length += count;
    }

    private void writeShort(int value) {
      write(value >>> 8);
      write(value);
    }

    private void ensure(int count) {
      if (length + count > buffer.length) {
        buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + count));
      }
    }

    private static byte[] bytes(String text) {
      return text == null ? NOTHING : text.getBytes(StandardCharsets.UTF_8);
    }
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
    int keyLength = (frame.getShort() & 0xFFFF) - 1;
    int eventIdLength = frame.getShort() & 0xFFFF;
    int traceparentLength = frame.getShort() & 0xFFFF;
    int tracestateLength = frame.getShort() & 0xFFFF;
    int attributesLength = frame.getShort() & 0xFFFF;
    return new Parts(
        stream,
        take(frame, EventIds.LENGTH),
        keyLength < 0 ? null : take(frame, keyLength),
        take(frame, eventIdLength),
        traceparentLength == 0 ? null : take(frame, traceparentLength),
        tracestateLength == 0 ? null : take(frame, tracestateLength),
        attributesLength == 0 ? List.of() : attributes(frame, attributesLength),
        take(frame, frame.remaining()));
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
