package com.reactive.platform.gateway.event;

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
 * u16 stream + 0x8000 | u16 key length + 1, 0 for no key | u16 event id length
 * u16 traceparent length | u16 tracestate length | u16 length of all attributes
 * request id (32) | event id | traceparent | tracestate | attributes
 * if the event id length has 0x8000: hash of the caller (8) | hash of the request (8)
 * value (the rest) | key
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
  private static final int EVENT_ID_LENGTH = 4;
  private static final int KEY_LAST = 0x8000;

  /** In the length of the event id: the event has the client's key; see {@link #idempotency}. */
  private static final int KEYED = 0x8000;

  /** Length of what is written for an event with a client's key. */
  public static final int IDEMPOTENCY_BYTES = 2 * Long.BYTES;

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

  /**
   * Says that the event id is a key that the client chose. Right behind {@link #begin}.
   *
   * @param caller hash of the client's name
   * @param fingerprint hash of what the event is made of
   */
  public static void idempotency(EventBuffer out, long caller, long fingerprint) {
    out.putShort(EVENT_ID_LENGTH, out.getShort(EVENT_ID_LENGTH) | KEYED);
    out.writeEightBytes(caller);
    out.writeEightBytes(fingerprint);
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
   * @param idempotency of {@link #IDEMPOTENCY_BYTES}; null unless the event id is a client's key
   * @param value the record's value, as the stream's framing wants it
   */
  public record Parts(
      int stream,
      byte[] requestId,
      byte[] key,
      byte[] eventId,
      byte[] idempotency,
      byte[] traceparent,
      byte[] tracestate,
      List<Attribute> attributes,
      byte[] value) {}

  /** The index of the stream of the frame that lies there. */
  public static int stream(byte[] buffer, int offset) {
    return unsignedShort(buffer, offset) & ~KEY_LAST;
  }

  private static int unsignedShort(byte[] buffer, int offset) {
    return (buffer[offset] & 0xFF) << 8 | (buffer[offset + 1] & 0xFF);
  }

  /** Tells where the parts of a frame lie, and copies nothing. Reused; not thread-safe. */
  public static final class Cursor {
    private byte[] buffer;
    private int stream;
    private int requestId;
    private int key;
    private int keyLength;
    private int eventId;
    private int eventIdLength;
    private int traceparent;
    private int traceparentLength;
    private int tracestateLength;
    private int attributesLength;
    private int value;
    private int valueLength;
    private boolean keyed;

    /** Moves to the frame that lies in {@code source[offset .. offset + length)}. */
    public Cursor at(byte[] source, int offset, int length) {
      buffer = source;
      int first = unsignedShort(source, offset);
      boolean keyLast = (first & KEY_LAST) != 0;
      stream = first & ~KEY_LAST;
      keyLength = unsignedShort(source, offset + 2) - 1;
      int idLength = unsignedShort(source, offset + EVENT_ID_LENGTH);
      eventIdLength = idLength & ~KEYED;
      keyed = (idLength & KEYED) != 0;
      traceparentLength = unsignedShort(source, offset + 6);
      tracestateLength = unsignedShort(source, offset + 8);
      attributesLength = unsignedShort(source, offset + 10);
      requestId = offset + FIXED_BYTES;
      int keyBytes = Math.max(0, keyLength);
      int end = offset + length - (keyLast ? keyBytes : 0);
      eventId = requestId + EventIds.LENGTH + (keyLast ? 0 : keyBytes);
      key = keyLast ? end : requestId + EventIds.LENGTH;
      traceparent = eventId + eventIdLength;
      value = traceparent + traceparentLength + tracestateLength + attributesLength;
      value += keyed ? IDEMPOTENCY_BYTES : 0;
      valueLength = end - value;
      return this;
    }

    public byte[] buffer() {
      return buffer;
    }

    public int stream() {
      return stream;
    }

    /** Of {@link EventIds#LENGTH} bytes. */
    public int requestIdOffset() {
      return requestId;
    }

    public boolean hasKey() {
      return keyLength >= 0;
    }

    public int keyOffset() {
      return key;
    }

    public int keyLength() {
      return keyLength;
    }

    public int eventIdOffset() {
      return eventId;
    }

    public int eventIdLength() {
      return eventIdLength;
    }

    /** True if the event id is a key that the client chose. */
    public boolean isKeyed() {
      return keyed;
    }

    /** Of {@link #IDEMPOTENCY_BYTES}, if the event {@link #isKeyed}. */
    public int idempotencyOffset() {
      return value - IDEMPOTENCY_BYTES;
    }

    public int valueOffset() {
      return value;
    }

    public int valueLength() {
      return valueLength;
    }

    /** Null if there is none. */
    public byte[] traceparent() {
      return traceparentLength == 0 ? null : copy(traceparent, traceparentLength);
    }

    /** Null if there is none. */
    public byte[] tracestate() {
      return tracestateLength == 0 ? null : copy(traceparent + traceparentLength, tracestateLength);
    }

    public List<Attribute> attributes() {
      return attributesLength == 0
          ? List.of()
          : EventFrame.attributes(
              ByteBuffer.wrap(
                  buffer, traceparent + traceparentLength + tracestateLength, attributesLength));
    }

    private Parts parts() {
      return new Parts(
          stream,
          copy(requestId, EventIds.LENGTH),
          hasKey() ? copy(key, keyLength) : null,
          copy(eventId, eventIdLength),
          keyed ? copy(idempotencyOffset(), IDEMPOTENCY_BYTES) : null,
          traceparent(),
          tracestate(),
          attributes(),
          copy(value, valueLength));
    }

    private byte[] copy(int offset, int length) {
      return Arrays.copyOfRange(buffer, offset, offset + length);
    }
  }

  /** Reads the frame that lies in {@code buffer[offset .. offset + length)}. */
  public static Parts read(byte[] buffer, int offset, int length) {
    return new Cursor().at(buffer, offset, length).parts();
  }

  private static List<Attribute> attributes(ByteBuffer frame) {
    List<Attribute> attributes = new ArrayList<>();
    while (frame.hasRemaining()) {
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
