package com.reactive.platform.kafka.wire.fetch;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * A record's headers where they lie, read again for each question. One object is used for many
 * records: valid only until the call that handed it over returns. One thread.
 */
public final class HeadersView {
  private static final int USUAL_BYTES = 128;

  private final VarintReader reader = new VarintReader();
  private final BytesView name = new BytesView();
  private final BytesView value = new BytesView();
  private ByteBuffer buffer;
  private int start;
  private int end;
  private int count;

  /** They were read through once, so they are whole. */
  void set(ByteBuffer in, int from, int to, int headers) {
    buffer = in;
    start = from;
    end = to;
    count = headers;
  }

  /** Headers of Kafka's client as a view, encoded as a record has them. */
  public static HeadersView of(Headers headers) {
    ByteBufferOutputStream encoded = new ByteBufferOutputStream(USUAL_BYTES);
    int count = 0;
    try (DataOutputStream out = new DataOutputStream(encoded)) {
      for (Header header : headers) {
        write(out, header.key().getBytes(StandardCharsets.UTF_8));
        write(out, header.value());
        count++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    ByteBuffer bytes = encoded.buffer().flip();
    HeadersView view = new HeadersView();
    view.set(bytes, 0, bytes.limit(), count);
    return view;
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    ByteUtils.writeVarint(bytes == null ? -1 : bytes.length, out);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  /** The same for as long as you like, for Kafka's client. */
  public Headers copy() {
    if (count == 0) {
      return new RecordHeaders();
    }
    byte[] bytes = new byte[end - start];
    buffer.get(start, bytes);
    return new CopiedHeaders(bytes, count);
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
    reader.begin(buffer, start, end);
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
    reader.begin(buffer, start, end);
    for (int i = 0; i < count; i++) {
      int nameBytes = reader.varint();
      name.set(buffer, reader.skip(nameBytes), nameBytes);
      int valueBytes = reader.varint();
      value.set(buffer, reader.skip(Math.max(valueBytes, 0)), valueBytes);
      visitor.accept(name, value);
    }
  }
}
