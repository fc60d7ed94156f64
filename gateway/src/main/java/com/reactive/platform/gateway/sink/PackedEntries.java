package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.reader.EventHeaders;
import com.reactive.platform.reader.PackedValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The value of a packed record, laid out as in {@link PackedValue}: the events of a batch, one
 * entry after the other.
 */
public final class PackedEntries {
  /** The content type of a packed record. */
  public static final String CONTENT_TYPE = EventHeaders.PACKED;

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
    PackedValue in = new PackedValue();
    in.open(packed, packed.length);
    List<Entry> entries = new ArrayList<>();
    while (in.next()) {
      int value = in.valueOffset();
      entries.add(
          new Entry(
              new String(packed, in.idOffset(), in.idLength(), StandardCharsets.US_ASCII),
              Arrays.copyOfRange(packed, value, value + in.valueLength())));
    }
    return entries;
  }
}
