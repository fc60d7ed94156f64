package com.reactive.platform.gateway.event;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How an event lies in a stripe: everything that its Kafka record needs, in one run of bytes, so
 * that the sink knows nothing of HTTP and the stripe nothing of events.
 *
 * <pre>
 * u16 key length | u16 event id length | u16 traceparent length | u16 tracestate length
 * request id (32) | key | event id | traceparent | tracestate | value (the rest)
 * </pre>
 *
 * Big-endian. An absent field has length 0.
 */
public final class EventFrame {
  /** The most that a frame adds to its value: four lengths, ids, and fields within their limits. */
  public static final int MAX_OVERHEAD_BYTES = 4_096;

  private EventFrame() {}

  /** Writes frames into a buffer that it keeps and grows. One per event loop; not thread-safe. */
  public static final class Writer extends OutputStream {
    private byte[] buffer = new byte[1_024];
    private int length;

    /** Starts a new frame; what follows by {@link #write} is the value. */
    public void begin(CounterEvent event) {
      byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
      byte[] traceparent = bytes(event.traceparent());
      byte[] tracestate = bytes(event.tracestate());
      length = 0;
      writeShort(key.length);
      writeShort(event.eventId().length);
      writeShort(traceparent.length);
      writeShort(tracestate.length);
      write(event.requestId(), 0, EventIds.LENGTH);
      write(key, 0, key.length);
      write(event.eventId(), 0, event.eventId().length);
      write(traceparent, 0, traceparent.length);
      write(tracestate, 0, tracestate.length);
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
      return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * The parts of a frame, copied out. Absent trace fields are null.
   *
   * @param value the record's value, as the stream's framing wants it
   */
  public record Parts(
      byte[] requestId,
      byte[] key,
      byte[] eventId,
      byte[] traceparent,
      byte[] tracestate,
      byte[] value) {}

  /** Reads the frame that lies in {@code buffer[offset .. offset + length)}. */
  public static Parts read(byte[] buffer, int offset, int length) {
    ByteBuffer frame = ByteBuffer.wrap(buffer, offset, length);
    int keyLength = frame.getShort() & 0xFFFF;
    int eventIdLength = frame.getShort() & 0xFFFF;
    int traceparentLength = frame.getShort() & 0xFFFF;
    int tracestateLength = frame.getShort() & 0xFFFF;
    return new Parts(
        take(frame, EventIds.LENGTH),
        take(frame, keyLength),
        take(frame, eventIdLength),
        traceparentLength == 0 ? null : take(frame, traceparentLength),
        tracestateLength == 0 ? null : take(frame, tracestateLength),
        take(frame, frame.remaining()));
  }

  private static byte[] take(ByteBuffer frame, int count) {
    byte[] part = new byte[count];
    frame.get(part);
    return part;
  }
}
