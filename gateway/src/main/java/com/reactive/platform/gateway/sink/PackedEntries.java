package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.event.EventFrame;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The value of a packed record: the events of a batch, one entry after the other.
 *
 * <pre>
 * entry: u16 event id length | event id, ASCII | u32 value length | value in the stream's framing
 * </pre>
 *
 * Big-endian. The record has no key; its headers are content-type {@link #CONTENT_TYPE} and
 * event-count (decimal).
 */
public final class PackedEntries {
  /** The content type of a packed record. */
  public static final String CONTENT_TYPE = "application/vnd.reactive.packed";

  private PackedEntries() {}

  /**
   * An event of a packed record.
   *
   * @param value in the stream's framing
   */
  public record Entry(String eventId, byte[] value) {}

  /** The bytes of the entry that an event becomes. */
  public static byte[] entry(EventFrame.Parts event) {
    return ByteBuffer.allocate(length(event))
        .putShort((short) event.eventId().length)
        .put(event.eventId())
        .putInt(event.value().length)
        .put(event.value())
        .array();
  }

  /** How long the entry of this event is. */
  public static int length(EventFrame.Parts event) {
    return Short.BYTES + event.eventId().length + Integer.BYTES + event.value().length;
  }

  /**
   * The events of a packed record's value, in the order in which they lie.
   *
   * @throws IOException if that is not whole entries, to its last byte
   */
  public static List<Entry> read(byte[] packed) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(packed);
    List<Entry> entries = new ArrayList<>();
    try {
      while (in.hasRemaining()) {
        String eventId =
            new String(bytes(in, Short.toUnsignedInt(in.getShort())), StandardCharsets.US_ASCII);
        entries.add(new Entry(eventId, bytes(in, in.getInt())));
      }
    } catch (BufferUnderflowException e) {
      throw new IOException("truncated packed record", e);
    }
    return entries;
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
