package com.reactive.platform.gateway.sink.kafka;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link PackedSink} writes. */
public final class PackedEntries {
  private PackedEntries() {}

  /**
   * An event of a packed record.
   *
   * @param value in the stream's framing
   */
  public record Entry(String eventId, byte[] value) {}

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
      throw new IOException("a packed record that is cut short", e);
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
