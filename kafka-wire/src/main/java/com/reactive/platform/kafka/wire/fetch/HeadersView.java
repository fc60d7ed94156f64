package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/**
 * A record's headers where they lie, read again for each question. One object is used for many
 * records: valid only until the call that handed it over returns. One thread.
 */
public final class HeadersView {
  private final VarintReader reader = new VarintReader();
  private final BytesView name = new BytesView();
  private final BytesView value = new BytesView();
  private ByteBuffer buffer;
  private int start;
  private int count;

  /** They were read through once, so they are whole. */
  void set(ByteBuffer in, int from, int headers) {
    buffer = in;
    start = from;
    count = headers;
  }

  public int count() {
    return count;
  }

  /**
   * The value of the last header of this name.
   *
   * @return used for the next answer, too; null if there is no such header
   */
  public BytesView last(byte[] wanted) {
    int from = -1;
    int bytes = 0;
    reader.begin(buffer, start, buffer.limit());
    for (int i = 0; i < count; i++) {
      int nameBytes = reader.varint();
      name.set(buffer, reader.skip(nameBytes), nameBytes);
      int valueBytes = reader.varint();
      int valueStart = reader.skip(Math.max(valueBytes, 0));
      if (name.contains(wanted)) {
        from = valueStart;
        bytes = valueBytes;
      }
    }
    if (from < 0) {
      return null;
    }
    value.set(buffer, from, bytes);
    return value;
  }

  /** Hands over name and value of each, in their order, always in the same two objects. */
  public void forEach(BiConsumer<BytesView, BytesView> visitor) {
    reader.begin(buffer, start, buffer.limit());
    for (int i = 0; i < count; i++) {
      int nameBytes = reader.varint();
      name.set(buffer, reader.skip(nameBytes), nameBytes);
      int valueBytes = reader.varint();
      value.set(buffer, reader.skip(Math.max(valueBytes, 0)), valueBytes);
      visitor.accept(name, value);
    }
  }
}
